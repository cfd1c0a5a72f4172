import CircleDashed from 'lucide-react/icons/circle-dashed';
import CloudOff from 'lucide-react/icons/cloud-off';
import Radio from 'lucide-react/icons/radio';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import WifiOff from 'lucide-react/icons/wifi-off';
import { localTime } from '../../text/format.ts';
import { type MachineText, Said, type TextKey, useText, Words } from '../../text/translate.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import styles from './payment-state.module.css';

export interface PaymentStateProps {
  /** The device has a network. */
  readonly isOnline: boolean;
  /** The buyer requested another method, and the server is voiding the charge. */
  readonly isChanging: boolean;
  /** The deadline has passed, and the server has not sent the final state yet. */
  readonly isPastDeadline: boolean;
  /** A requested status check is running. */
  readonly isChecking: boolean;
  readonly error: MachineText | null;
  /** When the server last sent the payment, in epoch milliseconds of its clock; null before. */
  readonly readAt: number | null;
  readonly realtime: { readonly connected: boolean; readonly error: string | null };
}

/** What the page knows of an unpaid payment. The device without a network comes first: whatever else the page says may be old. */
export function stateOf(props: Omit<PaymentStateProps, 'readAt' | 'realtime'>): PaymentState {
  if (!props.isOnline) return 'offline';
  if (props.isChanging) return 'voiding';
  if (props.isChecking) return 'reading';
  if (props.error !== null) return 'unread';
  return props.isPastDeadline ? 'verifying' : 'notPaid';
}

type PaymentState = 'offline' | 'voiding' | 'reading' | 'unread' | 'verifying' | 'notPaid';

const looks = {
  offline: { text: 'payment.offline', Icon: CloudOff, isCalm: false },
  voiding: { text: 'payment.voiding', Icon: RefreshCw, isCalm: false },
  reading: { text: 'payment.reading', Icon: RefreshCw, isCalm: true },
  unread: { text: 'payment.unread', Icon: CloudOff, isCalm: false },
  verifying: { text: 'payment.verifying', Icon: RefreshCw, isCalm: true },
  notPaid: { text: 'payment.notPaid', Icon: CircleDashed, isCalm: true },
} as const satisfies Record<PaymentState, { text: TextKey; Icon: unknown; isCalm: boolean }>;

/** The state of the payment in one line, when it was read, and whether changes arrive in real time. */
export function StateLine(props: PaymentStateProps) {
  const { readAt, realtime, isOnline } = props;
  const t = useText();
  const { text, Icon, isCalm } = looks[stateOf(props)];
  return (
    <>
      <div className={styles.state} data-calm={isCalm || undefined}>
        <Icon aria-hidden="true" />
        <div className={styles.words}>
          <p role="status" className={styles.sentence}>
            <Words of={text} />
          </p>
          <p className={styles.notes}>
            {readAt !== null && <span>{t('payment.readAt', { time: localTime(readAt) })}</span>}
            <span className={styles.monitoring} data-on={realtime.connected || undefined}>
              {realtime.connected ? <Radio aria-hidden="true" /> : <WifiOff aria-hidden="true" />}
              <Words of={realtime.connected ? 'payment.monitoringOn' : 'payment.monitoringOff'} />
            </span>
          </p>
        </div>
      </div>
      {isOnline && !realtime.connected && realtime.error !== null && (
        <Alert
          tone="warning"
          title={
            <>
              {t('payment.realtimeLost')} <Said text={realtime.error} />
            </>
          }
        >
          {t('payment.realtimeContinues')}
        </Alert>
      )}
    </>
  );
}
