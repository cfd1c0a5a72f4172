import CircleX from 'lucide-react/icons/circle-x';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { Payment } from '../../../contract/payment.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { type MachineText, Said, type TextKey, useText, Words } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './payment.module.css';

/** A refund: its amount and its reference. */
function Refund({ payment }: { readonly payment: Payment }) {
  const t = useText();
  const { refund } = payment;
  if (refund == null) return null;
  return (
    <>
      <dl className={styles.refund}>
        <div>
          <dt>{t('payment.refundAmount')}</dt>
          <dd>
            <Money amount={refund.amount} />
          </dd>
        </div>
        <div>
          <dt>{t('confirm.orderNumber')}</dt>
          <dd>{payment.order_code}</dd>
        </div>
        <div>
          <dt>{t('payment.status')}</dt>
          <dd>
            {t(refund.status === 'done' ? 'payment.status.refunded' : 'payment.status.refundDue')}
          </dd>
        </div>
        {refund.reference !== null && (
          <div>
            <dt>{t('payment.refundReference')}</dt>
            <dd>{refund.reference}</dd>
          </div>
        )}
      </dl>
      <p className={styles.expiry}>{t('payment.refundMail')}</p>
    </>
  );
}

function titleOf(stage: PaymentWithoutTicketsProps['stage'], payment: Payment | null): TextKey {
  if (payment?.in_review === true) return 'payment.heading';
  if (stage === 'expired') return 'payment.status.expired';
  switch (payment?.status) {
    case 'refunded':
      return 'payment.status.refunded';
    case 'refund_due':
      return 'payment.status.refundDue';
    default:
      return 'payment.status.failed';
  }
}

interface PaymentWithoutTicketsProps {
  readonly stage: 'expired' | 'failed';
  readonly payment: Payment | null;
  readonly error: MachineText | null;
  readonly isLeaving: boolean;
  readonly onDismiss: () => void;
}

/** A payment without tickets: expired, refused, or settled too late and refunded (F42). */
export function PaymentWithoutTickets({
  stage,
  payment,
  error,
  isLeaving,
  onDismiss,
}: PaymentWithoutTicketsProps) {
  const t = useText();
  const isFailed = stage === 'failed';
  const goesBack = isFailed && payment?.refund != null;
  return (
    <Card padding="l" className={styles.over ?? ''}>
      {goesBack ? (
        <RotateCcw className={styles.overIcon} data-back="" aria-hidden="true" />
      ) : (
        <CircleX className={styles.overIcon} aria-hidden="true" />
      )}
      <div role="alert">
        <PageHeading title={t(titleOf(stage, payment))}>
          {!isFailed ? (
            t(payment?.in_review === true ? 'payment.inReview' : 'payment.expired')
          ) : error === null ? (
            t('payment.status.failed')
          ) : (
            <Said text={error} />
          )}
        </PageHeading>
      </div>
      {goesBack && payment !== null && <Refund payment={payment} />}
      {isFailed && (
        <Button block busy={isLeaving} onClick={onDismiss}>
          {t('common.ok')}
        </Button>
      )}
    </Card>
  );
}

type Ended = NonNullable<Payment['end_reason']>;
const refusedTexts: Readonly<Record<Ended, readonly [title: TextKey, why: TextKey]>> = {
  denied: ['payment.denied', 'payment.deniedWhy'],
  cancelled: ['payment.cancelled', 'payment.cancelledWhy'],
  expired: ['payment.lapsed', 'payment.lapsedWhy'],
  changed: ['payment.cancelled', 'payment.cancelledWhy'],
  unknown: ['payment.cancelled', 'payment.cancelledWhy'],
};

interface RefusedProps {
  readonly payment: Payment | null;
  /** End of the seat holds in monotonic milliseconds. */
  readonly deadline: number | null;
  readonly onChange: () => void;
}

/** The charge has ended while the seats are still held: the reason, that no money was taken, and the next step (§2.309). */
export function Refused({ payment, deadline, onChange }: RefusedProps) {
  const t = useText();
  const isInReview = payment?.in_review === true;
  const [title, why] = refusedTexts[payment?.end_reason ?? 'unknown'];
  return (
    <Card padding="l" className={styles.over ?? ''}>
      <CircleX className={styles.overIcon} aria-hidden="true" />
      <div role="alert">
        <PageHeading title={t('payment.heading')}>
          <Words of={title} />
        </PageHeading>
        <p>
          {isInReview ? (
            t('payment.inReview')
          ) : (
            <>
              <Words of={why} /> {t('payment.stillHeld')}
            </>
          )}
        </p>
      </div>
      {deadline !== null && (
        <Countdown
          deadline={deadline}
          format="mm:ss"
          label={t('purchase.remaining')}
          className={styles.clock ?? ''}
        />
      )}
      {!isInReview && (
        <Button block size="l" onClick={onChange}>
          {t('payment.changeOther')}
        </Button>
      )}
    </Card>
  );
}
