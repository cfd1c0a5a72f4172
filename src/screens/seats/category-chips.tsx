import type { CSSProperties } from 'react';
import { type SeatCategory, seatsLeft } from '../../../contract/seatmap.ts';
import { Price } from '../../app/flows/price.tsx';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { safeColour } from '../../seat-map/seat-look.ts';
import { longMoment, parseInstant, rupiah, zoneOf } from '../../text/format.ts';
import { useLocale, useText, Words } from '../../text/translate.ts';
import { isAlmostFull } from './almost-full.ts';
import styles from './seats.module.css';

/** Until when an early price holds, and the price after it. */
function EarlyPrice({ early }: { readonly early: NonNullable<SeatCategory['early_price']> }) {
  const t = useText();
  const [locale] = useLocale();
  const until = parseInstant(early.until);
  if (until === null) return null;
  return (
    <span>
      {` · ${t('seats.earlyPrice', {
        name: early.name,
        when: longMoment(until, locale, zoneOf(early.until)),
        price: rupiah(early.regular_price),
      })}`}
    </span>
  );
}

interface CategoryChipsProps {
  readonly categories: readonly SeatCategory[];
  /** Id of the highlighted category; null for all. */
  readonly highlight: string | null;
  readonly onHighlight: (categoryId: string | null) => void;
}

/** The price categories with price and stock (§2.201, §9.39); pressing one highlights it on the map. */
export function CategoryChips({ categories, highlight, onHighlight }: CategoryChipsProps) {
  const t = useText();
  const isDesktop = useMedia(media.desktop);
  return (
    <section aria-label={t('seats.categories')}>
      <ul className={styles.chips}>
        {categories.map((category) => {
          const left = seatsLeft(category);
          return (
            <li key={category.id}>
              <button
                type="button"
                className={styles.chip}
                style={{ '--seat': safeColour(category.color) } as CSSProperties}
                aria-pressed={category.id === highlight}
                onClick={() => onHighlight(category.id === highlight ? null : category.id)}
              >
                <span className={styles.chipName}>
                  {category.name}
                  <Price amount={category.price} zeroText={t('summary.free')} />
                </span>
                <span className={styles.chipLeft}>
                  {left === 0 ? (
                    <Words of="seats.soldOut" />
                  ) : isAlmostFull(category, isDesktop) ? (
                    <strong>{`${t('seats.almostFull')} · ${t('seats.left', { n: left })}`}</strong>
                  ) : (
                    <span>{t('seats.left', { n: left })}</span>
                  )}
                  {category.early_price !== undefined && (
                    <EarlyPrice early={category.early_price} />
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
