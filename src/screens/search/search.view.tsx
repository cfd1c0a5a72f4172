import SearchIcon from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { EventSummary, Province } from '../../../contract/catalogue.ts';
import { pageSizes } from '../../../contract/limits.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';
import { EventCard, EventCardSkeleton } from '../home/event-card.tsx';
import { ChosenFilters } from './chosen-filters.tsx';
import { FilterPanel } from './filter-panel.tsx';
import styles from './search.module.css';
import { filtersSet, readSearch, type SearchAsked, wordsMaxLength } from './search-query.ts';

/** Pause after the last key before the words are searched (§9.34), in milliseconds. */
const typingPauseMs = 300;

/** Available sort orders, as `sort_by:sort_direction`. */
const orders = [
  'date:asc',
  'date:desc',
  'price:asc',
  'price:desc',
  'name:asc',
  'name:desc',
] as const;

/** The selected sort order. */
function orderOf({ q, sortBy, sortDirection }: SearchAsked) {
  if (sortBy !== 'best') return `${sortBy}:${sortDirection}`;
  return q === '' ? 'date:asc' : 'best';
}

interface SearchViewProps {
  readonly asked: SearchAsked;
  readonly status: 'loading' | 'failed' | 'ready';
  readonly items: readonly EventSummary[];
  readonly total: number;
  readonly totalPages: number;
  /** Other results are loading; these stay visible. */
  readonly busy: boolean;
  readonly provinces: readonly Province[];
  /** Typing replaces the history entry instead of adding one. */
  readonly onAsk: (asked: SearchAsked, how: 'chosen' | 'typed') => void;
  readonly onReset: () => void;
  readonly onRetry: () => void;
}

/** The words of the box, searched after a pause; another change of the address overrides them. */
function useWords({ asked, onAsk }: SearchViewProps) {
  const [words, setWords] = useState(asked.q);
  const [shown, setShown] = useState(asked.q);
  if (asked.q !== shown) {
    setShown(asked.q);
    if (words.trim() !== asked.q) setWords(asked.q);
  }
  const search = useEffectEvent((q: string) => onAsk({ ...asked, q, page: 1 }, 'typed'));
  useEffect(() => {
    const q = words.trim();
    if (q === asked.q) return undefined;
    const timer = setTimeout(() => search(q), typingPauseMs);
    return () => clearTimeout(timer);
  }, [words, asked.q]);
  return [words, setWords] as const;
}

function Results(props: SearchViewProps) {
  const { status, items, busy, onReset, onRetry } = props;
  const t = useText();
  if (status === 'failed') {
    return (
      <RetryAlert onRetry={onRetry}>
        <Words of="search.failed" />
      </RetryAlert>
    );
  }
  if (status === 'loading') {
    return (
      <div className={styles.grid} aria-busy="true">
        {Array.from({ length: pageSizes.search / 2 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeletons never change their order.
          <EventCardSkeleton key={index} variant="result" />
        ))}
      </div>
    );
  }
  if (items.length === 0 && !busy) {
    return (
      <EmptyState
        icon={<SearchIcon />}
        title={t('search.empty')}
        text={t(filtersSet(props.asked).length > 0 ? 'search.emptyFilters' : 'search.emptyText')}
        action={<Button onClick={onReset}>{t('search.reset')}</Button>}
      />
    );
  }
  return (
    <ul className={styles.grid} aria-busy={busy || undefined}>
      {items.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} variant="result" level={2} eager={index < 2} />
        </li>
      ))}
    </ul>
  );
}

/** /search: words, filters, order and pages (§2.110). */
export function SearchView(props: SearchViewProps) {
  const { asked, status, items, total, totalPages, busy, provinces, onAsk } = props;
  const t = useText();
  const panelId = useId();
  const [panelOpen, setPanelOpen] = useState(false);
  const [words, setWords] = useWords(props);
  const count = useRef<HTMLParagraphElement>(null);
  // A changed filter is sent with the current words of the box and starts at the first page (§2.113).
  const change = (part: Partial<SearchAsked>) =>
    onAsk({ ...asked, q: words.trim(), page: 1, ...part }, 'chosen');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change({});
  };
  const reset = () => {
    setWords('');
    props.onReset();
  };
  const said = () => {
    if (status === 'loading') return t('search.loading');
    if (status === 'failed') return '';
    return total === 0 ? t('search.none') : t('search.found', { count: items.length, total });
  };
  const set = filtersSet(asked).length;
  const offered = asked.q === '' ? orders : (['best', ...orders] as const);
  return (
    <div className={`page ${styles.page}`}>
      <h1>{t('search.title')}</h1>
      <search>
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={t('search.label')}
            type="search"
            enterKeyHint="search"
            maxLength={wordsMaxLength}
            placeholder={t('header.search')}
            prefix={<SearchIcon aria-hidden="true" className={styles.icon} />}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <Button type="submit" size="l" className={styles.submit ?? ''}>
            {t('search.submit')}
          </Button>
        </form>
      </search>
      <div className={styles.columns}>
        <Button
          variant="secondary"
          icon={<SlidersHorizontal />}
          className={styles.toggle ?? ''}
          aria-expanded={panelOpen}
          aria-controls={panelId}
          onClick={() => setPanelOpen(!panelOpen)}
        >
          {set === 0 ? t('filter.filters') : t('filter.filtersSet', { count: set })}
        </Button>
        <div className={styles.side}>
          <FilterPanel
            id={panelId}
            asked={asked}
            provinces={provinces}
            open={panelOpen}
            onChange={change}
            onReset={reset}
            onDone={() => {
              setPanelOpen(false);
              count.current?.focus();
            }}
          />
        </div>
        <p ref={count} role="status" tabIndex={-1} className={styles.count}>
          {said()}
        </p>
        <SelectField
          label={t('filter.sort')}
          placeholder={false}
          className={styles.sort ?? ''}
          value={orderOf(asked)}
          options={offered.map((order) => ({ value: order, label: t(`filter.sort.${order}`) }))}
          onChange={({ target }) => {
            const [by = '', direction = ''] = target.value.split(':');
            const query = new URLSearchParams({ sort_by: by, sort_direction: direction });
            const { sortBy, sortDirection } = readSearch(query.toString());
            // Without words the default order is by date.
            const isDefault = asked.q === '' && target.value === 'date:asc';
            change({ sortBy: isDefault ? 'best' : sortBy, sortDirection });
          }}
        />
        <div className={styles.results}>
          <ChosenFilters
            asked={{ ...asked, q: words.trim() }}
            provinces={provinces}
            onAsk={(next) => {
              onAsk(next, 'chosen');
              count.current?.focus();
            }}
          />
          <Results {...props} onReset={reset} />
          {status === 'ready' && totalPages > 1 && (
            <Pager
              page={asked.page}
              totalPages={totalPages}
              onPage={(page) => {
                onAsk({ ...asked, page }, 'chosen');
                count.current?.focus();
              }}
              label={t('search.pages')}
              numbers={5}
              busy={busy}
            />
          )}
        </div>
      </div>
    </div>
  );
}
