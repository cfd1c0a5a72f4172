import { calls } from '../../../contract/call/calls.ts';
import type { TimeZone } from '../../../contract/place/time-zone.ts';
import type { PriceLine } from '../../../contract/price/price-rules.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import { printedNumber } from '../ledger/invoice-numbers.ts';
import { shownNumber } from '../order/choice.ts';
import { type OrderRules, soldPrice } from '../order/pricing.ts';

const refuse = refuseFor(calls.invoicePdf);

/** A line of an invoice: seats of one category at one price. */
export interface InvoiceLine {
  readonly category: string;
  /** Numbers of the seats; empty for standing places. */
  readonly seats: readonly string[];
  readonly count: number;
  /** Whole rupiah a seat. */
  readonly price: number;
}

/** What a paid order is invoiced for; amounts in whole rupiah. */
export interface Invoice {
  readonly orderId: string;
  readonly orderCode: string;
  /** As `INV-000012`; null for an order of Rp0, which has none. */
  readonly number: string | null;
  readonly paidAt: Date;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly eventName: string;
  /** Who issued it, by the name of that day. */
  readonly organizerName: string;
  readonly venueName: string;
  readonly startsAt: Date;
  readonly timeZone: TimeZone;
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: number;
  readonly discount: number;
  readonly voucherCode: string | null;
  readonly fees: readonly PriceLine[];
  readonly serviceFee: number;
  readonly amount: number;
  readonly method: string;
  /** Oldest first. */
  readonly creditNotes: readonly CreditNote[];
}

/** What was taken off an invoice; `amount` in whole rupiah. */
export interface CreditNote {
  /** As `CN-000012`. */
  readonly number: string;
  readonly issuedAt: Date;
  readonly amount: number;
  readonly reason: string;
  /** The refunded tickets, as `A-1 (VIP)`; empty where it names none. */
  readonly tickets: readonly string[];
}

interface InvoiceRow extends Record<string, unknown>, OrderRules {
  id: string;
  order_code: string;
  paid_at: Date;
  first_name: string;
  last_name: string;
  email: string;
  event_name: string;
  organizer_name: string;
  venue_name: string;
  starts_at: Date;
  time_zone: TimeZone;
  subtotal: number;
  discount: number;
  voucher_code: string | null;
  service_fee: number;
  amount: number;
  method_name: string;
  number: number | null;
  payment_id: string;
}

/**
 * The invoice of an order of the account, by its code, with its credit notes where money went back. Refuses with 404 'Invoice not found', the
 * same for an order of somebody else, for one that was never completed and for none (§6.3).
 */
export async function readInvoice(
  q: Queryable,
  accountId: string,
  orderCode: string,
): Promise<Invoice> {
  const [row] = await q.query<InvoiceRow>(
    `select o.id, o.order_code, p.id as payment_id, coalesce(i.issued_at, p.created_at) as paid_at, a.first_name, a.last_name, a.email,
       e.name as event_name, coalesce(i.issuer_name, g.name) as organizer_name, e.venue_name, e.starts_at, e.time_zone,
       o.subtotal, o.discount, o.voucher_code, o.price_rules, o.price_lines, p.service_fee, p.amount, p.method_name, i.number
     from orders o
     join accounts a on a.id = o.account_id
     join events e on e.id = o.event_id
     join payments p on p.order_id = o.id
     left join invoices i on i.payment_id = p.id and i.kind = 'invoice'
     join organizers g on g.id = coalesce(i.issuer_id, e.organizer_id)
     where o.account_id = $1 and o.order_code = $2
       and (i.number is not null or (p.amount = 0 and p.status in ('completed', 'refunded')))`,
    [accountId, orderCode],
  );
  if (row === undefined) throw refuse('invoiceNotFound');
  const lines = await q.query<{
    category: string;
    seats: string | null;
    count: number;
    price: number;
  }>(
    `select c.name as category, i.price, count(*)::int as count,
       json_agg(s.seat_number order by s.row_number, s.column_number) filter (where not s.is_standing)::text as seats
     from order_seats i
     join seats s on s.id = i.seat_id
     join categories c on c.id = s.category_id
     where i.order_id = $1 group by c.id, c.name, c.position, i.price order by c.position, i.price desc`,
    [row.id],
  );
  const credits = await q.query<{
    number: number;
    issued_at: Date;
    amount: number;
    reason: string;
    tickets: string[];
  }>(
    `select i.number, i.issued_at, i.amount, case when r.kind = 'goodwill' then r.kind else r.reason end as reason,
       array(select concat_ws(' ', ${shownNumber('s')}, '(' || k.category_name || ')') from refund_tickets n join tickets k on k.id = n.ticket_id
         join seats s on s.id = k.seat_id where n.refund_id = r.id order by s.id) as tickets
     from invoices i join refunds r on r.id = coalesce(i.refund_id, i.payment_id)
     where i.payment_id = $1 and i.kind = 'creditNote' and i.number is not null order by i.posting`,
    [row.payment_id],
  );
  return {
    orderId: row.id,
    orderCode: row.order_code,
    number: row.number === null ? null : printedNumber('invoice', row.number),
    paidAt: row.paid_at,
    buyerName: `${row.first_name} ${row.last_name}`.trim(),
    buyerEmail: row.email,
    eventName: row.event_name,
    organizerName: row.organizer_name,
    venueName: row.venue_name,
    startsAt: row.starts_at,
    timeZone: row.time_zone,
    lines: lines.map(({ category, seats, count, price }) => ({
      category,
      seats: seats === null ? [] : (JSON.parse(seats) as string[]),
      count,
      price: soldPrice(price, row),
    })),
    subtotal: row.subtotal,
    discount: row.discount,
    voucherCode: row.voucher_code,
    fees: row.price_lines,
    serviceFee: row.service_fee,
    amount: row.amount,
    method: row.method_name,
    creditNotes: credits.map(({ number, issued_at: issuedAt, amount, reason, tickets }) => ({
      number: printedNumber('creditNote', number),
      issuedAt,
      amount,
      reason,
      tickets,
    })),
  };
}
