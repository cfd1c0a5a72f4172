import { randomUUID } from 'node:crypto';
import { mostGiven } from '../../../contract/staff/control.ts';
import type { Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import type { Trail } from '../audit.ts';
import { hasBegun } from '../catalogue/sale.ts';
import { beginPayment } from '../lifecycle/charge.ts';
import { advanceOrder, beginOrder, type LockedOrder } from '../lifecycle/order.ts';
import type { SaleStatus } from '../lifecycle/sale.ts';
import { beginGiven } from '../lifecycle/session.ts';
import { giftMethod } from '../payment/methods.ts';
import { findPayment, noPaymentData } from '../payment/payments-view.ts';
import { completePayment } from '../payment/settlement.ts';
import { lockSession, type SessionRow } from '../session/session-rows.ts';
import { refuseTakenPromised } from '../waiting/promised.ts';
import { newOrder, orderColumnsOf } from './draft-facts.ts';
import { readPrices } from './drafts-price.ts';
import { disputedSql, lockNamedSeats } from './held-back.ts';
import { swapSeats } from './seats.ts';

const codeTries = 3;
/** Statuses of seats that may be given. */
const givenFrom = ['available', 'block'] as const;

/** Tickets that somebody receives without paying. */
export interface Gift {
  readonly slug: string;
  /** E-mail address of the receiver's account. */
  readonly email: string;
  readonly seatNumbers: readonly string[];
  /** Standing places of a category by its name, and how many; null for none. */
  readonly standing: { readonly category: string; readonly count: number } | null;
  readonly by: Trail;
}

/** The order of a gift. */
export interface GivenOrder {
  readonly orderCode: string;
  readonly tickets: number;
}

/**
 * Issues complimentary tickets to an account: an order of Rp0 that nobody queued for, completed in one transaction, with the e-mail of any paid order.
 * Takes seats on sale and seats held back, all or none. Throws Refusal 404 for an unknown event or account, 409 for an event that has begun or is
 * cancelled, for seats that somebody has or the waiting list has offers for, 422 for no seats or more than 50.
 */
export async function giveTickets(services: Services, gift: Gift): Promise<GivenOrder> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await services.db.tx((tx) => give(tx, services, gift));
    } catch (error) {
      if (!isUniqueViolation(error, 'orders_order_code_key') || attempt >= codeTries) throw error;
    }
  }
}

async function give(tx: Tx, services: Services, gift: Gift): Promise<GivenOrder> {
  const { slug, email, by } = gift;
  const now = services.clock.now();
  const eventId = await openEvent(tx, slug, now);
  const accountId = await accountOf(tx, email);
  const seatIds = await lockGiven(tx, eventId, gift);
  const sessionId = await beginGiven(tx, { accountId, eventId }, { at: now, by });
  const session = await lockSession(tx, sessionId);
  if (session === null) throw new Error('A session vanished in the transaction that made it.');
  const onSale = await tx.query(
    `select 1 as one from seats where id = any($1::bigint[]) and status = 'available' limit 1`,
    [seatIds],
  );
  const order = await orderFor(tx, services, session, seatIds, by, now);
  if (onSale.length > 0) await refuseTakenPromised(tx, eventId);
  const paymentId = randomUUID();
  await beginPayment(
    tx,
    {
      id: paymentId,
      order_id: order.id,
      account_id: accountId,
      event_id: eventId,
      session_id: sessionId,
      method_code: giftMethod,
      method_name: 'Complimentary',
      amount: 0,
      service_fee: 0,
      gateway: 'none',
      payment_data: JSON.stringify(noPaymentData),
      expires_at: null,
    },
    { at: now, by, detail: { amount: 0, method: giftMethod } },
  );
  const payment = await findPayment(tx, paymentId);
  if (payment === null) throw new Error('A payment vanished in the transaction that made it.');
  await completePayment(tx, services, payment, session, now);
  return { orderCode: order.code, tickets: seatIds.length };
}

async function orderFor(
  tx: Tx,
  { clock }: Services,
  session: SessionRow,
  seatIds: readonly number[],
  by: Trail,
  at: Date,
): Promise<{ readonly id: string; readonly code: string }> {
  const event = await readPrices(tx, clock, session.slug);
  const order = newOrder(session, event);
  const detail = { seats: seatIds.length, total: 0 };
  await beginOrder(tx, orderColumnsOf(order), { at, by, detail });
  const added = seatIds.map((seat_id) => ({ seat_id, ticket_id: randomUUID(), price: 0 }));
  await swapSeats(tx, { orderId: order.id, added, given: [], now: at });
  const drafted: LockedOrder = { id: order.id, account_id: order.account_id, status: 'draft' };
  await advanceOrder(tx, drafted, 'paymentCreated', { at, by }, { locked_at: at });
  return { id: order.id, code: order.order_code };
}

async function openEvent(tx: Tx, slug: string, now: Date): Promise<string> {
  const [event] = await tx.query<{ id: string; status: SaleStatus; starts_at: Date }>(
    'select id, status, starts_at from events where slug = $1',
    [slug],
  );
  if (event === undefined) throw new Refusal(404, `There is no event ${slug}.`);
  if (event.status === 'cancelled' || hasBegun(event, now)) {
    throw new Refusal(409, `${slug} is cancelled or has begun: no tickets can be given.`);
  }
  return event.id;
}

async function accountOf(tx: Tx, email: string): Promise<string> {
  const [account] = await tx.query<{ id: string }>(
    'select id from accounts where lower(email) = lower($1) and is_verified',
    [email],
  );
  if (account !== undefined) return account.id;
  throw new Refusal(
    404,
    'No verified account has this e-mail address. Ask the receiver to register first.',
  );
}

/** Locks the seats of a gift, on sale or held back; skips what another transaction has. Throws Refusal 409 with the seats that are not there. */
async function lockGiven(
  tx: Tx,
  eventId: string,
  { seatNumbers, standing }: Gift,
): Promise<number[]> {
  const { ids, numbers, missing } = await lockNamedSeats(tx, eventId, seatNumbers, givenFrom);
  const wanted = numbers.length + missing.length + (standing?.count ?? 0);
  if (wanted === 0) throw new Refusal(422, 'Name the seats, as A-1 A-2, or how many places');
  if (wanted > mostGiven) throw new Refusal(422, `At most ${mostGiven} tickets at once.`);
  if (missing.length > 0) {
    throw new Refusal(409, `Nothing was given: not free or held back are ${missing.join(', ')}.`);
  }
  if (standing === null) return [...ids];
  const places = await tx.query<{ id: number }>(
    `select t.id from seats t join categories c on c.id = t.category_id
     where t.event_id = $1 and lower(c.name) = lower($2) and t.is_standing and t.status = any($4::text[])
       and not ${disputedSql} order by t.id limit $3 for update of t skip locked`,
    [eventId, standing.category, standing.count, givenFrom],
  );
  if (places.length < standing.count) {
    throw new Refusal(
      409,
      `Nothing was given: ${standing.category} has ${places.length} free standing places.`,
    );
  }
  return [...ids, ...places.map(({ id }) => id)];
}
