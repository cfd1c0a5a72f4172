import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { IssuedTicket } from '../../../contract/ticket/tickets.ts';
import { InAppNote } from '../../app/shell/in-app-note.tsx';
import { useText, Words } from '../../text/translate.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Dialog } from '../../ui/navigation/dialog.tsx';
import { TicketRow, type TicketsEvent } from '../my-tickets/ticket-row.tsx';
import styles from './success-dialog.module.css';

/** The tickets of the payment, and their event; null while they are read, empty where they cannot be. */
export interface IssuedTickets {
  readonly tickets: readonly IssuedTicket[];
  readonly event: TicketsEvent;
}

interface SuccessDialogProps {
  /** Null while only the broker's message has arrived. */
  readonly orderCode: string | null;
  /** Number of tickets; 0 while unknown, which hides the download. */
  readonly count: number;
  readonly issued: IssuedTickets | null;
  readonly onClose: () => void;
  readonly onDownload: () => Promise<boolean>;
  readonly onCalendar: (() => void) | null;
}

function Issued({ issued }: Pick<SuccessDialogProps, 'issued'>) {
  const t = useText();
  if (issued === null) {
    return (
      <Loading text={t('tickets.loading')} hideText>
        <Skeleton shape="block" className={styles.skeleton} />
      </Loading>
    );
  }
  return issued.tickets.length === 0 ? null : (
    <div className={styles.issued}>
      <TicketRow {...issued} />
    </div>
  );
}

/** Success dialog: the tickets themselves. A successful download closes it, a failed one does not (§2.330). */
export function SuccessDialog(props: SuccessDialogProps) {
  const { orderCode, count, issued, onClose, onDownload, onCalendar } = props;
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
      size="m"
      title={t('payment.successTitle')}
      actions={
        <Button
          block
          icon={<Download />}
          busy={state === 'loading'}
          disabled={count === 0}
          onClick={download}
        >
          <Words of="payment.download" />
        </Button>
      }
    >
      <div className={styles.success}>
        <p className={styles.paid}>
          <CircleCheckBig className={styles.tick} aria-hidden="true" />
          <span>
            {orderCode === null
              ? t('payment.successTextBare')
              : t('payment.successText', { order: orderCode })}
          </span>
        </p>
        {count > 0 && <Issued issued={issued} />}
        {count > 1 && <p className={styles.files}>{t('payment.files', { n: count })}</p>}
        {onCalendar !== null && (
          <Button variant="ghost" size="s" icon={<CalendarPlus />} onClick={onCalendar}>
            {t('payment.calendar')}
          </Button>
        )}
        <InAppNote />
        {state === 'failed' && (
          <Alert tone="danger">
            <Words of="payment.pdfFailed" />
          </Alert>
        )}
        {/* Below the tickets, so that code and seat are whole on the first screen. */}
        <div className={styles.others}>
          <ButtonLink to="/my-tickets" variant="ghost" size="s">
            {t('tickets.title')}
          </ButtonLink>
          <Button variant="ghost" size="s" onClick={onClose}>
            {t('payment.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
