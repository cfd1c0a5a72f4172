import { calls } from '../../../contract/call/calls.ts';
import { localIso, type TimeZone } from '../../../contract/place/time-zone.ts';
import type { OrderRefund } from '../../../contract/refund/refund.ts';
import type { RefundPolicy } from '../../../contract/refund/refund-policy.ts';
import type { Queryable } from '../../db/db.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import type { Trail } from '../audit.ts';
import { findPayment, type PaymentRow } from '../payment/payments-view.ts';
import { accountToken } from './account-link.ts';
import { isOffered, offerFor } from './offers.ts';
import { askableOf, askableSum, placesSql } from './order-tickets.ts';
import { meantRefund, type RefundRow, refundColumns, refundsOf, restOf } from './refund-rows.ts';
import { askRefund } from './requests.ts';

const refuse = refuseFor(calls.orderRefund, calls.askOrderRefund, calls.keepTickets);
const refuseChoice = refuseFor(calls.keepTickets);

/** What these rules need. */
type RefundReads = Pick<Services, 'clock' | 'db' | 'keys'>;

interface OrderRow extends Record<string, unknown> {
  slug: string;
  name: string;
  starts_at: Date;
  time_zone: TimeZone;
  refund_policy: RefundPolicy | null;
  kept_at: Date | null;
}

/** The refund of a paid order of the account, and what may be asked back. Refuses with 404 'Order not found', also for an order of another account. */
export async function readOrderRefund(
  services: RefundReads,
  accountId: string,
  orderCode: string,
): Promise<OrderRefund> {
  return viewOf(services, await paymentOf(services.db, accountId, orderCode));
}

/**
 * Asks for the money of tickets back, for their buyer (decision 080): approved at once while the organiser offers everything back, else it waits
 * for the operator; null stands for all that may be given back. Refuses with 404 for an unknown order, 409 for tickets that are asked for already,
 * give nothing back, or give another amount than `expected` whole rupiah.
 */
export async function askOrderRefund(
  services: RefundReads,
  by: Trail & { readonly accountId: string },
  orderCode: string,
  { expected, tickets = null }: { expected: number; tickets?: readonly string[] | null },
): Promise<OrderRefund> {
  const payment = await paymentOf(services.db, by.accountId, orderCode);
  await askRefund(services, payment, { amount: null, expected, tickets, by });
  return readOrderRefund(services, by.accountId, orderCode);
}

/** Notes that a buyer keeps the tickets of a postponed event. Refuses with 404 for an unknown order, 409 where nothing is offered. */
export async function keepTickets(
  services: RefundReads,
  accountId: string,
  orderCode: string,
): Promise<OrderRefund> {
  const { clock, db } = services;
  const payment = await paymentOf(db, accountId, orderCode);
  const before = await viewOf(services, payment);
  if ((before.everything_until === null && !before.everything_open) || before.askable === 0) {
    throw refuseChoice('refundUnavailable');
  }
  await db.query('update orders set kept_at = $2 where id = $1 and kept_at is null', [
    payment.order_id,
    clock.now(),
  ]);
  return { ...before, kept: true };
}

/** The payment whose money the order holds, or held last. */
async function paymentOf(q: Queryable, accountId: string, orderCode: string): Promise<PaymentRow> {
  const [row] = await q.query<{ id: string }>(
    `select p.id from orders o join payments p on p.order_id = o.id
     where o.account_id = $1 and o.order_code = $2 and p.status in ('completed', 'refund_due', 'refunded')
     order by (p.status = 'completed') desc, p.created_at desc limit 1`,
    [accountId, orderCode],
  );
  const payment = row === undefined ? null : await findPayment(q, row.id);
  if (payment === null) throw refuse('orderNotFound');
  return payment;
}

async function viewOf({ clock, db, keys }: RefundReads, payment: PaymentRow): Promise<OrderRefund> {
  const now = clock.now();
  const [row] = await db.query<OrderRow>(
    `select e.slug, e.name, e.starts_at, e.time_zone, o.refund_policy, o.kept_at
     from orders o join events e on e.id = o.event_id where o.id = $1`,
    [payment.order_id],
  );
  if (row === undefined) throw new Error('A payment has lost its order.');
  const own = await refundsOf(db, payment.id);
  const { tickets } = await askableOf(db, payment, now);
  const refunds = await refundsOfOrder(db, payment);
  const shown = (refund: ShownRow) => shownRefund(refund, payment, keys);
  const meant = meantRefund(refunds.filter((refund) => refund.payment_id === payment.id));
  const { time_zone: zone } = row;
  const known = await offerFor(db, payment);
  const offer = isOffered(known, now) ? known : null;
  // A request that is replaced gives its part free again.
  const left = Math.max(
    restOf(payment, offer === null ? own : own.filter((one) => one.state !== 'asked')),
    0,
  );
  return {
    order_code: payment.order_code,
    event: { slug: row.slug, name: row.name, datetime: localIso(row.starts_at, zone) },
    paid: payment.amount,
    policy: row.refund_policy,
    askable: Math.min(askableSum(tickets), left),
    tickets: tickets.map(({ parts, ...ticket }) => ({ ...ticket, paid: parts.paid })),
    left,
    everything_until: offer?.until == null ? null : localIso(offer.until, zone),
    everything_open: offer !== null && offer.until === null,
    kept: row.kept_at !== null,
    refund: meant === null ? null : shown(meant),
    refunds: refunds.map(shown),
  };
}

type ShownRow = RefundRow & { readonly places: string[] };

/** The refunds of all payments of an order, with the places that they give back, but those that another refund replaced. */
async function refundsOfOrder(q: Queryable, { order_id }: PaymentRow): Promise<ShownRow[]> {
  return q.query<ShownRow>(
    `select ${refundColumns}, ${placesSql} as places
     from refunds r join payments p on p.id = r.payment_id
     where p.order_id = $1 and (r.state <> 'refused' or r.note is not null) order by r.number`,
    [order_id],
  );
}

function shownRefund(
  { id, kind, state, amount, places, note, reference, account_asks, payment_id }: ShownRow,
  payment: PaymentRow,
  keys: RefundReads['keys'],
): OrderRefund['refunds'][number] {
  return {
    id,
    kind,
    is_surplus: payment_id !== payment.id,
    state,
    amount,
    places,
    note: state === 'refused' ? note : null,
    reference,
    account_token:
      state === 'accountAsked' ? accountToken({ refundId: id, ask: account_asks }, keys) : null,
  };
}
