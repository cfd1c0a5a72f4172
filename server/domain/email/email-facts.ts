import type { TimeZone } from '../../../contract/place/time-zone.ts';
import { priceLabel } from '../../../contract/price/pricing.ts';
import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/db.ts';
import type { Bilingual, EmailEvent, EmailTicket, ReceiptLine } from '../../mail/email-content.ts';
import { siteUrl } from '../../mail/links.ts';
import { printedMoment } from '../jakarta.ts';
import { asksLaterSql, laterStateOf, readOrderForms } from '../later/order-forms.ts';
import { shownNumber } from '../order/choice.ts';
import { type OrderRules, soldPrice } from '../order/pricing.ts';
import type { PaymentRow } from '../payment/payments-view.ts';
import { type Offer, offerFor } from '../refund/offers.ts';
import { placesSql } from '../refund/order-tickets.ts';
import { emailEventOf, eventColumns } from './email-event.ts';
import type { EmailKind } from './email-kinds.ts';

/** The data of an e-mail about a payment; amounts in whole rupiah. */
export interface EmailFacts {
  readonly email: string;
  readonly firstName: string;
  readonly orderCode: string;
  readonly slug: string;
  /** What was paid. */
  readonly amount: number;
  /** What goes back; what was paid where no refund was begun. */
  readonly refund: number;
  /** Why a refund was refused. */
  readonly note: string;
  /** What the refund gives back: the places of its tickets, and whether the order goes on. */
  readonly back: { readonly places: string; readonly kind: string };
  /** Until when everything goes back, because the event was postponed or moved; null where nothing is offered. */
  readonly refundUntil: Bilingual | null;
  readonly event: EmailEvent;
  /** True while later forms of the order wait for its buyer. */
  readonly isAsked: boolean;
  /** Valid tickets of the order, ordered by seat. */
  readonly tickets: readonly EmailTicket[];
  /** The lines of the receipt, or the amount, method and reference of money that was returned. */
  receiptOf(kind: EmailKind): readonly ReceiptLine[];
}

interface FactRow extends Record<string, unknown>, OrderRules {
  account_id: string;
  email: string;
  first_name: string;
  order_code: string;
  slug: string;
  name: string;
  banner: string | null;
  starts_at: Date;
  time_zone: TimeZone;
  place: string;
  method_name: string;
  amount: number;
  service_fee: number;
  discount: number;
  voucher_code: string | null;
  reference: string | null;
  refund_amount: number | null;
  kind: string | null;
  back: string | null;
  note: string | null;
  event_id: string;
  asks_later: boolean;
}

/** Reads the data of an e-mail in the transaction that writes it; null if the account or the order no longer exists. */
export async function readEmailFacts(
  q: Queryable,
  config: Pick<Config, 'publicUrl' | 'port'>,
  payment: Pick<PaymentRow, 'id' | 'order_id'>,
  refundId: string | null = null,
): Promise<EmailFacts | null> {
  const [row] = await q.query<FactRow>(
    `select a.id as account_id, a.email, a.first_name, o.order_code, e.slug, ${eventColumns},
       p.method_name, p.amount, p.service_fee, o.discount, o.voucher_code, o.price_rules, o.price_lines, r.reference,
       r.amount as refund_amount, r.kind, r.back, r.note, ${asksLaterSql} as asks_later
     from payments p
     join orders o on o.id = p.order_id
     join accounts a on a.id = p.account_id
     join events e on e.id = p.event_id
     left join lateral (select r.reference, r.amount, r.kind, r.note, array_to_string(${placesSql}, ', ') as back
       from refunds r where r.payment_id = p.id and ($2::uuid is null or r.id = $2) order by r.number desc limit 1) r on true
     where p.id = $1`,
    [payment.id, refundId],
  );
  if (row === undefined) return null;
  const seats = await q.query<{
    seat_number: string | null;
    category: string;
    price: number;
    ticket_id: string | null;
  }>(
    `select ${shownNumber('s')} as seat_number, c.name as category, i.price, t.id as ticket_id
     from order_seats i
     join seats s on s.id = i.seat_id
     join categories c on c.id = s.category_id
     left join tickets t on t.order_id = i.order_id and t.seat_id = i.seat_id and t.voided_at is null and t.account_id = $2
     where i.order_id = $1 order by c.position, s.row_number, s.column_number`,
    [payment.order_id, row.account_id],
  );
  const asked = row.asks_later
    ? await readOrderForms(q, [{ id: payment.order_id, event_id: row.event_id }])
    : null;
  const offer = await offerFor(q, payment);
  const site = siteUrl(config);
  return {
    email: row.email,
    firstName: row.first_name,
    orderCode: row.order_code,
    slug: row.slug,
    amount: row.amount,
    refund: row.refund_amount ?? row.amount,
    note: row.note ?? '',
    back: { places: row.back ?? '', kind: row.kind ?? 'whole' },
    refundUntil: offer === null ? null : untilText(offer, row.time_zone),
    isAsked: laterStateOf(asked?.get(payment.order_id)) === 'waiting',
    event: emailEventOf(row, site),
    tickets: seats.flatMap(({ seat_number, category, ticket_id }) =>
      ticket_id === null
        ? []
        : [{ ...placeOf(seat_number, category), url: `${site}/e-ticket/${ticket_id}` }],
    ),
    receiptOf: (kind) =>
      kind === 'completed' ? paidLines(row, seats) : returnLines(row, seats, kind),
  };
}

/** The end of an offer, after 'until'. */
function untilText({ until }: Offer, zone: TimeZone): Bilingual {
  return until === null
    ? {
        id: '14 hari setelah tanggal barunya ditentukan',
        en: '14 days after the new date is named',
      }
    : printedMoment(until, zone);
}

/** A standing place has the name of its category in place of a number. */
function placeOf(number: string | null, category: string) {
  return number === null
    ? { seat: category, category: 'Berdiri / Standing' }
    : { seat: number, category };
}

/** `A-1, A-2, 2 × Festival`. */
function placesText(seats: readonly SeatLine[]): string {
  const standing = seats.filter((seat) => seat.seat_number === null);
  const categories = [...new Set(standing.map((seat) => seat.category))];
  const numbers = seats.flatMap((seat) => seat.seat_number ?? []);
  const quantities = categories.map((category) => {
    const count = standing.filter((seat) => seat.category === category).length;
    return `${count} × ${category}`;
  });
  return [...numbers, ...quantities].join(', ');
}

interface SeatLine {
  /** Null for a standing place. */
  readonly seat_number: string | null;
  readonly category: string;
  readonly price: number;
}

function paidLines(row: FactRow, seats: readonly SeatLine[]): ReceiptLine[] {
  const groups = new Map<string, SeatLine[]>();
  for (const seat of seats) {
    const key = `${seat.category}\n${seat.price}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  const lines: ReceiptLine[] = [receiptLine('Pesanan', 'Order', row.order_code)];
  for (const group of groups.values()) {
    const [{ category, price } = { category: '', price: 0 }] = group;
    const label = `${category} × ${group.length}`;
    lines.push(receiptLine(label, label, formatRupiah(soldPrice(price, row) * group.length)));
  }
  if (row.discount > 0) {
    const code = row.voucher_code === null ? '' : ` (${row.voucher_code})`;
    lines.push(receiptLine(`Diskon${code}`, `Discount${code}`, `-${formatRupiah(row.discount)}`));
  }
  for (const line of row.price_lines) {
    if (line.amount === 0) continue;
    const label = priceLabel(line);
    const words = line.included ? [`Termasuk ${label}`, `Including ${label}`] : [label, label];
    lines.push(receiptLine(words[0] ?? '', words[1] ?? '', formatRupiah(line.amount)));
  }
  if (row.service_fee > 0) {
    lines.push(receiptLine('Biaya layanan', 'Service fee', formatRupiah(row.service_fee)));
  }
  if (row.amount > 0) lines.push(receiptLine('Cara bayar', 'Paid by', row.method_name));
  lines.push({ ...receiptLine('Total', 'Total', formatRupiah(row.amount)), isTotal: true });
  return lines;
}

function returnLines(row: FactRow, seats: readonly SeatLine[], kind: EmailKind): ReceiptLine[] {
  const isReturned = kind !== 'expired';
  if (kind === 'event_moved' || kind === 'event_postponed') {
    return [receiptLine('Pesanan', 'Order', row.order_code)];
  }
  return [
    receiptLine('Pesanan', 'Order', row.order_code),
    receiptLine('Kursi', 'Seats', placesText(seats)),
    ...(row.amount > 0 ? [receiptLine('Cara bayar', 'Payment method', row.method_name)] : []),
    ...(isReturned && row.reference !== null
      ? [receiptLine('Referensi', 'Reference', row.reference)]
      : []),
    {
      ...receiptLine(
        isReturned ? 'Jumlah' : 'Belum dibayar',
        isReturned ? 'Amount' : 'Not paid',
        formatRupiah(isReturned ? (row.refund_amount ?? row.amount) : row.amount),
      ),
      isTotal: true,
    },
  ];
}

function receiptLine(id: string, en: string, text: string): ReceiptLine {
  return { label: { id, en }, text };
}

/** Formats whole rupiah; the currency style of Intl would put a space after Rp (§1.23). */
export function formatRupiah(amount: number): string {
  return `Rp${new Intl.NumberFormat('id-ID').format(amount)}`;
}
