import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { useText } from '../../text/translate.ts';
import { IconButton } from '../button.tsx';
import { classNames } from '../class-names.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly totalPages: number;
  readonly onPage: (page: number) => void;
  /** Accessible name of the list. */
  readonly label: string;
  /** Shows this many page numbers around the current one instead of "page x of n". */
  readonly numbers?: number;
  readonly busy?: boolean;
  readonly className?: string;
}

/** Returns the page numbers to show: a window around the page, limited to the existing pages. */
export function pageWindow(page: number, totalPages: number, size: number): number[] {
  const count = Math.min(size, totalPages);
  const first = Math.max(1, Math.min(page - Math.floor(count / 2), totalPages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Previous and next buttons, disabled at the ends. */
export function Pager(props: PagerProps): ReactNode {
  const { page, totalPages, onPage, label, numbers, busy = false, className } = props;
  const t = useText();
  return (
    <nav aria-label={label} className={classNames(styles.pager, className)}>
      <IconButton
        variant="secondary"
        label={t('pager.previous')}
        disabled={busy || page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft />
      </IconButton>
      {numbers === undefined ? (
        <span className={styles.text} aria-live="polite">
          <span className={styles.words}>{t('pager.page', { page, total: totalPages })}</span>
          <span className={styles.brief} aria-hidden="true">
            {page}/{totalPages}
          </span>
        </span>
      ) : (
        pageWindow(page, totalPages, numbers).map((number) => (
          <button
            key={number}
            type="button"
            className={styles.number}
            aria-label={t('pager.goTo', { page: number })}
            aria-current={number === page ? 'page' : undefined}
            disabled={busy}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ))
      )}
      <IconButton
        variant="secondary"
        label={t('pager.next')}
        disabled={busy || page >= totalPages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
