import { calls } from '../../../contract/call/calls.ts';
import type { Config } from '../../config.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { judgedAt } from '../catalogue/sale.ts';
import { advanceWaits, type WaitingThing } from '../lifecycle/waiting.ts';

const refuse = refuseFor(calls.createDraft);

/** What the rules of offers need: the clock that judges them, and the grace after a deadline. */
export type OfferServices = Pick<Services, 'clock'> & {
  readonly config: Pick<Config, 'graceSeconds'>;
};

/** Namespace of the advisory locks of waiting lists. */
const waitingLock = 56;

const lockSql = (event: string) =>
  `select pg_advisory_xact_lock(${waitingLock}, hashtext(${event}))`;

/**
 * Locks the waiting list of an event until the end of the transaction: places, offers and the drafts that an offer concerns are decided one after
 * the other. A transaction that holds this lock never waits for a seat, so a draft may take it after claiming its seats.
 */
export async function lockWaitingList(tx: Tx, eventId: string): Promise<void> {
  await tx.query(lockSql('$1'), [eventId]);
}

/** True while an offer `w` is honoured: until its end and the grace after it, by the database's clock. As SQL. */
export function honouredSql({ clock, config }: OfferServices): string {
  return `(w.state = 'offered' and w.offer_ends_at + interval '${Number(config.graceSeconds)} seconds' > ${judgedAt(clock)})`;
}

/** Tickets that the account of `w` holds or has bought for its event, as SQL. */
export const hasSql = `(select count(*)::int from orders o join seat_claims c on c.order_id = o.id
  where o.account_id = w.account_id and o.event_id = w.event_id)`;

/** Tickets of the offer `w` that are neither held nor bought yet, as SQL. */
export const leftSql = `greatest(0, w.offered - greatest(0, ${hasSql} - w.had))`;

/** True where an account has an offer for an event: it may come in although the event is sold out. */
export async function hasOffer(
  q: Queryable,
  services: OfferServices,
  accountId: string,
  eventId: string,
): Promise<boolean> {
  const rows = await q.query(
    `select 1 from waiting_list w where w.event_id = $1 and w.account_id = $2 and ${honouredSql(services)}`,
    [eventId, accountId],
  );
  return rows.length > 0;
}

/** Those of the accounts that have an offer for an event. */
export async function accountsWithOffer(
  q: Queryable,
  services: OfferServices,
  accountIds: readonly string[],
  eventId: string,
): Promise<ReadonlySet<string>> {
  const rows = await q.query<{ account_id: string }>(
    `select w.account_id from waiting_list w where w.event_id = $1 and w.account_id = any($2::uuid[]) and ${honouredSql(services)}`,
    [eventId, accountIds],
  );
  return new Set(rows.map((row) => row.account_id));
}

/** Counts of an event's free seats, of those promised to other people, and of the account's own offer. */
export interface Promises {
  readonly free: number;
  readonly promised: number;
  readonly wanted: number;
  /** Tickets of the account's own offer; null without one. */
  readonly own: number | null;
  /** Tickets that the account has taken on its offer. */
  readonly used: number;
}

/** True where somebody has an offer for the event, as SQL. */
const anyOfferSql = (event: string) =>
  `exists (select 1 from waiting_list where event_id = ${event} and state = 'offered')`;

/**
 * Reads what is promised, after the seats of the caller are locked; null without an offer, at the cost of two looks at an index. Under the lock of the
 * list, so that two drafts do not both take the last seat that is not promised. An offer that is being made has locked the seats it counts: the
 * caller's lock before this look either failed or keeps its seats out of that count.
 */
export async function readPromises(
  tx: Tx,
  services: OfferServices,
  accountId: string,
  slug: string,
): Promise<Promises | null> {
  const event = '(select id from events where slug = $1)';
  const [, [row]] = await Promise.all([
    tx.query(`${lockSql(event)} where ${anyOfferSql(event)}`, [slug]),
    tx.query<Omit<Promises, 'used'> & { used: number | null }>(
      `select (select count(*) from seats where event_id = ${event} and status = 'available')::int as free,
         (select coalesce(sum(${leftSql}), 0) from waiting_list w
           where w.event_id = ${event} and w.account_id <> $2 and ${honouredSql(services)})::int as promised,
         (select coalesce(sum(wanted), 0) from waiting_list where event_id = ${event} and state = 'waiting')::int as wanted,
         o.offered as own, o.used
       from (select 1) one left join (
         select w.offered, ${hasSql} - w.had as used from waiting_list w
         where w.event_id = ${event} and w.account_id = $2 and ${honouredSql(services)}) o on true
       where ${anyOfferSql(event)}`,
      [slug, accountId],
    ),
  ]);
  return row === undefined ? null : { ...row, used: row.used ?? 0 };
}

/**
 * Refuses a draft that takes `more` seats if they are promised to others, or more than its account was offered while the event is sold out for
 * everybody else (409).
 */
export function refusePromised(promises: Promises | null, more: number): void {
  if (promises === null) return;
  const { free, promised, wanted, own, used } = promises;
  if (own === null) {
    if (free - more < promised) throw refuse('seatsPromised');
    return;
  }
  if (used + more > own && free - more < promised + wanted) {
    throw refuse('offerExceeded', { values: { n: own }, meta: { offered: own } });
  }
}

/** True where seats that were just claimed for a late payment had been promised to others. */
export async function tookPromised(
  tx: Tx,
  services: OfferServices,
  accountId: string,
  slug: string,
): Promise<boolean> {
  const promises = await readPromises(tx, services, accountId, slug);
  return promises !== null && promises.free < promises.promised;
}

/**
 * Refuses seats that were just taken off sale, as a gift or to be held back, where too few are left for the offers of the waiting list, as a
 * Refusal 409. Under the lock of the list, like a draft.
 */
export async function refuseTakenPromised(tx: Tx, eventId: string): Promise<void> {
  await lockWaitingList(tx, eventId);
  const [row] = await tx.query<{ free: number; promised: number }>(
    `select (select count(*) from seats where event_id = $1 and status = 'available')::int as free,
       (select coalesce(sum(${leftSql}), 0) from waiting_list w where w.event_id = $1 and w.state = 'offered')::int as promised`,
    [eventId],
  );
  if (row === undefined || row.promised <= row.free) return;
  const sentence = `The waiting list has offers for ${row.promised} places, and ${row.free} would be left. Take fewer, or wait until the offers end.`;
  throw new Refusal(409, sentence);
}

/** Ends the offer on which an account has bought, in the transaction that completes its order. */
export async function noteBought(
  tx: Tx,
  accountId: string,
  eventId: string,
  at: Date,
): Promise<void> {
  const offers = await tx.query<WaitingThing>(
    `select w.id, w.account_id, w.state from waiting_list w
     where w.event_id = $1 and w.account_id = $2 and w.state = 'offered' and ${hasSql} > w.had`,
    [eventId, accountId],
  );
  await advanceWaits(tx, offers, 'bought', { at });
}
