import type { Config } from '../../config.ts';
import type { Queryable } from '../../db/db.ts';
import type { LetterEvent, LetterTicket, ReceiptLine } from '../../mail/letter-parts.ts';
import { posterOf, siteOf } from '../../mail/links.ts';
import { printedWib } from '../jakarta.ts';
import type { PaymentRow } from '../payment/payments-view.ts';
import type { LetterKind } from './letter-kinds.ts';

/** What a letter about a payment says beside its words; amounts in whole rupiah. */
export interface LetterFacts {
  readonly email: string;
  readonly firstName: string;
  readonly orderCode: string;
  readonly slug: string;
  readonly amount: number;
  readonly event: LetterEvent;
  /** Valid tickets of the order, by seat. */
  readonly tickets: readonly LetterTicket[];
  /** The lines of the receipt; of money that goes back, what it is and its reference. */
  receiptOf(kind: LetterKind): readonly ReceiptLine[];
}

interface FactRow extends Record<string, unknown> {
  email: string;
  first_name: string;
  order_code: string;
  slug: string;
  name: string;
  banner: string | null;
  starts_at: Date;
  place: string;
  method_name: string;
  amount: number;
  service_fee: number;
  discount: number;
  voucher_code: string | null;
  tax: number;
  reference: string | null;
}

/** Reads what a letter says, in the transaction that writes it; null where account or order are gone. */
export async function readLetterFacts(
  q: Queryable,
  config: Pick<Config, 'publicUrl' | 'port'>,
  payment: Pick<PaymentRow, 'id' | 'order_id'>,
): Promise<LetterFacts | null> {
  const [row] = await q.query<FactRow>(
    `select a.email, a.first_name, o.order_code, e.slug, e.name, e.banner, e.starts_at,
       concat_ws(', ', e.venue_name, e.city) as place,
       p.method_name, p.amount, p.service_fee, o.discount, o.voucher_code, o.tax, r.reference
     from payments p
     join orders o on o.id = p.order_id
     join accounts a on a.id = p.account_id
     join events e on e.id = p.event_id
     left join refunds r on r.payment_id = p.id
     where p.id = $1`,
    [payment.id],
  );
  if (row === undefined) return null;
  const seats = await q.query<{
    seat_number: string;
    category: string;
    price: number;
    ticket_id: string | null;
  }>(
    `select s.seat_number, c.name as category, i.price, t.id as ticket_id
     from order_seats i
     join seats s on s.id = i.seat_id
     join categories c on c.id = s.category_id
     left join tickets t on t.order_id = i.order_id and t.seat_id = i.seat_id and t.voided_at is null
     where i.order_id = $1 order by c.position, s.row_number, s.column_number`,
    [payment.order_id],
  );
  const site = siteOf(config);
  return {
    email: row.email,
    firstName: row.first_name,
    orderCode: row.order_code,
    slug: row.slug,
    amount: row.amount,
    event: {
      name: row.name,
      poster: posterOf(row.banner, site),
      when: { id: momentOf(row.starts_at, 'id'), en: momentOf(row.starts_at, 'en') },
      where: row.place,
    },
    tickets: seats.flatMap(({ seat_number, category, ticket_id }) =>
      ticket_id === null
        ? []
        : [{ seat: seat_number, category, url: `${site}/e-ticket/${ticket_id}` }],
    ),
    receiptOf: (kind) =>
      kind === 'completed' ? paidLines(row, seats) : backLines(row, seats, kind),
  };
}

/** `Sabtu, 7 Maret 2026, 19:30 WIB`, or the same in English. */
function momentOf(instant: Date, language: 'id' | 'en'): string {
  const { date, time } = printedWib(instant);
  if (language === 'id') return `${date}, ${time}`;
  const english = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'Asia/Jakarta',
  });
  return `${english.format(instant)}, ${time}`;
}

interface SeatLine {
  readonly seat_number: string;
  readonly category: string;
  readonly price: number;
}

function paidLines(row: FactRow, seats: readonly SeatLine[]): ReceiptLine[] {
  const groups = new Map<string, SeatLine[]>();
  for (const seat of seats) {
    const key = `${seat.category}\n${seat.price}`;
    groups.set(key, [...(groups.get(key) ?? []), seat]);
  }
  const lines: ReceiptLine[] = [same('Pesanan', 'Order', row.order_code)];
  for (const group of groups.values()) {
    const [{ category, price } = { category: '', price: 0 }] = group;
    const label = `${category} × ${group.length}`;
    lines.push(same(label, label, rupiah(price * group.length)));
  }
  if (row.discount > 0) {
    const code = row.voucher_code === null ? '' : ` (${row.voucher_code})`;
    lines.push(same(`Diskon${code}`, `Discount${code}`, `-${rupiah(row.discount)}`));
  }
  if (row.tax > 0) lines.push(same('Pajak', 'Tax', rupiah(row.tax)));
  if (row.service_fee > 0) {
    lines.push(same('Biaya layanan', 'Service fee', rupiah(row.service_fee)));
  }
  if (row.amount > 0) lines.push(same('Cara bayar', 'Paid by', row.method_name));
  lines.push({ ...same('Total', 'Total', rupiah(row.amount)), isTotal: true });
  return lines;
}

function backLines(row: FactRow, seats: readonly SeatLine[], kind: LetterKind): ReceiptLine[] {
  const isBack = kind !== 'expired';
  return [
    same('Pesanan', 'Order', row.order_code),
    same('Kursi', 'Seats', seats.map((seat) => seat.seat_number).join(', ')),
    ...(row.amount > 0 ? [same('Cara bayar', 'Payment method', row.method_name)] : []),
    ...(isBack && row.reference !== null ? [same('Referensi', 'Reference', row.reference)] : []),
    {
      ...same(
        isBack ? 'Jumlah' : 'Belum dibayar',
        isBack ? 'Amount' : 'Not paid',
        rupiah(row.amount),
      ),
      isTotal: true,
    },
  ];
}

function same(id: string, en: string, text: string): ReceiptLine {
  return { label: { id, en }, text };
}

/** Own grouping: the currency style of Intl puts a space after Rp (ruling 1.2-AL). */
export function rupiah(amount: number): string {
  return `Rp${new Intl.NumberFormat('id-ID').format(amount)}`;
}
