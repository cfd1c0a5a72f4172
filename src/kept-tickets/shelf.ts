import type { PosterColours } from '../../contract/picture/poster-colours.ts';
import {
  type ETicket,
  eTicket,
  type IssuedTicket,
  myEventTickets,
  myTickets,
  type OrderSummary,
} from '../../contract/ticket/tickets.ts';
import { keptNames } from '../effects/kept-tickets/names.ts';
import type { Kept } from '../effects/kept-tickets/store.ts';
import { isActive } from '../screens/my-tickets/wib-day.ts';
import { parseInstant } from '../text/format.ts';

/** The data of a ticket known without the server. */
export interface KeptTicket {
  readonly id: string;
  /** The code that the gate scans. */
  readonly code: string;
  readonly shortCode: string;
  readonly category: string;
  readonly seat: string | null;
  readonly holder: string | null;
  readonly orderId: string | null;
  /** Epoch milliseconds of the stored response. */
  readonly keptAt: number;
}

/** The tickets of one event. */
export interface KeptEvent {
  readonly name: string;
  readonly venue: string;
  /** As the server sent it; may be TBA. */
  readonly datetime: string;
  /** Of the poster; null if no stored response names them. */
  readonly colours: PosterColours | null;
  readonly isOver: boolean;
  readonly tickets: readonly KeptTicket[];
}

const inList = (ticket: IssuedTicket, keptAt: number): KeptTicket => ({
  id: ticket.id,
  code: ticket.qr_code || ticket.ticket_code,
  shortCode: ticket.ticket_code,
  category: ticket.ticket_type,
  seat: ticket.seat_number,
  holder: ticket.holder_name ?? null,
  orderId: ticket.order_id ?? null,
  keptAt,
});

const inFull = (ticket: ETicket, keptAt: number): KeptTicket => ({
  id: ticket.id,
  code: ticket.qr_code || ticket.ticket_code,
  shortCode: ticket.ticket_code,
  category: ticket.category_name,
  seat: ticket.seat_number ?? null,
  holder: ticket.holder_name,
  orderId: ticket.order_id,
  keptAt,
});

/** Groups by name and time, which both kinds of response share. */
const keyOf = (name: string, datetime: string) => `${name} ${parseInstant(datetime) ?? 'TBA'}`;

interface Shelf {
  readonly name: string;
  readonly venue: string;
  readonly datetime: string;
  colours: PosterColours | null;
  readonly tickets: Map<string, KeptTicket>;
}

/**
 * Groups stored responses into events with tickets: upcoming events first, the next one on top. The detail of a ticket takes precedence
 * over its list entry. Ignores responses that do not match the contract.
 */
export function keptEvents(kept: readonly Kept[], now: number): KeptEvent[] {
  const shelves = new Map<string, Shelf>();
  const opened = new Set<string>();
  const put = (event: Omit<Shelf, 'tickets'>, ticket: KeptTicket, isFull: boolean) => {
    const key = keyOf(event.name, event.datetime);
    const shelf = shelves.get(key) ?? { ...event, tickets: new Map() };
    shelf.colours ??= event.colours;
    shelves.set(key, shelf);
    if (isFull || !opened.has(ticket.id)) shelf.tickets.set(ticket.id, ticket);
  };

  const orders = ordersIn(kept);
  for (const { name, value, keptAt } of kept) {
    const order = orders.find(({ event_slug }) => keptNames.event(event_slug) === name);
    const list = order === undefined ? null : myEventTickets.answer.safeParse(value);
    if (order !== undefined && list?.success) {
      const { name: title, venue_name: venue, datetime } = order;
      const event = { name: title, venue, datetime, colours: list.data.colours ?? null };
      for (const ticket of list.data.data) {
        put(event, inList(ticket, keptAt), false);
      }
    }
    const full = name.startsWith(keptNames.ticket('')) ? eTicket.answer.safeParse(value) : null;
    if (full?.success) {
      const { event_name, venue_name, event_date, colours = null } = full.data.ticket;
      const event = { name: event_name, venue: venue_name, datetime: event_date, colours };
      opened.add(full.data.ticket.id);
      put(event, inFull(full.data.ticket, keptAt), true);
    }
  }
  return [...shelves.values()]
    .map((shelf) => ({
      ...shelf,
      isOver: !isActive(shelf, now),
      tickets: [...shelf.tickets.values()].sort((a, b) => compareSeats(a, b)),
    }))
    .sort((a, b) => Number(a.isOver) - Number(b.isOver) || timeOf(a) - timeOf(b));
}

function ordersIn(kept: readonly Kept[]): readonly OrderSummary[] {
  const found = kept.find(({ name }) => name === keptNames.orders);
  const parsed = found === undefined ? null : myTickets.answer.safeParse(found.value);
  return parsed?.success ? parsed.data : [];
}

/** Sorts seat A-2 before A-10. */
function compareSeats(a: KeptTicket, b: KeptTicket): number {
  const [first, second] = [a.seat ?? a.shortCode, b.seat ?? b.shortCode];
  return first.localeCompare(second, 'id', { numeric: true });
}

const timeOf = ({ datetime }: KeptEvent) => parseInstant(datetime) ?? Number.POSITIVE_INFINITY;

/** Names of stored responses whose event ended more than a week ago. */
export function outdatedNames(kept: readonly Kept[], now: number): string[] {
  const week = 7 * 24 * 60 * 60 * 1000;
  const orders = ordersIn(kept);
  return kept
    .filter(({ name, value }) => {
      const order = orders.find(({ event_slug }) => keptNames.event(event_slug) === name);
      const full = name.startsWith(keptNames.ticket('')) ? eTicket.answer.safeParse(value) : null;
      const datetime = order?.datetime ?? (full?.success ? full.data.ticket.event_date : null);
      return datetime !== null && !isActive({ datetime }, now - week);
    })
    .map(({ name }) => name);
}
