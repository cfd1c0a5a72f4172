import { type ReactNode, useEffect, useId, useState } from 'react';
import type { EventSummary } from '../../../contract/catalogue.ts';
import { SampleBadge } from '../../sample/sample-badge.tsx';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Link } from '../../ui/navigation/link.tsx';
import { Picture } from '../../ui/picture.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { SaleBadge } from '../flows/sale-note.tsx';
import { useHomeList, useSearchSuggestions } from '../reads/queries.ts';
import { offSale } from '../reads/use-sale.ts';
import { pathOf } from '../routing/paths.ts';
import { useWhen } from '../when.ts';
import styles from './header-search-panel.module.css';
import { useProvince } from './province-choice.tsx';
import { searchAddress } from './search-address.ts';

/** Pause after the last key before the search is requested, in ms (§9.34). */
const searchDebounce = 300;

const popular: readonly { readonly words: string; readonly text: TextKey }[] = [
  { words: 'music concert', text: 'header.popularMusic' },
  { words: 'art culture', text: 'header.popularArts' },
  { words: 'food drink', text: 'header.popularFood' },
  { words: 'business seminar', text: 'header.popularBusiness' },
];

/** The words after the debounce. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), searchDebounce);
    return () => clearTimeout(timer);
  }, [words]);
  return rested;
}

export interface SearchPanelProps {
  /** Text of the field. */
  readonly words: string;
  /** Letters a search needs: 1 in the header, 2 in the modal (§2.41). */
  readonly minimum: number;
  /** Events shown at most. */
  readonly size: number;
  readonly listId: string;
  /** Id of the option that the arrow keys selected. */
  readonly active: string | null;
  readonly onChosen: () => void;
}

interface OptionProps extends Pick<SearchPanelProps, 'listId' | 'active' | 'onChosen'> {
  readonly name: string;
  readonly to: string;
  readonly className?: string | undefined;
  readonly lang?: string | undefined;
  readonly children: ReactNode;
}

/** A link with the role of an option: the arrow keys reach it, Tab skips it. */
function Option({ listId, active, onChosen, name, to, className, lang, children }: OptionProps) {
  const id = `${listId}${name}`;
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active === id}
      tabIndex={-1}
      to={to}
      lang={lang}
      className={classNames(styles.option, className)}
      onClick={onChosen}
    >
      {children}
    </Link>
  );
}

type Options = Pick<OptionProps, 'listId' | 'active' | 'onChosen'>;

function EventSale({ sale }: Pick<EventSummary, 'sale'>) {
  const off = offSale(sale);
  return off === null ? null : <SaleBadge off={off} />;
}

function EventOptions({
  events,
  options,
}: {
  readonly events: readonly EventSummary[];
  readonly options: Options;
}) {
  const when = useWhen();
  return events.map(({ id, slug, image, title, datetime, venue, sale }) => (
    <Option key={id} {...options} name={slug} to={pathOf({ name: 'event', slug })}>
      <Picture src={image} alt="" id={id} width={80} height={45} className={styles.poster} />
      <span className={styles.event}>
        <span className={styles.title}>{title}</span>
        <span className={styles.place}>
          {when(datetime).date} · {venue}
        </span>
        <SampleBadge id={id} />
        <EventSale sale={sale} />
      </span>
    </Option>
  ));
}

function Waiting({ size }: { readonly size: number }) {
  return Array.from({ length: size }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeletons never change their order.
    <div key={index} className={styles.option} aria-hidden="true">
      <Skeleton shape="block" className={styles.poster} />
      <span className={styles.event}>
        <Skeleton width="l" />
        <Skeleton width="m" />
      </span>
    </div>
  ));
}

/** Content before the first search: popular categories and featured events (§2.42). */
function Ideas({ options, size }: { readonly options: Options; readonly size: number }) {
  const t = useText();
  const [province] = useProvince();
  const featured = useHomeList('featured', 1, province?.id ?? null);
  const events = featured.data?.items.slice(0, size) ?? [];
  const id = useId();
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, not fieldsets. */}
      <div role="group" aria-labelledby={`${id}popular`}>
        <div id={`${id}popular`} className={styles.heading} lang={t.lang('header.popular')}>
          {t('header.popular')}
        </div>
        <div className={styles.categories}>
          {popular.map(({ words, text }) => (
            <Option
              key={words}
              {...options}
              name={text}
              to={searchAddress(words, province)}
              className={styles.category}
              lang={t.lang(text)}
            >
              {t(text)}
            </Option>
          ))}
        </div>
      </div>
      {(featured.isPending || events.length > 0) && (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may hold groups, not fieldsets.
        <div role="group" aria-labelledby={`${id}featured`}>
          <div
            id={`${id}featured`}
            className={styles.heading}
            lang={t.lang('header.featuredEvents')}
          >
            {t('header.featuredEvents')}
          </div>
          {featured.isPending ? (
            <Waiting size={size} />
          ) : (
            <EventOptions events={events} options={options} />
          )}
        </div>
      )}
    </>
  );
}

/** Suggestions under a search field: ideas while it is empty, then the first events found. */
export default function SearchPanel(props: SearchPanelProps) {
  const { words, minimum, size, listId, active, onChosen } = props;
  const t = useText();
  const [province] = useProvince();
  const asked = words.trim();
  const rested = useRested(asked);
  const enough = asked.length >= minimum;
  const settled = enough && rested === asked;
  const found = useSearchSuggestions(settled ? asked : null, size, province?.id ?? null);
  const events = settled ? found.data?.items : undefined;
  const options = { listId, active, onChosen };
  const failed = settled && found.isError;
  const searching = enough && events === undefined && !failed;
  const none = events?.length === 0;
  return (
    <>
      <p role="status" className={classNames((searching || none) && styles.status)}>
        {searching && <Words of="header.searching" />}
        {none && <Words of="header.searchNone" values={{ query: asked }} />}
        {events !== undefined && !none && (
          <VisuallyHidden>
            {t('search.found', {
              count: events.length,
              total: found.data?.pagination?.total ?? events.length,
            })}
          </VisuallyHidden>
        )}
      </p>
      {failed && (
        <div className={styles.failed}>
          <RetryAlert onRetry={() => void found.refetch()}>
            <Words of="search.failed" />
          </RetryAlert>
        </div>
      )}
      <div id={listId} role="listbox" aria-label={t('header.searchResults')}>
        {!enough && <Ideas options={options} size={size} />}
        {searching && <Waiting size={size} />}
        {events !== undefined && <EventOptions events={events} options={options} />}
        {enough && (
          <Option
            {...options}
            name="all"
            to={searchAddress(asked, province)}
            className={styles.all}
          >
            <Words of={none ? 'header.searchAnyway' : 'header.searchAll'} />
          </Option>
        )}
      </div>
    </>
  );
}
