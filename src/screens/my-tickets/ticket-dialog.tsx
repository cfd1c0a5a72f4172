import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import TicketIcon from 'lucide-react/icons/ticket';
import { useRef, useState } from 'react';
import type { IssuedTicket, OrderSummary } from '../../../contract/tickets.ts';
import { ReaderTime } from '../../app/reader-time.tsx';
import { pathOf } from '../../app/routing/paths.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { useWhen } from '../../app/when.ts';
import { useText } from '../../text/translate.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RetryAlert } from '../../ui/feedback/retry-alert.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Sheet } from '../../ui/navigation/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import { AllTicketsButton } from '../e-ticket/all-tickets-button.tsx';
import styles from './ticket-dialog.module.css';

interface TicketDialogProps {
  readonly order: OrderSummary;
  readonly status: 'loading' | 'failed' | 'ready';
  readonly tickets: readonly IssuedTicket[];
  readonly onClose: () => void;
  readonly onRetry: () => void;
}

/** Pixels of the code (§9): the gate scans it from the phone's screen. */
const qrSizes = { desktop: 176, phone: 208 } as const;

interface TicketStubProps {
  readonly ticket: IssuedTicket;
  /** 'Ticket 1 of 3'; null for a single ticket. */
  readonly place: string | null;
  readonly size: number;
}

function TicketStub({ ticket, place, size }: TicketStubProps) {
  const t = useText();
  return (
    <article className={styles.stub}>
      <QrCode
        value={ticket.qr_code || ticket.ticket_code}
        size={size}
        label={t('tickets.qr', { code: ticket.ticket_code })}
        className={styles.qr ?? ''}
      />
      <div className={styles.words}>
        {place !== null && <p className={styles.place}>{place}</p>}
        <h3>{ticket.ticket_type}</h3>
        {ticket.seat_number !== null && <p>{t('tickets.seat', { seat: ticket.seat_number })}</p>}
        {ticket.standing === true && <p>{t('tickets.standing')}</p>}
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

/** Shows which ticket of the row is visible, with buttons to the others. */
function useRow() {
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const follow = () => {
    const { scrollLeft = 0, clientWidth = 0 } = row.current ?? {};
    setAt(clientWidth === 0 ? 0 : Math.round(scrollLeft / clientWidth));
  };
  const goTo = (place: number) => {
    const ticket = row.current?.children[place];
    // Without smooth scrolling: a buyer with five tickets at the gate presses faster than the animation.
    if (ticket instanceof HTMLElement)
      row.current?.scrollTo({ left: ticket.offsetLeft, behavior: 'instant' });
  };
  return { row, at, follow, goTo };
}

/** The tickets of one order with their QR codes (§2); one at a time on a phone, so that no scanner reads the neighbour. */
export function TicketDialog({ order, status, tickets, onClose, onRetry }: TicketDialogProps) {
  const t = useText();
  const when = useWhen()(order.datetime);
  const isDesktop = useMedia(media.desktop);
  const { row, at, follow, goTo } = useRow();
  const total = tickets.length;
  const placeOf = (index: number) => t('tickets.place', { n: index + 1, total });
  useWakeLock();
  return (
    <Sheet
      open
      onClose={onClose}
      title={order.name}
      size="m"
      actions={
        status === 'ready' &&
        total > 1 &&
        !isDesktop && (
          <div className={styles.turning}>
            <IconButton
              variant="secondary"
              label={t('tickets.previous')}
              disabled={at <= 0}
              onClick={() => goTo(at - 1)}
            >
              <ChevronLeft />
            </IconButton>
            <p aria-live="polite">{placeOf(at)}</p>
            <IconButton
              variant="secondary"
              label={t('tickets.next')}
              disabled={at >= total - 1}
              onClick={() => goTo(at + 1)}
            >
              <ChevronRight />
            </IconButton>
          </div>
        )
      }
    >
      <div className={styles.when}>
        <p>
          {when.time === when.date ? when.date : `${when.date} · ${when.time}`}
          <ReaderTime datetime={order.datetime} />
        </p>
        <p>{order.venue_name || t('card.tba')}</p>
      </div>
      {status === 'loading' && (
        <Loading text={t('tickets.loading')} hideText>
          <Skeleton shape="block" className={styles.skeleton} />
        </Loading>
      )}
      {status === 'failed' && <RetryAlert onRetry={onRetry}>{t('tickets.loadFailed')}</RetryAlert>}
      {status === 'ready' && total === 0 && (
        <EmptyState level={3} icon={<TicketIcon />} title={t('tickets.none')} />
      )}
      {status === 'ready' && total > 0 && (
        <ul ref={row} className={styles.stubs} onScroll={follow}>
          {tickets.map((ticket, index) => (
            <li key={ticket.id}>
              <TicketStub
                ticket={ticket}
                place={isDesktop && total > 1 ? placeOf(index) : null}
                size={isDesktop ? qrSizes.desktop : qrSizes.phone}
              />
            </li>
          ))}
        </ul>
      )}
      {total > 1 && <AllTicketsButton slug={order.event_slug} order={order.order_id} />}
    </Sheet>
  );
}
