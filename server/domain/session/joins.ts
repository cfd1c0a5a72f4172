import type { SessionResponse } from '../../../contract/session.ts';
import { type BatchResult, createBatch } from '../../db/batches.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import { needsPresaleRight, type SaleFacts, saleStateOf } from '../catalogue/sale.ts';
import { isUndrawn } from '../draw/pending.ts';
import { noteEntrants, roomPlace, roomToJoin } from '../draw/room-place.ts';
import { beginSessions, type Joiner } from '../lifecycle/session.ts';
import { recordGone } from '../line/gone.ts';
import { shareRefusals } from '../visit/shares.ts';
import { accountsWithOffer } from '../waiting/promised.ts';
import { joinQueue, somebodyWaits } from './join.ts';
import { placeMarks } from './one-place.ts';
import { ensureQueue, freePlaces, lockQueue, promote } from './queue.ts';
import { type DeviceClaim, untilOf } from './session-device.ts';
import type { ViewRow } from './session-reads.ts';
import { type Actor, findEvent, isLive, isPastDeadline } from './session-rows.ts';
import { answerSession, readSession } from './sessions.ts';

/** One wish to join an event. */
export interface JoinWish {
  readonly actor: Actor;
  readonly device: DeviceClaim;
  readonly presaleCode: string | null;
  /** The session that was read together with the sign-in. */
  readonly before: ViewRow | null;
}

/** Gives places of the lines; simultaneous joins of one event share one transaction. */
export interface Joins {
  /** As `joinQueue`. */
  join(slug: string, wish: JoinWish): Promise<SessionResponse>;
}

/** Joins of one transaction: a short one, so that the one connection of the embedded engine is soon free again. */
const mostAtOnce = 500;
/** Milliseconds for which the first join waits for others. */
const gatherMs = 2;
/** Events whose joins are gathered; the least recent are forgotten, which a running batch survives. */
const mostEvents = 1_000;

type Gathered = (wish: JoinWish) => Promise<void>;

/** Creates the joins of one process. `servicesOf` gives the services through the connections for an event. */
export function createJoins(servicesOf: (slug: string) => Services): Joins {
  const byEvent = new Map<string, Gathered>();
  const gatherOf = (slug: string): Gathered => {
    const known = byEvent.get(slug);
    if (known !== undefined) return known;
    const made: Gathered = createBatch(
      (wishes: readonly JoinWish[]) => joinTogether(servicesOf(slug), slug, wishes),
      { most: mostAtOnce, gatherMs },
    );
    byEvent.set(slug, made);
    const [oldest] = byEvent.keys();
    if (byEvent.size > mostEvents && oldest !== undefined) byEvent.delete(oldest);
    return made;
  };
  return {
    async join(slug, wish) {
      const { actor, device, before, presaleCode } = wish;
      const services = servicesOf(slug);
      if (isSettled(wish, slug, services.clock.now())) {
        return answerSession(services, before, device.id);
      }
      const isNew = before === null || !isLive(before.state);
      if (!isNew || presaleCode !== null) {
        return joinQueue(services, actor, slug, device, presaleCode);
      }
      try {
        await gatherOf(slug)(wish);
      } catch (error) {
        if (error !== alone) throw error;
        return joinQueue(services, actor, slug, device, presaleCode);
      }
      return readSession(services, actor.accountId, device.id);
    },
  };
}

/** Rejects a join that has to be decided alone. */
const alone = new Error('This join is decided by itself.');

/** True where the account waits here already and nothing changes: pages join again when they are loaded. */
function isSettled({ before, device }: JoinWish, slug: string, now: Date): boolean {
  if (before === null || before.event.slug !== slug || before.state !== 'queued') return false;
  if (before.event.status !== 'active' || isPastDeadline(before, now)) return false;
  return !before.has_offer && (device.id === null || device.id === before.device_id);
}

/**
 * Gives places to accounts without a live session, in the order of their arrival, by one transaction; one that is refused fails nobody else. Wishes
 * that need more than that (a presale, an offer, a session that another call has just begun) are rejected with `alone`.
 */
async function joinTogether(
  services: Services,
  slug: string,
  wishes: readonly JoinWish[],
): Promise<BatchResult<void>[]> {
  const { clock, db } = services;
  const event = await findEvent(db, clock, slug);
  const others = wishes.map((): BatchResult<void> => ({ ok: false, error: alone }));
  if (event === null || !joinsTogether(event)) return others;
  const accounts = wishes.map(({ actor }) => actor.accountId);
  const [refusals, offered] = await Promise.all([
    shareRefusals(
      db,
      services,
      wishes.map(({ actor }) => actor),
      slug,
      clock.now(),
    ),
    accountsWithOffer(db, services, accounts, event.id),
  ]);
  const isPlain = (index: number) =>
    refusals[index] === null && !offered.has(accounts[index] ?? '');
  const plain = wishes.filter((_, index) => isPlain(index) && isFirst(accounts, index));
  const { begun, hasCapacity } = await giveNumbers(services, event.id, plain);
  // Those before may all be absent: none of them keeps a place empty.
  if (hasCapacity) await promote(services, event.id);
  return wishes.map(({ actor }, index) => {
    const refused = refusals[index];
    if (refused instanceof Refusal) return { ok: false, error: refused };
    if (isPlain(index) && begun.has(actor.accountId)) return { ok: true, value: undefined };
    return { ok: false, error: alone };
  });
}

/** True where everybody joins alike: in a sale, and in the waiting room before it. */
function joinsTogether(facts: SaleFacts): boolean {
  const state = saleStateOf(facts);
  return (state === 'onSale' || state === 'waitingRoom') && !needsPresaleRight(facts);
}

/** Calls of one account share one place. */
function isFirst(accounts: readonly string[], index: number): boolean {
  return accounts.indexOf(accounts[index] ?? '') === index;
}

interface Given {
  readonly begun: ReadonlySet<string>;
  /** True where somebody waits although there is room. */
  readonly hasCapacity: boolean;
}

const nobody: Given = { begun: new Set(), hasCapacity: false };

function giveNumbers(
  services: Services,
  eventId: string,
  wanted: readonly JoinWish[],
): Promise<Given> {
  return services.db.tx(async (tx) => {
    if (wanted.length === 0) return nobody;
    await ensureQueue(tx, eventId);
    const queue = await lockQueue(tx, services.clock, eventId);
    // The sale may have changed since the first look.
    if (queue === null || !joinsTogether(queue)) return nobody;
    const now = services.clock.now();
    const room = roomToJoin(queue);
    if (room === 'again') return nobody;
    const actors = wanted.map(({ actor }) => actor);
    const marked = await placeMarks(tx, services, eventId, room, actors);
    // Those refused are decided by themselves, so that each gets the reason.
    const wishes = wanted.flatMap(({ actor, device }, index) => {
      const marks = marked[index];
      return marks === undefined || marks instanceof Refusal ? [] : [{ actor, device, marks }];
    });
    const free = room !== null ? 0 : await freePlaces(tx, queue, now);
    const isOpen = !queue.paused && free !== 0 && !isUndrawn(queue);
    const direct = isOpen && !(await somebodyWaits(tx, eventId)) ? (free ?? wishes.length) : 0;
    const first = Number(queue.next_ticket);
    const joiners = wishes.map(({ actor, device, marks }, index): Joiner => {
      const numbered = index < direct ? null : first + index - direct;
      const place = room === null ? numbered : roomPlace(room);
      const kept = device.id === null ? null : { id: device.id, until: untilOf(now) };
      return { accountId: actor.accountId, place, marks, by: actor, device: kept };
    });
    const begun = await beginSessions(tx, services, eventId, joiners, now);
    const numbered = joiners.flatMap(({ accountId, place }) =>
      typeof place === 'number'
        ? [{ event_id: eventId, ticket: place, isLost: !begun.has(accountId) }]
        : [],
    );
    if (room !== null) await noteEntrants(tx, room, begun.size);
    if (numbered.length === 0) return { begun, hasCapacity: false };
    await tx.query('update queue_rooms set next_ticket = next_ticket + $2 where event_id = $1', [
      eventId,
      numbered.length,
    ]);
    // The account began a session by another call in the same moment.
    await recordGone(
      tx,
      numbered.filter(({ isLost }) => isLost),
    );
    return { begun, hasCapacity: isOpen };
  });
}
