import { useText } from '../text/translate.ts';
import { companionPlace, wheelchairPlace } from './data/codes.ts';
import styles from './map-legend.module.css';
import { accessStrokes } from './paint/paint-seat.ts';

const signs = ['selected', 'taken', 'almost'] as const;

const places = [
  { code: wheelchairPlace, name: 'wheelchair' },
  { code: companionPlace, name: 'companion' },
] as const;

/** The legend of symbols; the chips of the categories say the colours. `access` as in `SeatMapData`. */
export function MapLegend({ access }: { readonly access: Uint8Array | null }) {
  const t = useText();
  return (
    <section className={styles.legend} aria-label={t('seats.legend')}>
      <ul>
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
