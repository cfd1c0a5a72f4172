import { type ReactNode, useId } from 'react';
import type { Province } from '../../../contract/catalogue.ts';
import { allProvinces } from '../../../contract/search-values.ts';
import { useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { useFilterWords } from './chosen-filters.tsx';
import styles from './filter-panel.module.css';
import { prices, type SearchAsked, times, topics } from './search-query.ts';

interface ChipsProps<T extends string> {
  readonly legend: string;
  readonly options: readonly T[];
  readonly labelOf: (option: T) => ReactNode;
  readonly value: T | null;
  readonly onChange: (value: T | null) => void;
}

/** One of a few options, or all: radio buttons styled as chips. */
function Chips<T extends string>({ legend, options, labelOf, value, onChange }: ChipsProps<T>) {
  const t = useText();
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className="cluster">
        {[null, ...options].map((option) => (
          <label key={option ?? 'any'} className={styles.chip}>
            <input
              type="radio"
              name={name}
              checked={option === value}
              onChange={() => onChange(option)}
              className={styles.radio}
            />
            <span className={styles.chipText}>
              {option === null ? t('filter.any') : labelOf(option)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface FilterPanelProps {
  readonly id: string;
  readonly asked: SearchAsked;
  readonly provinces: readonly Province[];
  readonly onChange: (change: Partial<SearchAsked>) => void;
  readonly onReset: () => void;
  /** Folds the panel on narrow screens. */
  readonly onDone: () => void;
  /** Whether it is unfolded on narrow screens; wide screens always show it. */
  readonly open: boolean;
}

/** The filters of the search page (§2.112); each takes effect at once. */
export function FilterPanel(props: FilterPanelProps) {
  const { id, asked, provinces, onChange, onReset, onDone, open } = props;
  const t = useText();
  const nameOf = useFilterWords(provinces);
  const places = [
    { value: String(allProvinces.id), label: t('header.provinceAll') },
    ...provinces.map((province) => ({ value: String(province.id), label: province.name })),
  ];
  const place = String(asked.provinceId ?? allProvinces.id);
  // The list may still be loading, or lack the province of an old link.
  if (!places.some(({ value }) => value === place)) {
    places.push({ value: place, label: nameOf('provinceId', asked) });
  }
  return (
    <section id={id} className={styles.panel} hidden={!open} aria-label={t('filter.filters')}>
      <label className={styles.switchRow}>
        <span>{t('filter.online')}</span>
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its checked state.
          role="switch"
          checked={asked.isOnline}
          onChange={(event) => onChange({ isOnline: event.target.checked })}
          className={styles.switch}
        />
      </label>
      <SelectField
        label={t('search.location')}
        placeholder={false}
        value={place}
        options={places}
        onChange={(event) => onChange({ provinceId: Number(event.target.value) || null })}
      />
      <Chips
        legend={t('filter.topic')}
        options={topics}
        labelOf={(topic) => <Words of={`filter.topic.${topic}`} />}
        value={asked.topic}
        onChange={(topic) => onChange({ topic })}
      />
      <Chips
        legend={t('filter.time')}
        options={times}
        labelOf={(time) => nameOf('time', { ...asked, time })}
        value={asked.time}
        onChange={(time) => onChange({ time })}
      />
      <Chips
        legend={t('filter.price')}
        options={prices}
        labelOf={(price) => nameOf('price', { ...asked, price })}
        value={asked.price}
        onChange={(price) => onChange({ price })}
      />
      <div className={styles.actions}>
        <Button variant="secondary" block onClick={onReset}>
          {t('search.reset')}
        </Button>
        <Button block className={styles.done ?? ''} onClick={onDone}>
          {t('filter.showResults')}
        </Button>
      </div>
    </section>
  );
}
