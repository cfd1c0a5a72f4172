import { calls } from '../../../contract/call/calls.ts';
import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import type {
  ETicket,
  IssuedTicket,
  OrderSummary,
  Purchase,
} from '../../../contract/ticket/tickets.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { LegalTexts } from '../../legal/texts.ts';
import type { PosterColourReader } from '../../pictures/pictures.ts';
import { addressSql, showTitleSql } from '../catalogue/show-title.ts';
import {
  asksLaterSql,
  laterStateOf,
  mayAnswerSql,
  type OrderForms,
  readOrderForms,
} from '../later/order-forms.ts';
import { shownNumber } from '../order/choice.ts';
import { maxTicketsSql } from '../order/seatmap-layout.ts';
import { inReviewSql } from '../payment/payments-view.ts';

const refuse = refuseFor(calls.eTicket, calls.eTicketHtml, calls.ticketPdf, calls.eventTicketsPdf);

/** Ids of tickets; the database refuses any other text. */
export const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Matches slugs, ids and order codes; other values are not queried. */
const keyPattern = /^[\w-]+$/;

interface SummaryRow extends Record<string, unknown> {
  event_slug: string;
  name: string;
  banner: string | null;
  venue_name: string;
  starts_at: Date;
  time_zone: TimeZone;
  ticket_amount: number;
  paid: number;
  order_code: string;
  id: string;
  event_id: string;
  may_answer: boolean;
}

/**
 * Returns the account's paid orders, and those it was given tickets of, with the number of its valid tickets, newest first; the amount includes the
 * service fee (§3.70), and is 0 where somebody else paid.
 */
export async function listTicketOrders(
  q: Queryable,
  accountId: string,
  now: Date,
): Promise<OrderSummary[]> {
  const rows = await q.query<SummaryRow>(
    `select e.slug as event_slug, ${showTitleSql} as name, e.banner, e.venue_name, e.starts_at, e.time_zone, o.order_code, o.id, o.event_id,
       o.account_id = $1 and ${mayAnswerSql('$2')} as may_answer,
       (select count(*)::int from tickets t where t.order_id = o.id and t.account_id = $1 and t.voided_at is null) as ticket_amount,
       case when o.account_id <> $1 then 0
         else coalesce((select p.amount from payments p where p.order_id = o.id and p.status = 'completed'), o.total) end as paid
     from orders o join events e on e.id = o.event_id
     where o.status = 'completed' and (o.account_id = $1 or o.id in (
       select t.order_id from tickets t where t.account_id = $1 and t.voided_at is null))
     order by o.created_at desc, o.id`,
    [accountId, now],
  );
  const held = await readOrderForms(
    q,
    rows.filter(({ may_answer }) => may_answer),
  );
  return rows.map((row) => ({
    event_slug: row.event_slug,
    name: row.name,
    banner: row.banner,
    venue_name: row.venue_name,
    datetime: localIso(row.starts_at, row.time_zone),
    ticket_amount: row.ticket_amount,
    total_paid_amount: withCommas(row.paid),
    order_id: row.order_code,
    ...laterPart(held.get(row.id)),
  }));
}

function laterPart(held: OrderForms | undefined): Pick<OrderSummary, 'later_forms'> {
  const state = laterStateOf(held);
  return state === undefined ? {} : { later_forms: state };
}

/** Formats whole rupiah as the summaries print them: `1,650,000` (§3.70). */
export function withCommas(amount: number): string {
  return String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/**
 * Returns the account's valid tickets for an event given by id or slug (§7.10), and the address of its poster; empty for an event
 * without tickets or an unknown one.
 */
export async function listEventTickets(
  q: Queryable,
  accountId: string,
  eventKey: string,
): Promise<{ tickets: IssuedTicket[]; banner: string | null }> {
  if (!keyPattern.test(eventKey)) return { tickets: [], banner: null };
  const rows = await q.query<ListedRow>(
    `select e.banner, t.id, t.ticket_code, t.category_name as ticket_type, ${shownNumber('s')} as seat_number, s.is_standing, t.qr_code, t.holder_name,
       o.order_code as order_id
     from tickets t
     join orders o on o.id = t.order_id
     join events e on e.id = t.event_id
     join seats s on s.id = t.seat_id
     where t.account_id = $1 and (e.id = $2 or e.slug = $2) and t.voided_at is null
     order by t.issued_at desc, s.row_number, s.column_number, t.id`,
    [accountId, eventKey],
  );
  return {
    tickets: rows.map(({ is_standing, banner: _, ...ticket }) => ({
      ...ticket,
      ...(is_standing && { standing: true }),
    })),
    banner: rows[0]?.banner ?? null,
  };
}

type ListedRow = IssuedTicket & { is_standing: boolean; banner: string | null } & Record<
    string,
    unknown
  >;

/** A ticket with the data that only its documents print. */
export interface TicketDocument {
  /** Its colours are those of the poster once `dressed` has read them. */
  readonly ticket: ETicket;
  readonly banner: string | null;
  readonly startsAt: Date;
  readonly timeZone: TimeZone;
  /** True where the account bought it and the event has later forms. */
  readonly asksLater: boolean;
}

interface TicketRow extends Record<string, unknown> {
  id: string;
  event_id: string;
  event_slug: string;
  event_name: string;
  banner: string | null;
  venue_name: string;
  venue_address: string | null;
  starts_at: Date;
  time_zone: TimeZone;
  qr_code: string;
  ticket_code: string;
  holder_name: string;
  order_code: string;
  category_name: string;
  seat_number: string | null;
  is_standing: boolean;
  organizer_name: string;
  organizer_logo: string | null;
  calendar_sequence: number;
  ticket_terms: string[] | null;
  max_tickets: number | null;
  asks_later: boolean;
}

const ticketSelect = `
  select t.id, e.id as event_id, e.slug as event_slug, ${showTitleSql} as event_name, e.banner,
    e.venue_name, ${addressSql} as venue_address, e.starts_at, e.time_zone, e.calendar_sequence, e.ticket_terms,
    ${maxTicketsSql} as max_tickets, t.qr_code,
    t.ticket_code, t.holder_name, o.order_code, t.category_name, ${shownNumber('s')} as seat_number, s.is_standing, g.name as organizer_name, g.logo as organizer_logo,
    o.account_id = $1 and ${asksLaterSql} as asks_later
  from tickets t
  join orders o on o.id = t.order_id
  join events e on e.id = t.event_id
  join organizers g on g.id = e.organizer_id
  join seats s on s.id = t.seat_id
  where t.account_id = $1 and t.voided_at is null`;

/** Returns one valid ticket of the account. Rejects with 404 'Ticket not found', also for a ticket of another account (§6.3). */
export async function readTicket(
  q: Queryable,
  accountId: string,
  ticketId: string,
): Promise<TicketDocument> {
  const [row] = uuidPattern.test(ticketId)
    ? await q.query<TicketRow>(`${ticketSelect} and t.id = $2::uuid`, [accountId, ticketId])
    : [];
  if (row === undefined) throw refuse('ticketNotFound');
  return documentOf(row);
}

/** The valid tickets of an account for one event. */
export interface EventTickets {
  readonly eventId: string;
  readonly eventSlug: string;
  /** Newest order first, ordered by seat within it. */
  readonly documents: readonly [TicketDocument, ...TicketDocument[]];
}

/**
 * Returns the account's valid tickets for an event given by id or slug, optionally of one order. Rejects with 404 'Ticket not found' if
 * there are none, also for tickets of other accounts and an unknown event (§6.3).
 */
export async function readEventTickets(
  q: Queryable,
  accountId: string,
  eventKey: string,
  orderCode: string | null,
): Promise<EventTickets> {
  const rows = [eventKey, orderCode ?? eventKey].every((key) => keyPattern.test(key))
    ? await q.query<TicketRow>(
        `${ticketSelect} and (e.id = $2 or e.slug = $2) and ($3::text is null or o.order_code = $3)
         order by t.issued_at desc, s.row_number, s.column_number, t.id`,
        [accountId, eventKey, orderCode],
      )
    : [];
  const [first, ...others] = rows;
  if (first === undefined) throw refuse('ticketNotFound');
  return {
    eventId: first.event_id,
    eventSlug: first.event_slug,
    documents: [documentOf(first), ...others.map(documentOf)],
  };
}

function documentOf(row: TicketRow): TicketDocument {
  return {
    banner: row.banner,
    startsAt: row.starts_at,
    timeZone: row.time_zone,
    asksLater: row.asks_later,
    ticket: {
      id: row.id,
      event_name: row.event_name,
      venue_name: row.venue_name,
      ...(row.venue_address !== null && { venue_address: row.venue_address }),
      event_date: localIso(row.starts_at, row.time_zone),
      qr_code: row.qr_code,
      ticket_code: row.ticket_code,
      holder_name: row.holder_name,
      order_id: row.order_code,
      category_name: row.category_name,
      seat_number: row.seat_number,
      ...(row.is_standing && { standing: true }),
      organizer_name: row.organizer_name,
      organizer_logo: row.organizer_logo,
      calendar_sequence: row.calendar_sequence,
      ...(row.ticket_terms !== null && { terms: row.ticket_terms }),
      ...(row.max_tickets !== null && { max_tickets: row.max_tickets }),
    },
  };
}

/** The tickets of one event as they are shown, printed and stored: in the colours of its poster, with the shop's terms where it has none. */
export async function dressed<Documents extends readonly TicketDocument[]>(
  documents: Documents,
  {
    posterColours,
    legal,
  }: { readonly posterColours: PosterColourReader; readonly legal: LegalTexts },
): Promise<Documents> {
  const colours = await posterColours.read(documents[0]?.banner ?? null);
  const coloured = documents.map((document) => ({
    ...document,
    ticket: {
      ...(legal.ticketTerms !== null && { terms: legal.ticketTerms }),
      ...document.ticket,
      colours,
    },
  }));
  return coloured as unknown as Documents;
}

interface PurchaseRow extends Record<string, unknown> {
  order_code: string;
  name: string;
  banner: string | null;
  starts_at: Date;
  time_zone: TimeZone;
  venue_name: string;
  status: string;
  total_price: number;
  reference: string | null;
  has_invoice: boolean;
}

/** One page of a history; null requests everything. */
export type HistoryPage = { readonly page: number; readonly perPage: number } | null;

// The newest payment determines the status of an order; account and event reach it by their index.
const newestPaymentSql = `join lateral (
    select p.id, p.amount, p.status from payments p
    where p.account_id = o.account_id and p.event_id = o.event_id and p.order_id = o.id
    order by p.created_at desc, p.id limit 1) p on true`;

/**
 * Returns the account's orders with a payment, newest first; an expired one counts as cancelled (§2.382), and returning or returned money has
 * its own status with the reference of the refund (§2.383). Prices include the service fee.
 */
export async function listPurchases(
  q: Queryable,
  accountId: string,
  page: HistoryPage,
): Promise<{ rows: Purchase[]; total: number }> {
  const counted = await q.query<{ total: number }>(
    `select count(*)::int as total from orders o ${newestPaymentSql}
     where o.account_id = $1 and o.status <> 'draft'`,
    [accountId],
  );
  const rows = await q.query<PurchaseRow>(
    `select o.order_code, e.name, e.banner, e.starts_at, e.time_zone, e.venue_name,
       case when p.status in ('refund_due', 'refunded') then p.status
         when o.status not in ('completed', 'refunded') and exists (
           select 1 from payments m where m.order_id = o.id and ${inReviewSql('m.id')}) then 'in_review'
         when o.status = 'expired' then 'cancelled' else o.status end as status,
       p.amount as total_price, r.reference,
       exists (select 1 from tickets k where k.order_id = o.id) as has_invoice
     from orders o join events e on e.id = o.event_id ${newestPaymentSql}
     left join lateral (select reference from refunds where payment_id = p.id and reference is not null order by number desc limit 1) r on true
     where o.account_id = $1 and o.status <> 'draft'
     order by o.created_at desc, o.id limit $2::bigint offset $3::bigint`,
    [accountId, page?.perPage ?? null, page === null ? 0 : (page.page - 1) * page.perPage],
  );
  return {
    total: counted[0]?.total ?? 0,
    rows: rows.map((row) => ({
      transaction_id: row.order_code,
      title: row.name,
      image: row.banner,
      datetime: localIso(row.starts_at, row.time_zone),
      venue: row.venue_name,
      order_status: row.status,
      total_price: row.total_price,
      has_invoice: row.has_invoice,
      ...(row.reference === null ? {} : { refund_reference: row.reference }),
    })),
  };
}
