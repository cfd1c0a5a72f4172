import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '../../../contract/call/calls.ts';
import type { DraftResponse } from '../../../contract/order.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { isUniqueViolation } from '../../db/transaction.ts';
import { forgetAnswers } from '../../http/idempotency.ts';
import { refuseFor } from '../../http/refuse.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { refuseUnlessHoldable } from '../catalogue/sale.ts';
import { advanceOrder, beginOrder } from '../lifecycle/order.ts';
import { advanceSession } from '../lifecycle/session.ts';
import { refuseUnpayable } from '../payment/methods.ts';
import {
  type Actor,
  isHonoured,
  lockLiveSession,
  type SessionRow,
} from '../session/session-rows.ts';
import {
  proofSteps,
  readNetworkWeight,
  recordSubjects,
  refuseHold,
  refuseOverShare,
} from '../visit/shares.ts';
import { refusePromised } from '../waiting/promised.ts';
import { choiceChange, heldChoice, placesOf } from './choice.ts';
import { type Facts, newOrder, orderColumnsOf, readFacts, takeSeat } from './draft-facts.ts';
import { type OrderRequest, priceColumns, refuseRaised, reprice } from './drafts-price.ts';
import { draftAnswer, findOrder, lockOrder, type OrderSeat, wordDraft } from './drafts-view.ts';
import { publishSeats } from './seat-news.ts';
import { refuseMissing, releaseSeats, seatsHeldBy, seatsTaken, swapSeats } from './seats.ts';
import { PlacesUndecided, refuseMissingPlaces } from './standing.ts';
import { claimVoucher, freeVoucher, voucherFor } from './vouchers.ts';

const refuse = refuseFor(calls.createDraft);
const refuseRead = refuseFor(calls.readDraft);
const refuseCancel = refuseFor(calls.cancelDraft);

/** Tries of a claim of standing places while undecided claims hold the rest of them. */
const claimTries = 6;
const claimPauseMs = 20;

/** What a draft needs of the call that asks for it. */
export interface DraftCall {
  /** Asks the buyer for a proof of work, harder by so many steps; rejects without one (§11.5). */
  readonly prove?: (harder: number) => Promise<void>;
  /** Stores the response under the key of the call, in the transaction of the draft. */
  readonly keep?: (tx: Tx, draft: DraftResponse) => Promise<void>;
}

/** Thrown where the network of the buyer has many unpaid holds: nothing has changed, and a proof is asked for. */
class ProofNeeded extends Error {
  readonly harder: number;

  constructor(harder: number) {
    super('proof');
    this.harder = harder;
  }
}

/**
 * Holds seats and standing places for the rest of the session (§7.71, §4.53). The same request again gives the same draft; other seats
 * or another voucher are swapped in one step. Throws 403 when the session is not online, 409 for an event that is not on sale any more, for
 * seats that are gone or while a payment runs or beyond a share, 429 during the pause after unpaid holds, 422 for a voucher that does not
 * hold or a total that no method of payment takes (§12.4), 428 where a proof is needed; nothing has changed then.
 */
export async function createDraft(
  services: Services,
  actor: Actor,
  slug: string,
  request: OrderRequest,
  call: DraftCall = {},
): Promise<DraftResponse> {
  let isProven = call.prove === undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await holdDraft(services, actor, slug, request, isProven, call.keep);
    } catch (error) {
      if (error instanceof ProofNeeded) {
        await call.prove?.(error.harder);
        isProven = true;
        continue;
      }
      if (isUniqueViolation(error, 'orders_order_code_key') && attempt < claimTries) continue;
      if (!(error instanceof PlacesUndecided)) throw error;
      if (attempt >= claimTries) throw error.refusal;
      // The transaction is over: nothing of it is locked while the claims of others are decided.
      await sleep(claimPauseMs * attempt * (1 + Math.random()));
    }
  }
}

/** Reads and locks in one round trip, decides, and writes in another one with the commit (decision 066). */
async function holdDraft(
  services: Services,
  actor: Actor,
  slug: string,
  request: OrderRequest,
  isProven: boolean,
  keep: DraftCall['keep'],
): Promise<DraftResponse> {
  const now = services.clock.now();
  const voucherCode = request.voucher_code === '' ? null : request.voucher_code;
  const unpaid = isProven ? 0 : await readNetworkWeight(services.db, services, actor, slug, now);
  try {
    return await services.db.tx(async (tx) => {
      const facts = await readFacts(tx, services, actor, slug, { ...request, voucherCode }, now);
      const { event, held, shares } = facts;
      const session = requireSession(services, facts, slug, now);
      const change = choiceChange(held, request);
      const wanted = request.seats.length + placesOf(request.quantities);
      const { seats: numbers, quantities } = change.added;
      const sameSeats = change.given.length + numbers.length + quantities.length === 0;
      const asked = facts.voucher === null ? null : facts.voucher.row?.id;
      if (facts.order !== null && sameSeats && facts.order.voucher_id === asked) {
        const same = wordDraft(facts.order, held, facts.voucher?.row ?? null, now);
        if (keep !== undefined) tx.withCommit(keep(tx, same));
        return same;
      }
      if (session.state !== 'online') throw refuse('draftExists');
      const harder = isProven ? null : proofSteps(unpaid);
      if (harder !== null) throw new ProofNeeded(harder);
      if (facts.order === null) refuseHold(shares, now);
      const more = wanted - held.length;
      if (more > 0) refuseOverShare(shares, more);
      const mine = heldChoice(held);
      refuseMissing(numbers, facts.free, mine.seats);
      await refuseMissingPlaces(tx, session.event_id, quantities, facts.free, mine);
      if (more > 0) refusePromised(facts.promises, more);
      const taken = facts.free.map(takeSeat);
      const given = new Set(change.given);
      const seats = [...held.filter(({ seat_id: id }) => !given.has(id)), ...taken].sort(
        (a, b) => a.category_position - b.category_position || a.seat_id - b.seat_id,
      );
      const voucher = voucherFor(facts.voucher, seats);
      const before = facts.order ?? newOrder(session, event);
      const order = reprice(before, seats, voucher);
      refuseUnpayable(services.gateways.methods, order, voucher !== null);
      refuseRaised(order, request);

      // The price that the buyer was shown; the later charge is compared with it.
      const record = { at: now, by: actor, detail: { seats: wanted, total: order.total } };
      const swap = { orderId: order.id, added: taken, given: change.given, now };
      tx.withCommit(
        ...(facts.order === null
          ? [beginOrder(tx, orderColumnsOf(order), record), recordSubjects(tx, order.id, shares)]
          : [advanceOrder(tx, facts.order, 'seatsChanged', record, priceColumns(order))]),
        ...(sameSeats ? [] : [swapSeats(tx, swap)]),
        ...(order.voucher_id !== before.voucher_id ? [freeVoucher(tx, order.id)] : []),
        ...(voucher === null ? [] : [claimVoucher(tx, voucher.id, order.id, voucher.judged_at)]),
        forgetAnswers(tx, actor.accountId, ['cancelDraft']),
        advanceSession(tx, services, session, 'draftChanged', { at: now, by: actor }),
      );
      tellSeatsChanged(tx, services, session, held, swap, taken);
      tellDraftChanged(tx, services, { ...session, seq: session.seq + 1 });
      const draft = wordDraft(order, seats, voucher, now);
      if (keep !== undefined) tx.withCommit(keep(tx, draft));
      return draft;
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

/** The session the draft may stand in. */
function requireSession(
  services: Services,
  { session, event }: Facts,
  slug: string,
  now: Date,
): SessionRow {
  if (session === null || session.slug !== slug || session.state === 'queued') {
    throw refuse('sessionNotOnline');
  }
  if (session.state === 'payment_processing') throw refuse('paymentLive');
  if (event !== null) refuseUnlessHoldable(event);
  if (!isHonoured(session, now, services.config.graceSeconds)) {
    throw refuse('sessionNotOnline');
  }
  return session;
}

function tellSeatsChanged(
  tx: Tx,
  services: Services,
  { slug, account_id: accountId }: SessionRow,
  held: readonly OrderSeat[],
  { given, now }: { readonly given: readonly number[]; readonly now: Date },
  taken: readonly OrderSeat[],
): void {
  const changed = (seats: readonly OrderSeat[]) =>
    seats.map(({ seat_number, is_standing, category_id }) => ({
      seat_number,
      standing_in: is_standing ? category_id : null,
    }));
  const freed = held.filter(({ seat_id: id }) => given.includes(id));
  logMilestone(tx, services, slug, 'seats_released', freed.length, now);
  logMilestone(tx, services, slug, 'seats_held', taken.length, now);
  tx.afterCommit(() => {
    publishSeats(services, slug, changed(freed), 'available');
    publishSeats(services, slug, changed(taken), 'in_transaction', accountId);
  });
}

/** The live draft of an account for an event (§7.72). Throws 404 when there is none, with `meta.reason` 'released' where it was given back. */
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

/** True where the last draft of a session that is still online was given back: the turn goes on, the seats are gone (§7.72). */
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
 * Gives the held seats and the voucher back; the session is online again with the deadline it had as such (§4.1). Throws 404
 * without a draft or once deadline and grace are over, 409 while a payment runs (§7.73).
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

/** Tells every page of the account that its draft came, went or holds other seats (§4.58). */
function tellDraftChanged(tx: Tx, { broker }: Services, session: SessionRow): void {
  const { slug, account_id: userId, seq } = session;
  tx.afterCommit(() =>
    broker.publish('queue', slug, { user_id: userId, event: 'draft_changed', seq }),
  );
}
