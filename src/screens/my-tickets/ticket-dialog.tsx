import type { IssuedTicket, OrderSummary } from '../../../contract/tickets.ts';
import { pathOf } from '../../app/paths.ts';
import { media, useMedia } from '../../app/use-media.ts';
import { useWhen } from '../../app/when.ts';
import { useText } from '../../text/translate.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useWakeLock } from '../payment/use-wake-lock.ts';
import styles from './ticket-dialog.module.css';

interface TicketDialogProps {
  readonly order: OrderSummary;
  readonly status: 'loading' | 'failed' | 'ready';
  readonly tickets: readonly IssuedTicket[];
  readonly onClose: () => void;
  readonly onRetry: () => void;
}

/** Pixels of the code (§9): a phone is held to the scanner itself. */
const qrSizes = { desktop: 176, phone: 208 } as const;

function TicketStub({ ticket }: { readonly ticket: IssuedTicket }) {
  const t = useText();
  const isDesktop = useMedia(media.desktop);
  return (
    <article className={styles.stub}>
      <QrCode
        value={ticket.qr_code || ticket.ticket_code}
        size={isDesktop ? qrSizes.desktop : qrSizes.phone}
        label={t('tickets.qr', { code: ticket.ticket_code })}
        className={styles.qr ?? ''}
      />
      <div className={styles.words}>
        <h3>{ticket.ticket_type}</h3>
        {ticket.seat_number !== null && <p>{t('tickets.seat', { seat: ticket.seat_number })}</p>}
        {ticket.holder_name && <p>{ticket.holder_name}</p>}
        <p className={styles.code}>
          <span>{t('tickets.code')}</span>
          <code>{ticket.ticket_code}</code>
        </p>
        <ButtonLink
          to={pathOf({ name: 'e-ticket', ticketId: ticket.id })}
          size="s"
          variant="secondary"
        >
          {t('tickets.open')}
        </ButtonLink>
      </div>
    </article>
  );
}

/** The tickets of one event with what the gate scans (§2). */
export function TicketDialog({ order, status, tickets, onClose, onRetry }: TicketDialogProps) {
  const t = useText();
  const when = useWhen()(order.datetime);
  useWakeLock();
  return (
    <Dialog open onClose={onClose} title={order.name} size="m">
      <p className={styles.when}>
        {when.date}, {when.time} · {order.venue_name}
      </p>
      {status === 'loading' && (
        <Loading text={t('tickets.loading')} hideText className={styles.stubs ?? ''}>
          <Skeleton shape="block" className={styles.skeleton} />
        </Loading>
      )}
      {status === 'failed' && <RetryAlert onRetry={onRetry}>{t('tickets.loadFailed')}</RetryAlert>}
      {status === 'ready' && (
        <ul className={styles.stubs}>
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <TicketStub ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
