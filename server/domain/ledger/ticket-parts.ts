import { spread } from '../../../contract/price/spread.ts';
import type { Db, Queryable } from '../../db/db.ts';
import { type OrderRules, soldPrice } from '../order/pricing.ts';
import { ticketsFor } from '../order/vouchers.ts';

/** What of the money of its order is in one ticket; amounts in whole rupiah. */
export type TicketParts = {
  /** As it was shown. */
  readonly price: number;
  readonly discount: number;
  /** Taxes and fees of the event, those within the price too. */
  readonly tax: number;
  readonly fees: number;
  /** The fee of the payment method, where the buyer pays it. */
  readonly method_fee: number;
  /** What was paid for the ticket. */
  readonly paid: number;
};

/** A paid order as its tickets divide it. */
export interface DividedOrder extends OrderRules {
  /** With the prices of the folder. */
  readonly tickets: readonly { readonly price: number; readonly isDiscounted?: boolean }[];
  readonly discount: number;
  readonly service_fee: number;
}

/**
 * Divides the money of an order among its tickets, so that the parts add up to the order to the rupiah: each amount in proportion to what it was
 * computed from, the rupiah that are left to the largest remainders. Pure.
 */
export function divideOrder(order: DividedOrder): TicketParts[] {
  const folder = order.tickets.map(({ price }) => price);
  const prices = folder.map((price) => soldPrice(price, order));
  const discounted = order.tickets.map(({ isDiscounted = true }, at) =>
    isDiscounted ? (prices[at] ?? 0) : 0,
  );
  const discounts = spread(order.discount, discounted);
  const net = prices.map((price, at) => price - (discounts[at] ?? 0));
  const sums = { tax: zeros(prices), fee: zeros(prices), added: zeros(prices) };
  for (const [at, { kind, amount, included }] of order.price_lines.entries()) {
    const rule = order.price_rules[at];
    // What the organiser counts as within a price is never more than what was paid of it.
    const base = rule?.included || rule?.base !== 'beforeDiscount' ? net : folder;
    const isEach = rule?.per === 'ticket' && rule.percent === null && !rule.included;
    const shares = spread(amount, isEach ? base.map((value) => Math.min(value, 1)) : base);
    for (const [ticket, share] of shares.entries()) {
      sums[kind][ticket] = (sums[kind][ticket] ?? 0) + share;
      if (!included) sums.added[ticket] = (sums.added[ticket] ?? 0) + share;
    }
  }
  const charged = net.map((value, at) => value + (sums.added[at] ?? 0));
  const methodFees = spread(order.service_fee, charged);
  return prices.map((price, at) => ({
    price,
    discount: discounts[at] ?? 0,
    tax: sums.tax[at] ?? 0,
    fees: sums.fee[at] ?? 0,
    method_fee: methodFees[at] ?? 0,
    paid: (charged[at] ?? 0) + (methodFees[at] ?? 0),
  }));
}

function zeros(like: readonly unknown[]): number[] {
  return like.map(() => 0);
}

/** A ticket of an order as its price depends on it. */
type SoldTicket = {
  readonly ticket_id: string;
  readonly price: number;
  readonly category_name: string;
};

/** The parts of the tickets of an order by their ids; `tickets` are all of them. */
export async function partsOf(
  q: Queryable,
  order: { readonly id: string; readonly serviceFee: number },
  sold: readonly SoldTicket[],
): Promise<ReadonlyMap<string, TicketParts>> {
  const [row] = await q.query<
    Pick<DividedOrder, 'discount' | 'price_rules' | 'price_lines'> & { categories: string[] | null }
  >(
    `select o.discount, o.price_rules, o.price_lines, v.categories
     from orders o left join vouchers v on v.id = o.voucher_id where o.id = $1`,
    [order.id],
  );
  if (row === undefined) throw new Error('A paid order has vanished.');
  const tickets = ticketsFor(row.categories, sold);
  const parts = divideOrder({ ...row, tickets, service_fee: order.serviceFee });
  return new Map(sold.flatMap(({ ticket_id }, at) => (parts[at] ? [[ticket_id, parts[at]]] : [])));
}

const columns = ['price', 'discount', 'tax', 'fees', 'method_fee', 'paid'];

/** The parts of a ticket of the table named, as SQL of a JSON value; null for one that a former version sold. */
export const partsJson = (ticket: 't' | 'k') =>
  `case when ${ticket}.paid is not null then json_build_object(${columns.map((name) => `'${name}', ${ticket}.${name}`).join(', ')}) end`;

/** The parts of the tickets of a paid order by their present ids: as the sale stored them, or computed again for one that a former version sold. */
export async function readParts(
  q: Queryable,
  orderId: string,
): Promise<ReadonlyMap<string, TicketParts>> {
  const rows = await q.query<
    SoldTicket & { service_fee: number | null; parts: TicketParts | null }
  >(
    `select i.ticket_id, i.price, k.category_name,
       ${partsJson('k')} as parts,
       (select max(p.service_fee) from payments p join ledger_entries l on l.payment_id = p.id
         where p.order_id = i.order_id and l.act = 'paid') as service_fee
     from order_seats i join tickets k on k.id = i.ticket_id where i.order_id = $1 order by k.seat_id`,
    [orderId],
  );
  if (rows.some(({ parts }) => parts === null)) {
    return partsOf(q, { id: orderId, serviceFee: rows[0]?.service_fee ?? 0 }, rows);
  }
  return new Map(rows.flatMap(({ ticket_id, parts }) => (parts ? [[ticket_id, parts]] : [])));
}

/** Orders whose tickets one run of the ticker completes. */
const batch = 100;

/** Stores the parts of tickets that a former version sold. */
export async function storeMissingParts(db: Db): Promise<void> {
  const orders = await db.query<{ order_id: string }>(
    `select distinct k.order_id from tickets k join order_seats i on i.ticket_id = k.id
     where k.paid is null and k.replaced_by is null limit ${batch}`,
  );
  for (const { order_id: id } of orders) {
    for (const [ticket, parts] of await readParts(db, id)) {
      await db.query(
        `update tickets set (${columns}) = ($2, $3, $4, $5, $6, $7) where id = $1 and paid is null`,
        [ticket, parts.price, parts.discount, parts.tax, parts.fees, parts.method_fee, parts.paid],
      );
    }
  }
}
