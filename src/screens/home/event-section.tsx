import type { ReactNode } from 'react';
import type { EventSummary } from '../../../contract/catalogue.ts';
import { type TextKey, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading } from '../../ui/feedback/skeleton.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { type CardVariant, EventCard, EventCardSkeleton } from './event-card.tsx';
import styles from './home.module.css';

/** State of one list of the home page. */
export interface ListState {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly items: readonly EventSummary[];
  readonly page: number;
  readonly totalPages: number;
  /** The first event of its first page; null while unknown, and for an empty list. */
  readonly first: EventSummary | null;
  /** Another page is loading; this one stays visible. */
  readonly busy: boolean;
  readonly onPage: (page: number) => void;
  readonly onRetry: () => void;
}

interface EventSectionProps {
  readonly title: TextKey;
  readonly variant: CardVariant;
  /** Skeletons, as many as a full page has cards. */
  readonly size: number;
  readonly list: ListState;
  readonly empty: ReactNode;
}

/** A list with its title, its pager, and its empty, loading and failed states (§2.56). */
export function EventSection({ title, variant, size, list, empty }: EventSectionProps) {
  const t = useText();
  const grid = classNames(styles.grid, styles[`${variant}Grid`]);
  return (
    <section className={styles.section}>
      <div className={styles.sectionHead}>
        <h2 lang={t.lang(title)}>{t(title)}</h2>
        {list.status === 'ready' && list.totalPages > 1 && (
          <Pager
            page={list.page}
            totalPages={list.totalPages}
            onPage={list.onPage}
            label={t(title)}
            busy={list.busy}
          />
        )}
      </div>
      {list.status === 'loading' && (
        <Loading text={t('home.loadingLists')} hideText>
          <div className={grid}>
            {Array.from({ length: size }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: skeletons never change their order.
              <EventCardSkeleton key={index} variant={variant} />
            ))}
          </div>
        </Loading>
      )}
      {list.status === 'failed' && (
        <Alert
          tone="warning"
          action={
            <Button size="s" variant="secondary" onClick={list.onRetry}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('home.listFailed')}
        </Alert>
      )}
      {list.status === 'ready' && list.items.length === 0 && empty}
      {list.status === 'ready' && list.items.length > 0 && (
        // A new key per page resets the scroll position of the row to its first card.
        <ul key={list.items[0]?.id} className={grid} aria-busy={list.busy || undefined}>
          {list.items.map((event) => (
            <li key={event.id}>
              <EventCard event={event} variant={variant} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
