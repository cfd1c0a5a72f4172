import type { MouseEvent } from 'react';
import { useText } from '../../text/translate.ts';
import { mainId } from './page-main.tsx';
import styles from './skip-link.module.css';

/** The first tab stop: skips the navigation. */
export function SkipLink() {
  const t = useText();
  const skip = (event: MouseEvent) => {
    // A fragment in the address would add a history entry that the root does not know.
    event.preventDefault();
    document.getElementById(mainId)?.focus();
  };
  return (
    <a href={`#${mainId}`} className={styles.skip} onClick={skip}>
      {t('common.skipToContent')}
    </a>
  );
}
