import X from 'lucide-react/icons/x';
import type { Province } from '../../../contract/catalogue.ts';
import { rupiah } from '../../text/format.ts';
import { useText } from '../../text/translate.ts';
import styles from './filter-panel.module.css';
import { type FilterName, filtersSet, type SearchAsked, withoutFilter } from './search-query.ts';

/** Label of a filter of the search; empty if not set. */
export function useFilterWords(
  provinces: readonly Province[],
): (name: FilterName, asked: SearchAsked) => string {
  const t = useText();
  const priceText = (price: NonNullable<SearchAsked['price']>) => {
    if (price === 'free') return t('filter.price.free');
    const [least, most] = price.replace('+', '').split('-').map(Number);
    return most === undefined
      ? t('filter.price.from', { least: rupiah(least ?? 0) })
      : `${rupiah(least ?? 0)} – ${rupiah(most)}`;
  };
  return (name, { provinceId, topic, time, price }) => {
    switch (name) {
      case 'isOnline':
        return t('filter.online');
      case 'provinceId':
        return (
          provinces.find(({ id }) => id === provinceId)?.name ??
          `${t('header.province')} ${provinceId}`
        );
      case 'topic':
        return topic === null ? '' : t(`filter.topic.${topic}`);
      case 'time':
        return time === null ? '' : t(`filter.time.${time}`);
      case 'price':
        return price === null ? '' : priceText(price);
    }
  };
}

interface ChosenFiltersProps {
  readonly asked: SearchAsked;
  readonly provinces: readonly Province[];
  readonly onAsk: (asked: SearchAsked) => void;
}

/** The active filters, each with a button that removes it. */
export function ChosenFilters({ asked, provinces, onAsk }: ChosenFiltersProps) {
  const t = useText();
  const nameOf = useFilterWords(provinces);
  const names = filtersSet(asked);
  if (names.length === 0) return null;
  return (
    <ul className={styles.chosen} aria-label={t('filter.chosen')}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            className={styles.chosenFilter}
            aria-label={t('filter.remove', { name: nameOf(name, asked) })}
            onClick={() => onAsk(withoutFilter(asked, name))}
          >
            <span
              lang={
                name === 'topic' && asked.topic !== null
                  ? t.lang(`filter.topic.${asked.topic}`)
                  : undefined
              }
            >
              {nameOf(name, asked)}
            </span>
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
