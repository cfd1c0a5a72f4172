import SearchIcon from 'lucide-react/icons/search';
import { type FormEvent, useState } from 'react';
import { allProvinces, type EventSummary, type Province } from '../../../contract/catalogue.ts';
import { useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { EventCard, EventCardSkeleton } from '../home/event-card.tsx';
import styles from './search.module.css';
import type { SearchAsked } from './search-query.ts';

interface SearchViewProps {
  readonly asked: SearchAsked;
  readonly status: 'loading' | 'failed' | 'ready';
  readonly items: readonly EventSummary[];
  readonly total: number;
  readonly totalPages: number;
  /** Other results are on their way; these stay. */
  readonly busy: boolean;
  readonly provinces: readonly Province[];
  readonly onAsk: (asked: SearchAsked) => void;
  readonly onReset: () => void;
  readonly onRetry: () => void;
}

function SearchForm({ asked, provinces, onAsk }: SearchViewProps) {
  const t = useText();
  const [words, setWords] = useState(asked.q);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk({ ...asked, q: words.trim(), page: 1 });
  };
  return (
    <search>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('search.label')}
          type="search"
          enterKeyHint="search"
          placeholder={t('header.searchPlaceholder')}
          prefix={<SearchIcon aria-hidden="true" className={styles.icon} />}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <SelectField
          label={t('search.location')}
          placeholder={false}
          value={String(asked.provinceId ?? allProvinces.id)}
          options={[
            { value: String(allProvinces.id), label: t('header.provinceAll') },
            ...provinces.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) =>
            onAsk({
              ...asked,
              q: words.trim(),
              provinceId: Number(event.target.value) || null,
              page: 1,
            })
          }
        />
        <Button type="submit" size="l" className={styles.submit ?? ''}>
          {t('search.submit')}
        </Button>
      </form>
    </search>
  );
}

function Results(props: SearchViewProps) {
  const { status, items, total, totalPages, asked, busy, onAsk, onReset, onRetry } = props;
  const t = useText();
  if (status === 'loading') {
    return (
      <Loading text={t('search.loading')} hideText>
        <div className={styles.grid}>
          {Array.from({ length: 6 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are places and never move.
            <EventCardSkeleton key={index} variant="upcoming" />
          ))}
        </div>
      </Loading>
    );
  }
  if (status === 'failed') {
    return <RetryAlert onRetry={onRetry}>{t('search.failed')}</RetryAlert>;
  }
  return (
    <>
      <p role="status" className={styles.count}>
        {total === 0 ? t('search.none') : t('search.found', { count: items.length, total })}
      </p>
      {items.length === 0 ? (
        <EmptyState
          icon={<SearchIcon />}
          title={t('search.empty')}
          text={t('search.emptyText')}
          action={<Button onClick={onReset}>{t('search.reset')}</Button>}
        />
      ) : (
        <ul className={styles.grid} aria-busy={busy || undefined}>
          {items.map((event) => (
            <li key={event.id}>
              <EventCard event={event} variant="upcoming" level={2} />
            </li>
          ))}
        </ul>
      )}
      {totalPages > 1 && (
        <Pager
          page={asked.page}
          totalPages={totalPages}
          onPage={(page) => onAsk({ ...asked, page })}
          label={t('search.pages')}
          numbers={5}
          busy={busy}
        />
      )}
    </>
  );
}

/** /search: words, place and pages (§2). */
export function SearchView(props: SearchViewProps) {
  const t = useText();
  return (
    <div className={`page ${styles.page}`}>
      <h1>{t('search.title')}</h1>
      <SearchForm key={props.asked.q} {...props} />
      <Results {...props} />
    </div>
  );
}
