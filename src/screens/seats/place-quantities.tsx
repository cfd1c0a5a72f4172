import { type CSSProperties, useId } from 'react';
import type { SeatCategory } from '../../../contract/seatmap.ts';
import { countOf } from '../../../machines/seat-draft/seat-draft.quantities.ts';
import type { PlaceOffer, QuantityChoice } from '../../../machines/seat-draft/seat-draft.types.ts';
import { Price } from '../../app/flows/price.tsx';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { safeColour } from '../../seat-map/seat-look.ts';
import { useText, Words } from '../../text/translate.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { LiveRegion } from '../../ui/feedback/live-region.tsx';
import { Stepper } from '../../ui/form/stepper.tsx';
import { isAlmostFull } from './almost-full.ts';
import styles from './place-quantities.module.css';

interface PlaceQuantitiesProps {
  /** The standing categories of the map. */
  readonly categories: readonly SeatCategory[];
  readonly offers: readonly PlaceOffer[];
  readonly quantities: readonly QuantityChoice[];
  /** The whole choice has as many seats and places as one order may. */
  readonly isFull: boolean;
  /** The choice cannot be changed now. */
  readonly isFrozen: boolean;
  /** The event sells nothing now. */
  readonly isClosed: boolean;
  readonly onQuantity: (categoryId: string, count: number) => boolean;
}

/** Standing places with a minus and a plus for each category (§2.212). */
export function PlaceQuantities(props: PlaceQuantitiesProps) {
  const { categories, offers, quantities, isFull, isFrozen, isClosed, onQuantity } = props;
  const t = useText();
  const headingId = useId();
  const isDesktop = useMedia(media.desktop);
  const said = quantities
    .map(({ categoryName, count }) => t('seats.quantity', { n: count, category: categoryName }))
    .join(', ');
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.title}>
        {t('seats.places')}
      </h2>
      <ul className={styles.list}>
        {categories.map((category) => {
          const { id, name, price } = category;
          const left = offers.find(({ categoryId }) => categoryId === id)?.left ?? 0;
          const count = countOf(quantities, id);
          return (
            <li
              key={id}
              className={styles.place}
              style={{ '--seat': safeColour(category.color) } as CSSProperties}
            >
              <div>
                <p className={styles.name}>{name}</p>
                <p className={styles.facts}>
                  <span className={styles.price}>
                    <Price amount={price} zeroText={t('summary.free')} />
                  </span>
                  {left === 0 ? (
                    <Badge tone="neutral">
                      <Words of="seats.soldOut" />
                    </Badge>
                  ) : (
                    isAlmostFull({ ...category, available_seats: left }, isDesktop) && (
                      <Badge tone="warning">{t('seats.placesLeft', { n: left })}</Badge>
                    )
                  )}
                </p>
              </div>
              <Stepper
                label={t('categories.quantity', { category: name })}
                fewer={t('categories.remove', { category: name })}
                more={t('categories.add', { category: name })}
                count={count}
                canRemove={!isFrozen && count > 0}
                canAdd={!(isFrozen || isClosed || isFull || count >= left)}
                onCount={(next) => onQuantity(id, next)}
              />
              {count > 0 && (isFull || count >= left) && (
                <p className={styles.full}>
                  {isFull ? (
                    <Words of="seats.limitReached" />
                  ) : (
                    t('seats.placesAll', { n: left, category: name })
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      <LiveRegion message={said} />
    </section>
  );
}
