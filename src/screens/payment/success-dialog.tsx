import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import styles from './payment.module.css';

interface SuccessDialogProps {
  /** Null while only the broker's message has arrived. */
  readonly orderCode: string | null;
  /** Number of tickets; 0 while unknown, which hides the download. */
  readonly tickets: number;
  readonly onClose: () => void;
  readonly onDownload: () => Promise<boolean>;
  readonly onCalendar: (() => void) | null;
}

/** Success dialog (§4): a successful download closes it, a failed one does not (ruling 1.2-AI). */
export function SuccessDialog(props: SuccessDialogProps) {
  const { orderCode, tickets, onClose, onDownload, onCalendar } = props;
  const t = useText();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const download = async () => {
    setState('loading');
    if (await onDownload()) onClose();
    else setState('failed');
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="s"
      title={t('payment.successTitle')}
      actions={
        <div className={styles.successActions}>
          <Button
            block
            icon={<Download />}
            busy={state === 'loading'}
            disabled={tickets === 0}
            onClick={download}
          >
            <Words of="payment.download" />
          </Button>
          {onCalendar !== null && (
            <Button variant="secondary" block icon={<CalendarPlus />} onClick={onCalendar}>
              {t('payment.calendar')}
            </Button>
          )}
          <ButtonLink to="/my-tickets" variant="secondary" block>
            {t('tickets.title')}
          </ButtonLink>
          <Button variant="ghost" block onClick={onClose}>
            {t('payment.close')}
          </Button>
        </div>
      }
    >
      <div className={styles.success}>
        <CircleCheckBig className={styles.tick} aria-hidden="true" />
        <p>
          {orderCode === null
            ? t('payment.successTextBare')
            : t('payment.successText', { order: orderCode })}
        </p>
        {tickets > 1 && <p className={styles.files}>{t('payment.files', { n: tickets })}</p>}
        {state === 'failed' && (
          <Alert tone="danger">
            <Words of="payment.pdfFailed" />
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
