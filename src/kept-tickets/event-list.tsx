import type { ReactNode } from 'react';
import styles from './kept-tickets.module.css';
import type { KeptEvent, KeptTicket } from './shelf.ts';
import { useWhenKept } from './when-kept.ts';
import { useWords } from './words/words-context.ts';

interface EventListProps {
  readonly events: readonly KeptEvent[];
  /** The address names a ticket that is not stored. */
  readonly isMissing: boolean;
  readonly onShow: (ticket: KeptTicket) => void;
}

/** Every stored ticket, grouped by event. */
export function EventList({ events, isMissing, onShow }: EventListProps): ReactNode {
  const words = useWords();
  return (
    <>
      <header className={styles.head}>
        <h1>{words.title}</h1>
        <p className={styles.intro}>{words.intro}</p>
      </header>
      {isMissing && (
        <p role="alert" className={styles.missing}>
          {words.missing}
        </p>
      )}
      {events.length === 0 ? (
        <div className={styles.none}>
          <h2>{words.none}</h2>
          <p>{words.noneText}</p>
          <a href="/">{words.home}</a>
        </div>
      ) : (
        <ul className={styles.events}>
          {events.map((event) => (
            <li key={`${event.name} ${event.datetime}`}>
              <EventCard event={event} onShow={onShow} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function EventCard(props: {
  readonly event: KeptEvent;
  readonly onShow: (ticket: KeptTicket) => void;
}): ReactNode {
  const { event, onShow } = props;
  const words = useWords();
  const when = useWhenKept(event.datetime);
  return (
    <article className={styles.event} data-over={event.isOver}>
      <h2>{event.name}</h2>
      <p className={styles.facts}>
        {when}
        <br />
        {event.venue}
      </p>
      <p className={styles.count}>
        {words.count(event.tickets.length)}
        {event.isOver && <span className={styles.over}>{words.over}</span>}
      </p>
      <ul className={styles.tickets}>
        {event.tickets.map((ticket) => (
          <li key={ticket.id}>
            <button
              type="button"
              className={styles.ticket}
              aria-label={words.showOf(ticket.seat ?? ticket.shortCode)}
              onClick={() => onShow(ticket)}
            >
              <span className={styles.seat}>
                {ticket.seat === null ? ticket.category : words.seat(ticket.seat)}
              </span>
              <span className={styles.soft}>{ticket.holder ?? ticket.shortCode}</span>
              <span className={styles.show}>{words.show}</span>
            </button>
          </li>
        ))}
      </ul>
    </article>
  );
}
