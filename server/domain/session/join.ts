import { calls } from '../../../contract/call/calls.ts';
import type { SessionResponse } from '../../../contract/session.ts';
import type { Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import {
  needsPresaleRight,
  refuseUnlessFinishable,
  refuseUnlessOnSale,
  saleStateOf,
} from '../catalogue/sale.ts';
import { closeList, openRoom } from '../draw/draws.ts';
import { isClosingDue, isUndrawn } from '../draw/pending.ts';
import { noteEntrants, roomPlace, roomToJoin } from '../draw/room-place.ts';
import type { SaleState } from '../lifecycle/sale.ts';
import { advanceSession, beginSession } from '../lifecycle/session.ts';
import { recordGone } from '../line/gone.ts';
import { refuseShareless } from '../visit/shares.ts';
import { hasOffer } from '../waiting/promised.ts';
import { placeMarks } from './one-place.ts';
import { presaleGrantOf, spendPresaleCode } from './presale.ts';
import { ensureQueue, freePlaces, lockQueue, promote } from './queue.ts';
import { claimDevice, type DeviceClaim } from './session-device.ts';
import {
  type Actor,
  findEvent,
  findLiveSession,
  isPastDeadline,
  lockLiveSession,
  type SessionRow,
} from './session-rows.ts';
import { expireSession, readSession } from './sessions.ts';

/** States that refuse new buyers and leave those who wait in their places. */
const keepsWaiting: ReadonlySet<SaleState> = new Set([
  'waitingRoom',
  'presale',
  'paused',
  'soldOut',
]);

/** Stands for an event id where the call has to begin again. */
const again = Symbol('again');

const refuse = refuseFor(calls.joinQueue);

/**
 * Takes a place for an account (§4.32, §4.34): online at once when the capacity allows it and nobody waits, else queued.
 * Joining again changes nothing but which device is moved to the seats by itself. Throws 404 for an unknown event, 409 for one that
 * is not on sale, 409 or 429 as `refuseShareless`, and 409 with the live session in `meta.session` when that belongs to another event.
 */
export async function joinQueue(
  services: Services,
  actor: Actor,
  slug: string,
  device: DeviceClaim = { id: null, takeOver: false },
  presaleCode: string | null = null,
): Promise<SessionResponse> {
  const { broker, db, clock } = services;
  const event = await findEvent(db, clock, slug);
  if (event === null) throw refuse('eventNotFound');
  const before = await findLiveSession(db, actor.accountId);
  if (before !== null && isPastDeadline(before, clock.now())) {
    await expireSession(services, before.id);
  }
  // Who came in while it sold may finish: a second join of theirs gets the response of the first.
  const isIn = before !== null && before.event_id === event.id && before.state !== 'queued';
  const isWaiting = before !== null && before.event_id === event.id && !isIn;
  const state = saleStateOf(event);
  const isOffered = isIn ? false : await hasOffer(db, services, actor.accountId, event.id);
  const grant =
    needsPresaleRight(event) && !isOffered && !isIn && !isWaiting
      ? await presaleGrantOf(db, services, actor, event.id, presaleCode)
      : null;
  if (isIn) refuseUnlessFinishable(event);
  else if (!(isWaiting && keepsWaiting.has(state)))
    refuseUnlessOnSale(event, { presale: grant !== null, offer: isOffered });
  if (state === 'waitingRoom' && event.draw === null) await openRoom(services, event);
  else if (isClosingDue(event)) await closeList(services, event.id);
  if (before === null) await refuseShareless(db, services, actor, slug, clock.now());
  // The contacts of the device that joined first say whether it is still there.
  if (before !== null && device.id !== null) await services.contacts.flush();
  let hasCapacity = false;
  const owner = await db.tx(async (tx) => {
    await ensureQueue(tx, event.id);
    const queue = await lockQueue(tx, clock, event.id);
    if (queue === null) throw refuse('eventNotFound');
    const now = clock.now();
    const live = await lockLiveSession(tx, actor.accountId);
    // Read again: the offer may have ended while this call waited for the room.
    const comesByOffer = isOffered && (await hasOffer(tx, services, actor.accountId, event.id));
    if (live !== null) {
      if (comesByOffer && live.event_id === event.id && live.state === 'queued') {
        await letInByOffer(tx, services, live, now);
      }
      if (live.event_id === event.id) await claimDevice(tx, broker, live, device, now);
      return live.event_id;
    }
    // The sale may have changed since the first look; a buyer who was in may have left it meanwhile.
    refuseUnlessOnSale(queue, { presale: grant !== null, offer: comesByOffer });
    const room = roomToJoin(queue);
    if (room === 'again') return again;
    const [marks] = await placeMarks(tx, services, event.id, room, [actor]);
    if (marks === undefined || marks instanceof Refusal) throw marks ?? refuse('eventNotFound');
    const free = room === null ? await freePlaces(tx, queue, now) : 0;
    const isOpen = !queue.paused && free !== 0 && !isUndrawn(queue);
    // An offer is a turn: its seats are there, and its time runs.
    const comesIn = comesByOffer || (isOpen && !(await somebodyWaits(tx, event.id)));
    const ticket = comesIn || room !== null ? null : Number(queue.next_ticket);
    const place = room === null ? ticket : roomPlace(room);
    const given = { accountId: actor.accountId, eventId: event.id, place, marks };
    // The account may have got a live session elsewhere in the same moment.
    if (!(await beginSession(tx, services, given, { at: now, by: actor }))) return null;
    if (room !== null) await noteEntrants(tx, room, 1);
    if (grant?.kind === 'code' && needsPresaleRight(queue)) {
      await spendPresaleCode(tx, actor, event.id, grant.codeHash, now);
    }
    const made = device.id === null ? null : await lockLiveSession(tx, actor.accountId);
    if (made !== null) await claimDevice(tx, broker, made, device, now);
    if (ticket !== null) {
      await tx.query('update queue_rooms set next_ticket = next_ticket + 1 where event_id = $1', [
        event.id,
      ]);
      hasCapacity = isOpen;
    }
    return event.id;
  });
  // The waiting room opened, or its list was due, since the first look.
  if (owner === again) return joinQueue(services, actor, slug, device, presaleCode);
  // Those before may all be absent: none of them keeps a place empty.
  if (hasCapacity) await promote(services, event.id);
  const answer = await readSession(services, actor.accountId, device.id);
  if (owner !== event.id && answer.event?.id !== event.id) {
    throw refuse('otherSessionLive', { meta: { session: answer } });
  }
  return answer;
}

/** Lets in a buyer of the line who got an offer meanwhile. The line goes on without the ticket. */
async function letInByOffer(
  tx: Tx,
  services: Services,
  session: SessionRow,
  now: Date,
): Promise<void> {
  await recordGone(tx, [session]);
  const { slug, account_id, seq } = await advanceSession(tx, services, session, 'turnCame', {
    at: now,
  });
  tx.afterCommit(() => {
    services.broker.publish('queue', slug, { user_id: account_id, event: 'user_promoted', seq });
  });
}

export async function somebodyWaits(tx: Tx, eventId: string): Promise<boolean> {
  const [row] = await tx.query<{ waits: boolean }>(
    `select exists (select 1 from purchase_sessions
       where event_id = $1 and state = 'queued' and ticket is not null) as waits`,
    [eventId],
  );
  return row?.waits === true;
}
