import { type ReactNode, useEffect, useState } from 'react';
import { keptTicketsPagePath } from '../../contract/stored/kept-tickets.ts';
import type { Locale } from '../../contract/texts/locale.ts';
import { parsePlace, pathOf } from '../app/routing/paths.ts';
import { useOnline } from '../app/shell/use-online.ts';
import { EventList } from './event-list.tsx';
import styles from './kept-tickets.module.css';
import type { KeptEvent, KeptTicket } from './shelf.ts';
import { TicketSheet } from './ticket-sheet.tsx';
import { WordsContext, wordsIn } from './words/words-context.ts';

interface KeptTicketsPageProps {
  readonly events: readonly KeptEvent[];
  readonly locale: Locale;
}

/** Returns the ticket id in an address, or null. */
function ticketIn(path: string): string | null {
  const screen = parsePlace(path, null, window.location.origin);
  return screen.name === 'e-ticket' ? screen.ticketId : null;
}

/** Follows the address: this page replaces every ticket page under its own address. */
function useAddress(): readonly [string, (path: string) => void] {
  const [path, setPath] = useState(() => window.location.pathname);
  useEffect(() => {
    const follow = () => setPath(window.location.pathname);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const go = (next: string) => {
    window.history.pushState(null, '', next);
    setPath(next);
    window.scrollTo(0, 0);
  };
  return [path, go];
}

/** Text of the top bar: the page replaces one that could not be fetched, until the network is back. */
function useNetworkWord(isOwnAddress: boolean): 'offline' | 'online' | 'intro' {
  const isOnline = useOnline();
  const [wasOffline, setWasOffline] = useState(!isOnline);
  if (!isOnline && !wasOffline) setWasOffline(true);
  if (isOnline && wasOffline) return 'online';
  // A connection without internet also leads to this page.
  return isOnline && isOwnAddress ? 'intro' : 'offline';
}

/** Shows every ticket stored in this browser without a request to the server. */
export function KeptTicketsPage({ events, locale }: KeptTicketsPageProps): ReactNode {
  const words = wordsIn(locale);
  const [path, go] = useAddress();
  const isOwnAddress = path === keptTicketsPagePath;
  const network = useNetworkWord(isOwnAddress);
  const wanted = ticketIn(path);
  const event = events.find(({ tickets }) => tickets.some((ticket) => ticket.id === wanted));
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const show = (ticket: KeptTicket) => go(pathOf({ name: 'e-ticket', ticketId: ticket.id }));
  const title = `${event?.name ?? words.title} – Roetix`;
  return (
    <WordsContext value={words}>
      <title>{title}</title>
      <div className={styles.bar}>
        <p role="status">{words[network]}</p>
        <a className={styles.retry} href={isOwnAddress ? '/my-tickets' : path}>
          {network === 'offline' ? words.retry : words.reopen}
        </a>
      </div>
      <main className={styles.page}>
        {event === undefined || wanted === null ? (
          <EventList events={events} isMissing={wanted !== null} onShow={show} />
        ) : (
          <TicketSheet
            event={event}
            ticketId={wanted}
            onShow={show}
            onBack={() => go('/my-tickets')}
          />
        )}
      </main>
    </WordsContext>
  );
}
