import type { CSSProperties } from 'react';
import { isStanding, type SeatCategory } from '../../contract/seatmap.ts';
import { useText } from '../text/translate.ts';
import { companionPlace, type ShownStatus, wheelchairPlace } from './data/codes.ts';
import styles from './map-legend.module.css';
import { accessStrokes } from './paint/paint-seat.ts';
import { safeColour } from './seat-look.ts';

const signs: readonly ShownStatus[] = ['selected', 'booked', 'in_transaction', 'sold', 'almost'];

const places = [
  { code: wheelchairPlace, name: 'wheelchair' },
  { code: companionPlace, name: 'companion' },
] as const;

const hasSeats = (category: SeatCategory) => !isStanding(category);

interface MapLegendProps {
  readonly categories: readonly SeatCategory[];
  /** As `SeatMapData.access`. */
  readonly access: Uint8Array | null;
  /** The highlighted category; null for all. */
  readonly highlight: string | null;
  readonly onHighlight: (categoryId: string | null) => void;
}

/** The legend of colours and symbols; pressing a category highlights it on the map. */
export function MapLegend({ categories, access, highlight, onHighlight }: MapLegendProps) {
  const t = useText();
  return (
    <section className={styles.legend} aria-label={t('seats.legend')}>
      <ul>
        {categories.filter(hasSeats).map(({ id, name, color }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.chip}
              aria-pressed={id === highlight}
              onClick={() => onHighlight(id === highlight ? null : id)}
            >
              <span
                className={styles.sign}
                style={{ '--seat': safeColour(color) } as CSSProperties}
                aria-hidden="true"
              />
              {name}
            </button>
          </li>
        ))}
        {places.map(
          ({ code, name }) =>
            access?.includes(code) && (
              <li key={name} className="row">
                <span className={styles.sign} aria-hidden="true">
                  <svg className={styles.symbol} viewBox="0 0 1 1" aria-hidden="true">
                    {(accessStrokes[code] ?? []).map((points) => (
                      <polyline key={points.join(' ')} points={points.join(' ')} />
                    ))}
                  </svg>
                </span>
                {t(`seats.access.${name}`)}
              </li>
            ),
        )}
        {signs.map((status) => (
          <li key={status} data-status={status} className="row">
            <span className={styles.sign} aria-hidden="true" />
            {t(`seats.status.${status}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}
