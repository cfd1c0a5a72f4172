import type { CSSProperties } from 'react';
import { type SeatCategory, seatsLeft } from '../../../contract/seatmap.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { safeColour } from '../../seat-map/seat-look.ts';
import { longMoment, parseInstant, rupiah, zoneOf } from '../../text/format.ts';
import { useLocale, useText, Words } from '../../text/translate.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Money } from '../../ui/money.tsx';
import { isAlmostFull } from './almost-full.ts';
import styles from './seats.module.css';

/** Until when an early price holds, and the price after it. */
function EarlyPrice({ early }: { readonly early: NonNullable<SeatCategory['early_price']> }) {
  const t = useText();
  const [locale] = useLocale();
  const until = parseInstant(early.until);
  if (until === null) return null;
  return (
    <span className={styles.categoryLeft}>
      {t('seats.earlyPrice', {
        name: early.name,
        when: longMoment(until, locale, zoneOf(early.until)),
        price: rupiah(early.regular_price),
      })}
    </span>
  );
}

/** The price categories with their availability (§2, §9). */
export function CategoryCards({ categories }: { readonly categories: readonly SeatCategory[] }) {
  const t = useText();
  const isDesktop = useMedia(media.desktop);
  return (
    <section aria-label={t('seats.categories')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reached by keyboard. */}
      <ul className={styles.categories} tabIndex={0}>
        {categories.map((category) => {
          const left = seatsLeft(category);
          return (
            <li
              key={category.id}
              className={styles.category}
              style={{ '--seat': safeColour(category.color) } as CSSProperties}
            >
              <span className={styles.categoryName}>{category.name}</span>
              <span className={styles.categoryPrice}>
                <Money amount={category.price} zeroText={t('summary.free')} />
              </span>
              {category.early_price !== undefined && <EarlyPrice early={category.early_price} />}
              <span className={styles.categoryLeft}>
                {left === 0 ? (
                  <Badge tone="neutral">
                    <Words of="seats.soldOut" />
                  </Badge>
                ) : isAlmostFull(category, isDesktop) ? (
                  <Badge tone="warning">
                    {t('seats.almostFull')} · {t('seats.left', { n: left })}
                  </Badge>
                ) : (
                  t('seats.left', { n: left })
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
