import type { Show } from '../../../../contract/catalogue.ts';
import { Price } from '../../../app/flows/price.tsx';
import { SaleBadge } from '../../../app/flows/sale-note.tsx';
import { offSale } from '../../../app/reads/use-sale.ts';
import { useWhen } from '../../../app/when.ts';
import { useText } from '../../../text/translate.ts';
import styles from './prices.module.css';
import { StockBadge } from './stock-badge.tsx';

interface ScheduleProps {
  readonly shows: readonly Show[];
  readonly chosen: Show;
  readonly onChoose: (show: Show) => void;
}

/** Every date of a series (§2.142): the chosen one is that of the page and of its button. */
export function Schedule({ shows, chosen, onChoose }: ScheduleProps) {
  const t = useText();
  const when = useWhen();
  return (
    <section className={styles.section}>
      <h2 id="schedule">{t('event.schedule')}</h2>
      <div role="radiogroup" aria-labelledby="schedule" className={styles.dates}>
        {shows.map((show) => {
          const { date, time } = when(show.starts_at);
          const off = show.availability === 'sold_out' ? null : offSale(show.sale);
          return (
            <label key={show.id} className={styles.date}>
              <input
                type="radio"
                name="schedule"
                checked={show.id === chosen.id}
                onChange={() => onChoose(show)}
              />
              <span className={styles.when}>
                <span className={styles.name}>{date}</span>
                <span className={styles.small}>
                  {[time, show.name].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className={styles.stock}>
                <Price
                  amount={show.price}
                  zeroText={t('common.free')}
                  className={styles.price ?? ''}
                />
                {off === null ? (
                  <StockBadge availability={show.availability} />
                ) : (
                  <SaleBadge off={off} />
                )}
              </span>
            </label>
          );
        })}
      </div>
    </section>
  );
}
