import type { MouseEvent } from 'react';
import { useText } from '../../text/translate.ts';
import { mainId } from './page-main.tsx';
import styles from './skip-link.module.css';

/** The first stop of a keyboard: over the navigation into the page. */
export function SkipLink() {
  const t = useText();
  const skip = (event: MouseEvent) => {
    // A fragment in the address would be a history entry the root knows nothing of.
    event.preventDefault();
    document.getElementById(mainId)?.focus();
  };
  return (
    <a href={`#${mainId}`} className={styles.skip} onClick={skip}>
      {t('common.skipToContent')}
    </a>
  );
}
