import createPurifier from 'dompurify';
import { useContext, useMemo } from 'react';
import { organiserLinks, organiserTags } from '../../../../contract/texts/organiser-html.ts';
import { HtmlCleaner } from './html-cleaner.ts';
import styles from './prose.module.css';

const options = {
  ALLOWED_TAGS: organiserTags,
  ALLOWED_ATTR: ['href'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: organiserLinks,
};

/** Keeps text tags and links to https and mailto, which open in a new tab; removes everything else. Total. */
export function cleanHtml(html: string): string {
  const purifier = createPurifier(window);
  purifier.addHook('afterSanitizeAttributes', (node) => {
    if (node.tagName !== 'A') return;
    node.setAttribute('rel', 'noopener noreferrer nofollow');
    node.setAttribute('target', '_blank');
  });
  return purifier.sanitize(html, options);
}

/** Renders organiser text. */
export default function CleanHtml({ html }: { readonly html: string }) {
  const cleaner = useContext(HtmlCleaner);
  const clean = useMemo(() => (cleaner ?? cleanHtml)(html), [cleaner, html]);
  return (
    <div
      className={styles.prose}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the cleaner has sanitised it.
      dangerouslySetInnerHTML={{ __html: clean }}
      // The server's and the browser's cleaner may serialise the same tags differently.
      suppressHydrationWarning
    />
  );
}
