import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { Payment } from '../../../contract/payment.ts';
import type { PaymentNotice } from '../../../machines/payment/payment.types.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { localTime, longDate, parseInstant } from '../../text/format.ts';
import {
  type MachineText,
  Said,
  type TextKey,
  useLocale,
  useText,
  Words,
} from '../../text/translate.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Countdown } from '../../ui/feedback/countdown.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Money } from '../../ui/money.tsx';
import { MethodMark, markOf } from '../payment-method/method-mark.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { OrderDetail } from './order-detail.tsx';
import { PayBy } from './pay-by.tsx';
import styles from './payment.module.css';
import { type PaymentStateProps, StateLine } from './payment-state.tsx';
import { PaymentWithoutTickets, Refused } from './payment-without-tickets.tsx';
import { type IssuedTickets, SuccessDialog } from './success-dialog.tsx';

export interface PaymentViewProps extends PaymentStateProps {
  readonly stage: 'loading' | 'awaiting' | 'refused' | 'completed' | 'expired' | 'failed';
  readonly payment: Payment | null;
  readonly eventName: string | null;
  /** Monotonic milliseconds. */
  readonly deadline: number | null;
  readonly notices: readonly PaymentNotice[];
  /** The requested status check found no change. */
  readonly wasChecked: boolean;
  /** Why the method could not be changed. */
  readonly changeError: MachineText | null;
  /** The buyer has acknowledged the message and is leaving the page. */
  readonly isLeaving?: boolean;
  /** The tickets of a completed payment; null while they are read. */
  readonly issued: IssuedTickets | null;
  readonly onCheck: () => void;
  readonly onChange: () => void;
  readonly onClose: () => void;
  readonly onDismiss: () => void;
  /** Saves every ticket; resolves to whether it succeeded. */
  readonly onDownload: () => Promise<boolean>;
  /** Saves the event as a calendar file; null while its date is unknown. */
  readonly onCalendar: (() => void) | null;
}

const noticeTexts: Readonly<Record<PaymentNotice['event'], TextKey>> = {
  payment_started: 'payment.processing',
  payment_completed: 'payment.completed',
  payment_expired: 'payment.expired',
};

function Deadline({ payment, deadline }: { payment: Payment; deadline: number | null }) {
  const t = useText();
  const [locale] = useLocale();
  const expiry = payment.expires_at === null ? null : parseInstant(payment.expires_at);
  if (deadline === null && expiry === null) return null;
  return (
    <div className={styles.deadline}>
      {expiry !== null && (
        <p className={styles.expiry}>
          {t('payment.payBefore')}{' '}
          <strong>
            {longDate(expiry, locale)}, {localTime(expiry)}
          </strong>
        </p>
      )}
      {deadline !== null && (
        <Countdown
          deadline={deadline}
          format="hh:mm:ss"
          label={t('payment.remaining')}
          className={styles.clock ?? ''}
        />
      )}
    </div>
  );
}

function Notices({ notices }: { readonly notices: readonly PaymentNotice[] }) {
  const t = useText();
  return (
    <ul className={styles.notices} aria-live="polite" aria-label={t('queue.notices')}>
      {notices.map((notice) => (
        <li key={notice.id}>
          <Words of={noticeTexts[notice.event]} />
        </li>
      ))}
    </ul>
  );
}

function CheckButton(props: Pick<PaymentViewProps, 'isChecking' | 'isChanging' | 'onCheck'>) {
  const { isChecking, isChanging, onCheck } = props;
  const t = useText();
  return (
    <Button
      variant="secondary"
      block
      icon={<RefreshCw />}
      busy={isChecking}
      disabled={isChanging}
      onClick={onCheck}
    >
      {t(isChecking ? 'payment.checking' : 'payment.checkStatus')}
    </Button>
  );
}

/** The method with 'Ganti metode' (§2.308), below the message of a failed change. */
function Method(props: PaymentViewProps & { readonly payment: Payment }) {
  const { payment, isChanging, changeError, onChange } = props;
  const t = useText();
  const mark = markOf(payment.payment_method, payment.payment_method_name);
  return (
    <>
      {changeError !== null && (
        <Alert tone="danger">
          <Said text={changeError} />
        </Alert>
      )}
      <div className={styles.method}>
        {mark !== null && <MethodMark mark={mark} />}
        <p className={styles.methodName}>
          <span className={styles.label}>{t('payment.by')}</span>{' '}
          <strong>{payment.payment_method_name}</strong>
        </p>
        <Button variant="ghost" size="s" busy={isChanging} onClick={onChange}>
          {t(isChanging ? 'payment.changing' : 'payment.change')}
        </Button>
      </div>
    </>
  );
}

/** Shown while the payment cannot be read: the message, and a button to retry before the next poll. */
function Unread(props: PaymentViewProps & { readonly error: MachineText }) {
  return (
    <Card className="stack">
      <Alert tone="danger">
        <Said text={props.error} />
      </Alert>
      <CheckButton {...props} />
    </Card>
  );
}

function Paying(props: PaymentViewProps & { readonly payment: Payment }) {
  const { payment, deadline, isPastDeadline, isOnline, eventName, notices, error } = props;
  const { wasChecked } = props;
  // A buyer who has paid must not read that nothing has come.
  const isInReview = payment.in_review === true;
  const t = useText();
  return (
    <div className={styles.layout}>
      <Card className="stack">
        {isInReview && <Alert tone="warning">{t('payment.inReview')}</Alert>}
        <div className={styles.due}>
          <div className={styles.amount}>
            <p className={styles.label}>{t('payment.total')}</p>
            <div className={styles.amountLine}>
              <p className={styles.sum}>
                <Money amount={payment.amount} />
              </p>
              {!isPastDeadline && !isInReview && (
                <CopyButton text={String(payment.amount)} label={t('payment.copyTotal')} />
              )}
            </div>
          </div>
          {!isInReview && <Deadline payment={payment} deadline={deadline} />}
        </div>
        {isInReview ? null : isPastDeadline ? (
          <Alert tone="warning" title={t('payment.pastDeadlineTitle')}>
            {t(isOnline ? 'payment.pastDeadline' : 'payment.pastDeadlineOffline')}
          </Alert>
        ) : (
          <>
            <Method {...props} />
            <PayBy payment={payment} />
          </>
        )}
        {!isInReview && <StateLine {...props} />}
        {!isInReview && !isPastDeadline && <HowToPay payment={payment} isOnline={isOnline} />}
        <Notices notices={notices} />
        {error !== null && (
          <Alert tone="danger">
            <Said text={error} />
          </Alert>
        )}
        <p role="status" className={styles.answer}>
          {wasChecked && error === null && !isInReview && t('payment.stillPending')}
        </p>
        <CheckButton {...props} />
      </Card>
      <OrderDetail payment={payment} eventName={eventName} />
    </div>
  );
}

function PaymentSkeleton() {
  const t = useText();
  return (
    <Loading text={t('payment.loading')} hideText className={styles.layout ?? ''}>
      <Skeleton shape="block" className={styles.paySkeleton} />
      <Skeleton shape="block" className={styles.detailSkeleton} />
    </Loading>
  );
}

/** The page before its flow has started. */
export function PaymentLoading() {
  const t = useText();
  return (
    <div className={styles.page}>
      <PageHeading title={t('payment.heading')}>{t('payment.heading')}</PageHeading>
      <PaymentSkeleton />
    </div>
  );
}

/** The payment page (§2.300): amount, instructions and deadline; then the result. */
export function PaymentView(props: PaymentViewProps) {
  const { stage, payment, error, onClose, onDownload, onCalendar } = props;
  const t = useText();
  const isOver = stage === 'expired' || stage === 'failed';
  return (
    <div className={styles.page}>
      {!isOver && stage !== 'refused' && (
        <PageHeading title={t('payment.heading')}>{t('payment.heading')}</PageHeading>
      )}
      {isOver ? (
        <PaymentWithoutTickets {...props} stage={stage} isLeaving={props.isLeaving === true} />
      ) : stage === 'refused' ? (
        <Refused payment={payment} deadline={props.deadline} onChange={props.onChange} />
      ) : payment === null && error !== null && stage === 'loading' ? (
        <Unread {...props} error={error} />
      ) : payment === null ? (
        <PaymentSkeleton />
      ) : stage === 'completed' ? (
        // Renders nothing behind the success modal.
        <OrderDetail payment={payment} eventName={props.eventName} />
      ) : (
        <Paying {...props} payment={payment} />
      )}
      {stage === 'completed' && (
        <SuccessDialog
          orderCode={payment?.order_code ?? null}
          count={payment?.ticket_ids.length ?? 0}
          issued={props.issued}
          onClose={onClose}
          onDownload={onDownload}
          onCalendar={onCalendar}
        />
      )}
    </div>
  );
}
