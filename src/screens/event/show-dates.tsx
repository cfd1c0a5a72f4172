import { useEffect, useRef } from 'react';
import { useText } from '../../text/translate.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './show-dialog.module.css';

interface ShowDatesProps {
  /** The long dates of the shows, in their order. */
  readonly dates: readonly string[];
  /** Those with a show that sells. */
  readonly selling: readonly string[];
  readonly opened: string;
  readonly locked: boolean;
  readonly onOpen: (date: string) => void;
}

/** The dates of a series as a strip (§2.151): one is open, and its shows stand below. */
export function ShowDates({ dates, selling, opened, locked, onOpen }: ShowDatesProps) {
  const t = useText();
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const row = strip.current;
    const inputs = row?.querySelectorAll('input') ?? [];
    const date = [...inputs].find(({ value }) => value === opened)?.parentElement;
    // scrollIntoView would scroll the dialog as well.
    if (row && date) row.scrollLeft = date.offsetLeft - (row.clientWidth - date.offsetWidth) / 2;
  }, [opened]);

  return (
    <fieldset>
      <legend className={styles.legend}>{t('show.dates')}</legend>
      <div ref={strip} className={styles.strip}>
        {dates.map((date) => {
          // 'Sabtu, 7 Maret 2026'; a date that is not fixed yet is one word.
          const [weekday, day, month] = date.split(/,? /);
          return (
            <label
              key={date}
              className={classNames(styles.date, !selling.includes(date) && styles.off)}
            >
              <input
                type="radio"
                name="show-date"
                value={date}
                aria-label={date}
                checked={date === opened}
                disabled={locked}
                onChange={() => onOpen(date)}
                className={styles.cover}
              />
              <span>{day === undefined ? weekday : weekday?.slice(0, 3)}</span>
              {day !== undefined && <span className={styles.day}>{day}</span>}
              {month !== undefined && <span>{month.slice(0, 3)}</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
