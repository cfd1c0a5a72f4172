import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { type Actor, lockLiveSession, type SessionRow } from '../session/session-rows.ts';
import { lockShares, readShares } from '../visit/shares.ts';
import { readPromises } from '../waiting/promised.ts';
import type { PricedSeat } from './choice.ts';
import { randomCode } from './drafts-codes.ts';
import { type EventPrices, type OrderRequest, priceColumns, readPrices } from './drafts-price.ts';
import { liveOrderSeats, lockLiveOrder, type OrderRow, type OrderSeat } from './drafts-view.ts';
import { claimSeats } from './seats.ts';
import { lockPlaces } from './standing.ts';
import { lockVoucher } from './vouchers.ts';

const orderCodeLength = 6;

/** Locks what a draft changes and reads what decides it, in one round trip; the session first, the seats after the shares. */
export async function readFacts(
  tx: Tx,
  services: Services,
  actor: Actor,
  slug: string,
  { seats, quantities, voucherCode }: OrderRequest & { readonly voucherCode: string | null },
  now: Date,
) {
  const { accountId } = actor;
  const { clock, keys } = services;
  const claim = { accountId, slug, clock };
  const [session, order, held, event, , shares, free, places, promises, voucher] =
    await Promise.all([
      lockLiveSession(tx, accountId),
      lockLiveOrder(tx, accountId),
      liveOrderSeats(tx, accountId),
      readPrices(tx, clock, slug),
      lockShares(tx, services, actor, slug),
      readShares(tx, services, actor, slug, now),
      claimSeats(tx, claim, seats),
      lockPlaces(tx, claim, quantities),
      readPromises(tx, services, accountId, slug),
      voucherCode === null
        ? null
        : lockVoucher(tx, { code: voucherCode, slug, accountId, clock, keys }),
    ]);
  return { session, order, held, event, shares, free: [...free, ...places], promises, voucher };
}

/** What decides a draft. */
export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** An order without seats and price, by the rules of the event. */
export function newOrder(session: SessionRow, event: EventPrices | null): OrderRow {
  if (event === null) throw new Error('An event vanished while it was priced.');
  return {
    id: randomUUID(),
    order_code: `RTX-${randomCode(orderCodeLength)}`,
    account_id: session.account_id,
    event_id: session.event_id,
    session_id: session.id,
    status: 'draft',
    locked_at: null,
    subtotal: 0,
    discount: 0,
    tax: 0,
    total: 0,
    voucher_code: null,
    voucher_id: null,
    price_rules: event.price_rules,
    price_lines: [],
    bears_method_fee: event.bears_method_fee,
    refund_policy: event.refund_policy,
    deadline: session.deadline,
  };
}

/** The columns of a new order. */
export function orderColumnsOf(order: OrderRow) {
  const { refund_policy: policy } = order;
  const refund_policy = policy === null ? null : JSON.stringify(policy);
  const { id, order_code, account_id, event_id, session_id, bears_method_fee } = order;
  const price_rules = JSON.stringify(order.price_rules);
  const own = { id, order_code, account_id, event_id, session_id, bears_method_fee, price_rules };
  return { ...own, refund_policy, ...priceColumns(order) };
}

/** A free seat as it becomes one of the order, with a ticket of its own. */
export function takeSeat({ id, ...seat }: PricedSeat): OrderSeat {
  return { ...seat, seat_id: id, ticket_id: randomUUID() };
}
