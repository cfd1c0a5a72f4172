import { calls } from '../../../contract/call/calls.ts';
import type { Config } from '../../config.ts';
import type { Queryable, Tx } from '../../db/db.ts';
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

/**
 * Locks the waiting list of an event until the end of the transaction: places, offers and the drafts that an offer concerns are decided one after
 * the other. A transaction that holds this lock never waits for a seat, so a draft may take it after claiming its seats.
 */
export async function lockWaitingList(tx: Tx, eventId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${waitingLock}, hashtext($1))`, [eventId]);
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
interface Promises {
  readonly free: number;
  readonly promised: number;
  readonly wanted: number;
  /** Tickets of the account's own offer; null without one. */
  readonly own: number | null;
  /** Tickets that the account has taken on its offer. */
  readonly used: number;
}

/**
 * Reads what is promised, after the claim of the seats; null without an offer, at the cost of one look at an index. Under the lock of the list, so
 * that two drafts do not both take the last seat that is not promised. An offer that is being made has locked the seats it counts: the claim
 * before this look either failed or is seen by the offer.
 */
async function readPromises(
  tx: Tx,
  services: OfferServices,
  accountId: string,
  eventId: string,
): Promise<Promises | null> {
  const look = `select 1 from waiting_list where event_id = $1 and state = 'offered' limit 1`;
  if ((await tx.query(look, [eventId])).length === 0) return null;
  await lockWaitingList(tx, eventId);
  const [row] = await tx.query<{
    free: number;
    promised: number;
    wanted: number;
    own: number | null;
    used: number | null;
  }>(
    `select (select count(*) from seats where event_id = $1 and status = 'available')::int as free,
       (select coalesce(sum(${leftSql}), 0) from waiting_list w
         where w.event_id = $1 and w.account_id <> $2 and ${honouredSql(services)})::int as promised,
       (select coalesce(sum(wanted), 0) from waiting_list where event_id = $1 and state = 'waiting')::int as wanted,
       o.offered as own, o.used
     from (select 1) one left join (
       select w.offered, ${hasSql} - w.had as used from waiting_list w
       where w.event_id = $1 and w.account_id = $2 and ${honouredSql(services)}) o on true`,
    [eventId, accountId],
  );
  return row === undefined ? null : { ...row, used: row.used ?? 0 };
}

/**
 * Refuses a draft that took seats promised to others, or more than its account was offered while the event is sold out for everybody else. Call it
 * in the transaction of the draft after its claims; throws 409, and the claims are undone with the transaction.
 */
export async function refusePromised(
  tx: Tx,
  services: OfferServices,
  accountId: string,
  eventId: string,
): Promise<void> {
  const promises = await readPromises(tx, services, accountId, eventId);
  if (promises === null) return;
  const { free, promised, wanted, own, used } = promises;
  if (own === null) {
    if (free < promised) throw refuse('seatsPromised');
    return;
  }
  if (used > own && free < promised + wanted) {
    throw refuse('offerExceeded', { meta: { offered: own } });
  }
}

/** True where seats that were just claimed for a late payment had been promised to others. */
export async function tookPromised(
  tx: Tx,
  services: OfferServices,
  accountId: string,
  eventId: string,
): Promise<boolean> {
  const promises = await readPromises(tx, services, accountId, eventId);
  return promises !== null && promises.free < promises.promised;
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
