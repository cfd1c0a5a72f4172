import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useRef, useState } from 'react';
import type { PosterColours } from '../../../contract/picture/poster-colours.ts';
import type { IssuedTicket } from '../../../contract/ticket/tickets.ts';
import { ReaderTime } from '../../app/reader-time.tsx';
import { pathOf } from '../../app/routing/paths.ts';
import { media, useMedia } from '../../app/shell/use-media.ts';
import { useWhen } from '../../app/when.ts';
import { useText } from '../../text/translate.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { QrCode } from '../../ui/qr/qr-code.tsx';
import { TicketCard } from '../../ui/ticket-card.tsx';
import { useWakeLock } from '../../ui/use-wake-lock.ts';
import styles from './ticket-row.module.css';

/** The event of a row of tickets. */
export interface TicketsEvent {
  readonly name: string;
  readonly venue: string;
  /** As the server sent it; may be TBA. */
  readonly datetime: string;
  readonly colours: PosterColours | null | undefined;
}

/** Pixels of the code (§9.41): the gate scans it from the phone's screen. */
const qrSizes = { desktop: 176, phone: 208 } as const;

interface TicketStubProps {
  readonly ticket: IssuedTicket;
  readonly event: TicketsEvent;
  /** 'Ticket 1 of 3'; null for a single ticket. */
  readonly place: string | null;
  readonly size: number;
}

function TicketStub({ ticket, event, place, size }: TicketStubProps) {
  const t = useText();
  const when = useWhen()(event.datetime);
  return (
    <TicketCard
      category={ticket.ticket_type}
      heading={<h3>{event.name}</h3>}
      by={
        <>
          <p>
            <span>{when.time === when.date ? when.date : `${when.date} · ${when.time}`}</span>
            <ReaderTime datetime={event.datetime} />
          </p>
          <p>{event.venue || t('card.tba')}</p>
        </>
      }
      colours={event.colours}
      className={styles.card}
    >
      <div className={styles.stub}>
        <QrCode
          value={ticket.qr_code || ticket.ticket_code}
          size={size}
          label={t('tickets.qr', { code: ticket.ticket_code })}
          className={styles.qr ?? ''}
        />
        <div className={styles.words}>
          {place !== null && <p className={styles.place}>{place}</p>}
          {ticket.seat_number !== null && (
            <p className={styles.seat}>{t('tickets.seat', { seat: ticket.seat_number })}</p>
          )}
          {ticket.standing === true && <p className={styles.seat}>{t('tickets.standing')}</p>}
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
      </div>
    </TicketCard>
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

interface TicketRowProps {
  readonly tickets: readonly IssuedTicket[];
  readonly event: TicketsEvent;
}

/** Tickets with their QR codes; one at a time on a phone, so that no scanner reads the neighbour. The screen stays on. */
export function TicketRow({ tickets, event }: TicketRowProps) {
  const t = useText();
  const isDesktop = useMedia(media.desktop);
  const { row, at, follow, goTo } = useRow();
  const total = tickets.length;
  const placeOf = (index: number) => t('tickets.place', { n: index + 1, total });
  useWakeLock();
  return (
    <>
      {total > 1 && !isDesktop && (
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
      )}
      <ul ref={row} className={styles.stubs} onScroll={follow}>
        {tickets.map((ticket, index) => (
          <li key={ticket.id}>
            <TicketStub
              ticket={ticket}
              event={event}
              place={isDesktop && total > 1 ? placeOf(index) : null}
              size={isDesktop ? qrSizes.desktop : qrSizes.phone}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
