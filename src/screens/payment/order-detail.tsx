import type { Payment } from '../../../contract/payment.ts';
import { type TextKey, useText, Words } from '../../text/translate.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { DraftItems } from '../order-summary/draft-items.tsx';
import { PriceLines } from '../order-summary/price-lines.tsx';
import styles from './payment.module.css';

const statusTexts: Readonly<Record<Payment['status'], TextKey>> = {
  pending: 'payment.status.pending',
  completed: 'payment.status.completed',
  expired: 'payment.status.expired',
  failed: 'payment.status.failed',
  refund_due: 'payment.status.refundDue',
  refunded: 'payment.status.refunded',
  unknown: 'payment.status.pending',
};

/** Items of the payment in the shape of a draft, if the server sends them. */
function itemsOf({ items = [] }: Payment) {
  return items.map((item) => ({
    ...item,
    category_id: null,
    seats: item.seats.map((seat) => ({ ticket_id: '', seat_number: seat, row: '', column: 0 })),
  }));
}

/** Fee and total, for a server that sends no price lines. */
function Sums({ payment }: { readonly payment: Payment }) {
  const t = useText();
  return (
    <dl className={styles.lines}>
      <div>
        <dt>{t('summary.fee')}</dt>
        <dd>
          <Money amount={payment.service_fee} zeroText={t('summary.free')} />
        </dd>
      </div>
      <div className={styles.total}>
        <dt>{t('summary.total')}</dt>
        <dd>
          <Money amount={payment.amount} />
        </dd>
      </div>
    </dl>
  );
}

interface OrderDetailProps {
  readonly payment: Payment;
  readonly eventName: string | null;
}

/** The items of this payment (§2.300, order-detail card). */
export function OrderDetail({ payment, eventName }: OrderDetailProps) {
  const t = useText();
  const items = itemsOf(payment);
  return (
    <Card as="section" aria-labelledby="order-detail" className={styles.detail ?? ''}>
      <h2 id="order-detail" className={styles.title}>
        {t('payment.order')}
      </h2>
      {eventName !== null && <p className={styles.event}>{eventName}</p>}
      <dl className={styles.lines}>
        <div>
          <dt>{t('confirm.orderNumber')}</dt>
          <dd>{payment.order_code}</dd>
        </div>
        {payment.amount > 0 && (
          <div>
            <dt>{t('payment.method')}</dt>
            <dd>{payment.payment_method_name}</dd>
          </div>
        )}
        <div>
          <dt>{t('payment.status')}</dt>
          <dd>
            <Words of={statusTexts[payment.status]} />
          </dd>
        </div>
        {payment.refund?.reference != null && (
          <div>
            <dt>{t('payment.refundReference')}</dt>
            <dd>{payment.refund.reference}</dd>
          </div>
        )}
      </dl>
      {items.length > 0 && <DraftItems items={items} />}
      {payment.pricing == null ? (
        <Sums payment={payment} />
      ) : (
        <PriceLines pricing={payment.pricing} serviceFee={payment.service_fee} />
      )}
    </Card>
  );
}
