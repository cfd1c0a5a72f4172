import CircleX from 'lucide-react/icons/circle-x';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { Payment } from '../../../contract/payment.ts';
import { PageHeading } from '../../app/page-heading.tsx';
import { Said, useText } from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './payment.module.css';

/** Money that came too late: how much goes back, and by which number it can be asked for. */
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

interface OverProps {
  readonly stage: 'expired' | 'failed';
  readonly payment: Payment | null;
  readonly error: string | null;
  readonly isLeaving: boolean;
  readonly onDismiss: () => void;
}

/** A payment that brings no tickets: it ran out, was refused, or came too late and goes back (F42). */
export function Over({ stage, payment, error, isLeaving, onDismiss }: OverProps) {
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
        <PageHeading title={t(isFailed ? 'payment.status.failed' : 'payment.status.expired')}>
          {!isFailed ? (
            t('payment.expired')
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
