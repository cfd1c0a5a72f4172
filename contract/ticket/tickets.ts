import * as z from 'zod/mini';
import { defineCall } from '../call/call.ts';
import { atMost, openEnum, orderParams } from '../fields.ts';
import { posterColoursSchema } from '../picture/poster-colours.ts';
import { laterStates } from './later-forms.ts';

const pageQuery = z.object({
  page: z.optional(
    z.coerce.number().check(z.int('Must be a whole number'), z.minimum(1, 'Must be at least 1')),
  ),
  per_page: z.optional(
    z.coerce
      .number()
      .check(
        z.int('Must be a whole number'),
        z.minimum(1, 'Must be at least 1'),
        z.maximum(100, 'Must be at most 100'),
      ),
  ),
});

/** One order in 'Pesanan Saya' (§3.70): amounts are text with commas, datetime may be TBA. */
export const orderSummarySchema = z.object({
  event_slug: z.string(),
  name: z.string(),
  banner: z.nullable(z.string()),
  venue_name: z.string(),
  datetime: z.string(),
  ticket_amount: z.number(),
  total_paid_amount: z.string(),
  /** An addition to §3: with the id on the tickets as well, clients can tell two orders for one event apart. */
  order_id: z.optional(z.string()),
  /** Whether later forms wait for the buyer; left out without such forms and once the event has begun. */
  later_forms: z.optional(openEnum(laterStates)),
});
/** One order in 'Pesanan Saya'. */
export type OrderSummary = z.infer<typeof orderSummarySchema>;

/** GET /my/tickets and GET /my-orders (§7.90). */
export const myTickets = defineCall({
  method: 'GET',
  path: '/my/tickets',
  aliases: [{ method: 'GET', path: '/my-orders' }],
  summary: 'Events the account holds tickets for, newest order first',
  access: 'verified',
  answer: z.array(orderSummarySchema),
});

/** One ticket of an event (§3.71). The gate scans `qr_code`. */
export const issuedTicketSchema = z.object({
  id: z.string(),
  ticket_code: z.string(),
  ticket_type: z.string(),
  seat_number: z.nullable(z.string()),
  /** True for a standing place, which has no number. */
  standing: z.optional(z.boolean()),
  qr_code: z.optional(z.nullable(z.string())),
  holder_name: z.optional(z.nullable(z.string())),
  order_id: z.optional(z.string()),
});
/** One ticket of an event. */
export type IssuedTicket = z.infer<typeof issuedTicketSchema>;

/** GET /my/tickets/{eventId} (§7.91): the event's id or its slug (§7.10). */
export const myEventTickets = defineCall({
  method: 'GET',
  path: '/my/tickets/{eventId}',
  summary: 'Tickets the account holds for one event',
  access: 'verified',
  params: z.object({ eventId: z.string().check(atMost(120), z.minLength(1)) }),
  answer: z.object({
    data: z.array(issuedTicketSchema),
    colours: z.optional(z.nullable(posterColoursSchema)),
  }),
  normalise: (data) => (Array.isArray(data) ? { data } : data),
});

/**
 * GET /my/tickets/{eventId}/pdf: one A4 page per ticket. `order` selects the tickets of one order. 404 if this account has none, even if
 * another account does (§6.3).
 */
export const eventTicketsPdf = defineCall({
  method: 'GET',
  path: '/my/tickets/{eventId}/pdf',
  summary: 'Every ticket of the account for one event as a PDF named tickets-{event slug}.pdf',
  access: 'verified',
  params: z.object({ eventId: z.string().check(atMost(120), z.minLength(1)) }),
  query: z.object({ order: z.optional(z.string().check(atMost(80), z.minLength(1))) }),
  refusals: { ticketNotFound: 404, documentsBusy: 429, documentsAway: 503 },
  answer: z.string(),
  file: 'application/pdf',
});

/** One e-ticket in full (§3.72). */
export const eTicketSchema = z.object({
  id: z.string(),
  event_name: z.string(),
  venue_name: z.string(),
  /** Address of the venue, or its city; absent for an online event. */
  venue_address: z.optional(z.string()),
  event_date: z.string(),
  qr_code: z.nullable(z.string()),
  ticket_code: z.string(),
  holder_name: z.string(),
  order_id: z.string(),
  category_name: z.string(),
  seat_number: z.optional(z.nullable(z.string())),
  /** True for a standing place, which has no number. */
  standing: z.optional(z.boolean()),
  organizer_name: z.nullable(z.string()),
  organizer_logo: z.nullable(z.string()),
  /** Of the event's poster; null for a grey one and for an event without. An addition to §3. */
  colours: z.optional(z.nullable(posterColoursSchema)),
  /** Whether later forms of the order wait for its buyer; left out for a ticket that another person gave. */
  later_forms: z.optional(openEnum(laterStates)),
  calendar_sequence: z.optional(z.number()),
  /** Terms of the event; left out for the usual ones. */
  terms: z.optional(z.array(z.string())),
  /** The most tickets of one person, by the event's own limit. */
  max_tickets: z.optional(z.number()),
});
/** One e-ticket in full. */
export type ETicket = z.infer<typeof eTicketSchema>;

const ticketParams = z.object({ id: z.string().check(atMost(80), z.minLength(1)) });

/** GET /e-ticket/{id} (§7.93). 404 for a ticket of another account, as for a missing one (§6.3). */
export const eTicket = defineCall({
  method: 'GET',
  path: '/e-ticket/{id}',
  summary: 'One e-ticket of the account',
  access: 'verified',
  params: ticketParams,
  refusals: { ticketNotFound: 404 },
  answer: z.object({ ticket: eTicketSchema }),
});

/** GET /e-ticket/{id}/html (§7.93): a page that is safe to open from disk (§14.10). */
export const eTicketHtml = defineCall({
  method: 'GET',
  path: '/e-ticket/{id}/html',
  summary: 'The e-ticket as one HTML file without scripts',
  access: 'verified',
  params: ticketParams,
  refusals: { ticketNotFound: 404 },
  answer: z.string(),
  file: 'text/html',
});

/** GET /tickets/{id}/pdf (§7.94): one A4 page. */
export const ticketPdf = defineCall({
  method: 'GET',
  path: '/tickets/{id}/pdf',
  summary: 'The e-ticket as a PDF named ticket-{ticket_code}.pdf',
  access: 'verified',
  params: ticketParams,
  refusals: { ticketNotFound: 404, documentsBusy: 429, documentsAway: 503 },
  answer: z.string(),
  file: 'application/pdf',
});

/** One order of the transaction history (§3.73). */
export const purchaseSchema = z.object({
  transaction_id: z.string(),
  title: z.string(),
  image: z.nullable(z.string()),
  datetime: z.string(),
  venue: z.string(),
  order_status: z.string(),
  total_price: z.union([z.number(), z.string()]),
  /** The gateway's reference of the refund of a 'refunded' order. */
  refund_reference: z.optional(z.nullable(z.string())),
  /** False for an order that was never completed; left out by a back end that has invoices of completed orders alone. */
  has_invoice: z.optional(z.boolean()),
});
/** One order of the transaction history. */
export type Purchase = z.infer<typeof purchaseSchema>;

/** GET /purchase-history and GET /history-purchases (§7.95). */
export const purchaseHistory = defineCall({
  method: 'GET',
  path: '/purchase-history',
  aliases: [{ method: 'GET', path: '/history-purchases' }],
  summary: 'Orders of the account, newest first',
  access: 'verified',
  query: pageQuery,
  answer: z.array(purchaseSchema),
});

/**
 * GET /purchase-history/{orderCode}/invoice: an A4 page, and one for each credit note. 404 for an order that was never completed, is missing, or
 * belongs to another account.
 */
export const invoicePdf = defineCall({
  method: 'GET',
  path: '/purchase-history/{orderCode}/invoice',
  summary:
    'The invoice of a paid order and its credit notes as a PDF named invoice-{orderCode}.pdf',
  access: 'verified',
  params: orderParams,
  refusals: { invoiceNotFound: 404, documentsBusy: 429, documentsAway: 503 },
  answer: z.string(),
  file: 'application/pdf',
});
