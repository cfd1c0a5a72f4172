import type { DraftResponse } from '../../../contract/order.ts';
import { useText } from '../../text/translate.ts';
import { Money } from '../../ui/money.tsx';
import styles from './order-summary.module.css';

/** Items of a draft: one line per category with its seats, or its quantity without seats (§2.270). */
export function DraftItems({ items }: { readonly items: DraftResponse['order_data']['items'] }) {
  const t = useText();
  return (
    <ul className="stack gap-3">
      {items.map((item) => {
        const seats = item.seats.map((seat) => seat.seat_number).filter((number) => number !== '');
        return (
          <li key={item.category_id ?? item.category_name} className={styles.item}>
            <span className={styles.itemName}>
              {item.quantity} × {item.category_name}
            </span>
            <span className={styles.itemPrice}>
              <Money amount={item.price_per_item * item.quantity} zeroText={t('summary.free')} />
            </span>
            <span className={styles.itemSeats}>
              {seats.length > 0
                ? t('summary.seats', { seats: seats.join(', ') })
                : item.standing === true
                  ? t('summary.standing')
                  : t('summary.quantity', { n: item.quantity })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
