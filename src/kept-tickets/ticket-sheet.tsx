import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect, useRef } from 'react';
import { longMoment } from '../text/format.ts';
import { QrCodeImage } from '../ui/qr/qr-code-image.tsx';
import { TicketCard } from '../ui/ticket-card.tsx';
import { useWakeLock } from '../ui/use-wake-lock.ts';
import type { KeptEvent, KeptTicket } from './shelf.ts';
import styles from './ticket-sheet.module.css';
import { useWhenKept } from './when-kept.ts';
import { useWords } from './words/words-context.ts';

interface TicketSheetProps {
  readonly event: KeptEvent;
  readonly ticketId: string;
  readonly onShow: (ticket: KeptTicket) => void;
  readonly onBack: () => void;
}

/** Drawn with this many units and scaled by CSS to the width of the phone. */
const qrUnits = 320;

/** One ticket for the scanner: its code first, large, on pure white; the screen stays on. */
export function TicketSheet({ event, ticketId, onShow, onBack }: TicketSheetProps): ReactNode {
  const words = useWords();
  const when = useWhenKept(event.datetime);
  const heading = useRef<HTMLHeadingElement>(null);
  useWakeLock();
  // Screen readers must notice a change of ticket, so the heading takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on a change of ticket only.
  useEffect(() => heading.current?.focus(), [ticketId]);
  const at = event.tickets.findIndex(({ id }) => id === ticketId);
  const ticket = event.tickets[at];
  if (ticket === undefined) return null;
  const [before, after] = [event.tickets[at - 1], event.tickets[at + 1]];
  const details = [
    [words.holder, ticket.holder],
    [words.venue, event.venue],
    [words.order, ticket.orderId],
  ] as const;
  return (
    <div className={styles.sheet}>
      <button type="button" className={styles.back} onClick={onBack}>
        <ChevronLeft aria-hidden="true" />
        {words.back}
      </button>
      <TicketCard
        category={ticket.category}
        heading={
          <h1 ref={heading} tabIndex={-1}>
            {event.name}
          </h1>
        }
        by={when}
        colours={event.colours}
      >
        <div className={styles.code}>
          <QrCodeImage value={ticket.code} size={qrUnits} label={words.qr(ticket.shortCode)} />
          {ticket.seat !== null && <p className={styles.seat}>{words.seat(ticket.seat)}</p>}
          <p className={styles.shortCode}>
            <span>{words.code}</span> <code>{ticket.shortCode}</code>
          </p>
        </div>
      </TicketCard>
      {event.tickets.length > 1 && (
        <nav className={styles.turn} aria-label={words.of(at + 1, event.tickets.length)}>
          <TurnButton label={words.previous} to={before} onShow={onShow}>
            <ChevronLeft aria-hidden="true" />
          </TurnButton>
          <p>{words.of(at + 1, event.tickets.length)}</p>
          <TurnButton label={words.next} to={after} onShow={onShow}>
            <ChevronRight aria-hidden="true" />
          </TurnButton>
        </nav>
      )}
      <p className={styles.gate}>{words.gate}</p>
      <dl className={styles.details}>
        {details.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <p className={styles.keptAt}>{words.keptAt(longMoment(ticket.keptAt, words.lang))}</p>
    </div>
  );
}

function TurnButton(props: {
  readonly label: string;
  readonly to: KeptTicket | undefined;
  readonly onShow: (ticket: KeptTicket) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { label, to, onShow, children } = props;
  return (
    <button
      type="button"
      aria-label={label}
      className={styles.turnButton}
      disabled={to === undefined}
      onClick={() => to !== undefined && onShow(to)}
    >
      {children}
    </button>
  );
}
