import { useText, Words } from '../../text/translate.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './legal.module.css';

const pages = [
  ['/terms', 'legal.terms'],
  ['/privacy', 'legal.privacy'],
] as const;

/** Links to both legal texts, which open in a new tab, so that the form keeps its input (§2.403). */
export function LegalLinks() {
  const t = useText();
  return (
    <span className={styles.links}>
      {pages.map(([path, name]) => (
        <a key={path} href={path} target="_blank" rel="noopener">
          <Words of={name} />
          <VisuallyHidden> ({t('common.newTab')})</VisuallyHidden>
        </a>
      ))}
    </span>
  );
}
