import type { Show, ShowCategory } from '../../../../contract/catalogue.ts';
import { maxSeatsPerOrder } from '../../../../contract/limits.ts';
import { Price } from '../../../app/flows/price.tsx';
import { longMoment, parseInstant, rupiah, zoneOf } from '../../../text/format.ts';
import { useLocale, useText } from '../../../text/translate.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './prices.module.css';
import { StockBadge } from './stock-badge.tsx';

function Category({ category }: { readonly category: ShowCategory }) {
  const t = useText();
  const [locale] = useLocale();
  const { name, price, includes = [], availability, seats_left, early_price: early } = category;
  const until = parseInstant(early?.until ?? '');
  return (
    <tr className={styles.category}>
      <th scope="row">
        <span className={styles.name}>{name}</span>
        {includes.length > 0 && (
          <ul className={styles.includes}>
            {includes.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        )}
        {early !== undefined && until !== null && (
          <span className={styles.small}>
            {t('event.early', {
              name: early.name,
              when: longMoment(until, locale, zoneOf(early.until)),
              price: rupiah(early.regular_price),
            })}
          </span>
        )}
      </th>
      <td>
        <Price amount={price} zeroText={t('common.free')} className={styles.price ?? ''} />
        <span className={styles.stock}>
          <StockBadge availability={availability} />
          {seats_left !== null && availability !== 'sold_out' && (
            <span className={styles.small}>{t('event.left', { n: seats_left })}</span>
          )}
        </span>
      </td>
    </tr>
  );
}

interface ShowPricesProps {
  readonly show: Show;
  /** The date of the show, for an event with several. */
  readonly when: string | null;
}

/** The categories of a show: price, what they include, how long the price holds and how many are available (§2.141). Renders nothing without any. */
export function ShowPrices({ show, when }: ShowPricesProps) {
  const t = useText();
  const { categories = [], max_tickets: own = Number.POSITIVE_INFINITY } = show;
  if (categories.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2 id="prices">{t('event.prices')}</h2>
      {when !== null && <p className={styles.small}>{when}</p>}
      <table className={styles.table} aria-labelledby="prices">
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              <VisuallyHidden>{t('event.category')}</VisuallyHidden>
            </th>
            <th scope="col" className={styles.head}>
              <VisuallyHidden>{t('event.price')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {categories.map((category) => (
            <Category key={category.name} category={category} />
          ))}
        </tbody>
      </table>
      <p className={styles.small}>
        {own > maxSeatsPerOrder && <span>{t('event.limitOrder', { n: maxSeatsPerOrder })}</span>}{' '}
        {Number.isFinite(own) && <span>{t('event.limitPerson', { n: own })}</span>}
      </p>
    </section>
  );
}
