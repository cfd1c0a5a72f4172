import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '../../../contract/call/calls.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/transaction.ts';
import { forgetAnswers } from '../../http/idempotency.ts';
import { refuseFor } from '../../http/refuse.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { readSaleFacts, refuseUnlessHoldable } from '../catalogue/sale.ts';
import { advanceOrder, beginOrder, recordDraft } from '../lifecycle/order.ts';
import { advanceSession } from '../lifecycle/session.ts';
import { refuseUnpayable } from '../payment/methods.ts';
import {
  type Actor,
  isHonoured,
  lockLiveSession,
  type SessionRow,
} from '../session/session-rows.ts';
import { beginHold, refuseOverShare } from '../visit/shares.ts';
import { refusePromised } from '../waiting/promised.ts';
import { type ChoiceChange, choiceChange, heldChoice, placesOf } from './choice.ts';
import { randomCode } from './drafts-codes.ts';
import { type OrderRequest, pricesOf, refuseRaised, reprice } from './drafts-price.ts';
import {
  draftAnswer,
  findOrder,
  lockOrder,
  type OrderRow,
  type OrderSeat,
  orderSeats,
} from './drafts-view.ts';
import { publishSeats } from './seat-news.ts';
import { claimSeats, releaseSeats, seatsHeldBy, seatsTaken } from './seats.ts';
import { PlacesUndecided } from './standing.ts';
import { freeVoucher } from './vouchers.ts';

const refuse = refuseFor(calls.createDraft);
const refuseRead = refuseFor(calls.readDraft);
const refuseCancel = refuseFor(calls.cancelDraft);

const orderCodeLength = 6;
/** Tries of a claim of standing places while undecided claims hold the rest of them. */
const claimTries = 6;
const claimPauseMs = 20;

/**
 * Holds seats and standing places for the rest of the session (§7 order-draft, ruling 1.4-P). The same request again gives the same draft; other seats
 * or another voucher are swapped in one step. Throws 403 when the session is not online, 409 for an event that is not on sale any more, for
 * seats that are gone or while a payment runs or beyond a share, 429 during the pause after unpaid holds, 422 for a voucher that does not
 * hold or a total that no method of payment takes (ruling R6); nothing has changed then.
 */
export async function createDraft(
  services: Services,
  actor: Actor,
  slug: string,
  request: OrderRequest,
): Promise<DraftResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await holdDraft(services, actor, slug, request);
    } catch (error) {
      if (!(error instanceof PlacesUndecided)) throw error;
      if (attempt >= claimTries) throw error.refusal;
      // The transaction is over: nothing of it is locked while the claims of others are decided.
      await sleep(claimPauseMs * attempt * (1 + Math.random()));
    }
  }
}

async function holdDraft(
  services: Services,
  actor: Actor,
  slug: string,
  request: OrderRequest,
): Promise<DraftResponse> {
  const now = services.clock.now();
  const voucherCode = request.voucher_code === '' ? null : request.voucher_code;
  try {
    return await services.db.tx(async (tx) => {
      const session = await requireSession(tx, services, actor, slug, now);
      const order = await lockOrder(tx, session.id);
      const held = order === null ? [] : await orderSeats(tx, order.id);
      const change = choiceChange(held, request);
      const wanted = request.seats.length + placesOf(request.quantities);
      const { seats, quantities } = change.added;
      const sameSeats = change.given.length + seats.length + quantities.length === 0;
      if (order !== null && sameSeats && order.voucher_code === voucherCode) {
        return draftAnswer(tx, order, now);
      }
      if (session.state !== 'online') throw refuse('draftExists');
      const current = order ?? (await insertOrder(tx, actor, session, now));
      const { event_id: eventId } = session;
      if (order === null) await beginHold(tx, services, actor, { id: current.id, eventId }, now);
      const added = wanted - held.length;
      if (added > 0) await refuseOverShare(tx, services, actor, eventId, added);
      if (!sameSeats) await swapSeats(tx, services, current, session, held, change, now);
      if (added > 0) await refusePromised(tx, services, actor.accountId, eventId);
      const priced = await reprice(tx, services, current, voucherCode);
      refuseUnpayable(services.gateways.methods, priced);
      refuseRaised(priced, request);
      await forgetAnswers(tx, actor.accountId, ['cancelDraft']);
      const by = { at: now, by: actor };
      tellDraftChanged(
        tx,
        services,
        await advanceSession(tx, services, session, 'draftChanged', by),
      );
      // What the buyer is told it costs: what is charged later is held against it.
      const record = { ...by, detail: { seats: wanted, total: priced.total } };
      if (order === null) await recordDraft(tx, current, record);
      else await advanceOrder(tx, order, 'seatsChanged', record);
      return draftAnswer(tx, priced, now);
    });
  } catch (error) {
    // The key of seat_claims held where the lock did not: for the buyer it is the same loss.
    if (!isUniqueViolation(error, 'seat_claims_pkey')) throw error;
    const { accountId } = actor;
    const { graceSeconds } = services.config;
    const mine = await seatsHeldBy(services.db, { slug, accountId, now, graceSeconds });
    const lost = request.seats.filter((number) => !mine.seats.includes(number));
    throw seatsTaken(lost, mine.seats);
  }
}

/** The session the draft may stand in, locked. */
async function requireSession(
  tx: Tx,
  services: Services,
  actor: Actor,
  slug: string,
  now: Date,
): Promise<SessionRow> {
  const session = await lockLiveSession(tx, actor.accountId);
  if (session === null || session.slug !== slug || session.state === 'queued') {
    throw refuse('sessionNotOnline');
  }
  if (session.state === 'payment_processing') throw refuse('paymentLive');
  const sale = await readSaleFacts(tx, services.clock, session.event_id);
  if (sale !== null) refuseUnlessHoldable(sale);
  if (!isHonoured(session, now, services.config.graceSeconds)) {
    throw refuse('sessionNotOnline');
  }
  return session;
}

async function insertOrder(
  tx: Tx,
  actor: Actor,
  session: SessionRow,
  now: Date,
): Promise<OrderRow> {
  const { accountId } = actor;
  const prices = await pricesOf(tx, session.event_id);
  for (;;) {
    const code = `RTX-${randomCode(orderCodeLength)}`;
    const given = { code, accountId, eventId: session.event_id, sessionId: session.id, prices };
    if (!(await beginOrder(tx, given, now))) continue;
    const order = await lockOrder(tx, session.id);
    if (order === null) throw new Error('A draft vanished in the transaction that made it.');
    return order;
  }
}

async function swapSeats(
  tx: Tx,
  services: Services,
  order: OrderRow,
  session: SessionRow,
  held: readonly OrderSeat[],
  { added: wanted, given }: ChoiceChange,
  now: Date,
): Promise<void> {
  const added = await claimSeats(tx, {
    eventId: session.event_id,
    orderId: order.id,
    wanted,
    mine: heldChoice(held),
    now,
    clock: services.clock,
  });
  const freed = given.length === 0 ? [] : await releaseSeats(tx, order.id, given);
  await tx.query('delete from order_seats where order_id = $1 and seat_id = any($2::bigint[])', [
    order.id,
    given,
  ]);
  await tx.query(
    `insert into order_seats (order_id, seat_id, ticket_id, price)
     select $1, * from unnest($2::bigint[], $3::uuid[], $4::bigint[])`,
    [
      order.id,
      added.map((seat) => seat.id),
      added.map(() => randomUUID()),
      added.map((seat) => seat.price),
    ],
  );
  const taken = added.map(({ seat_number, is_standing, category_id }) => ({
    seat_number,
    standing_in: is_standing ? category_id : null,
  }));
  logMilestone(tx, services, session.slug, 'seats_released', freed.length, now);
  logMilestone(tx, services, session.slug, 'seats_held', taken.length, now);
  tx.afterCommit(() => {
    publishSeats(services, session.slug, freed, 'available');
    publishSeats(services, session.slug, taken, 'in_transaction', session.account_id);
  });
}

/** The live draft of an account for an event (§7). Throws 404 when there is none, with `meta.reason` 'released' where it was given back. */
export async function readDraft(
  services: Services,
  accountId: string,
  slug: string,
): Promise<DraftResponse> {
  const order = await findOrder(services.db, accountId, slug);
  if (order === null) {
    const isReleased = await hasReleasedDraft(services.db, accountId, slug);
    throw refuseRead('noDraft', isReleased ? { meta: { reason: 'released' } } : {});
  }
  return draftAnswer(services.db, order, services.clock.now());
}

/** True where the last draft of a session that is still online was given back: the turn goes on, the seats are gone (ruling R4). */
async function hasReleasedDraft(q: Queryable, accountId: string, slug: string): Promise<boolean> {
  const rows = await q.query(
    `select 1 from purchase_sessions s join events e on e.id = s.event_id
     join orders o on o.session_id = s.id
     where s.account_id = $1 and e.slug = $2 and s.state = 'online' and o.status = 'cancelled'`,
    [accountId, slug],
  );
  return rows.length > 0;
}

/**
 * Gives the held seats and the voucher back; the session is online again with the deadline it had as such (design §3). Throws 404
 * without a draft or once deadline and grace are over, 409 while a payment runs (ruling 1.4-R).
 */
export async function cancelDraft(services: Services, actor: Actor, slug: string): Promise<void> {
  const now = services.clock.now();
  await services.db.tx(async (tx) => {
    const session = await lockLiveSession(tx, actor.accountId);
    if (session === null || session.slug !== slug) throw refuseCancel('noDraft');
    if (session.state === 'payment_processing') throw refuseCancel('paymentLive');
    const order = await lockOrder(tx, session.id);
    if (order === null || !isHonoured(session, now, services.config.graceSeconds)) {
      throw refuseCancel('noDraft');
    }
    const freed = await releaseSeats(tx, order.id);
    await freeVoucher(tx, order.id);
    await forgetAnswers(tx, actor.accountId, ['createDraft', 'submitForms']);
    const change = { at: now, by: actor };
    const detail = { seats: freed.length };
    await advanceOrder(tx, order, 'draftCancelled', { ...change, detail });
    const open = await advanceSession(tx, services, session, 'draftCancelled', change);
    logMilestone(tx, services, slug, 'seats_released', freed.length, now);
    tx.afterCommit(() => publishSeats(services, slug, freed, 'available'));
    tellDraftChanged(tx, services, open);
  });
}

/** Tells every page of the account that its draft came, went or holds other seats (ruling R4). */
function tellDraftChanged(tx: Tx, { broker }: Services, session: SessionRow): void {
  const { slug, account_id: userId, seq } = session;
  tx.afterCommit(() =>
    broker.publish('queue', slug, { user_id: userId, event: 'draft_changed', seq }),
  );
}
