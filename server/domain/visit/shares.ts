import { calls } from '../../../contract/call/calls.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { type Counted, type Sharer, subjectsOf, subjectsOfAll } from './counted.ts';
import type { ShareSubject } from './share-subject.ts';

const refuseJoin = refuseFor(calls.joinQueue);
const refuseDraft = refuseFor(calls.createDraft);
const refuse = refuseFor(calls.joinQueue, calls.createDraft);

/** First key of the advisory lock under which the share of a subject is counted and used. */
const shareLock = 7_205_516;
/** Hours after which an unpaid hold no longer counts. */
const rememberedHours = 12;
/** A hold that lasted this long has the weight 1. */
const fullHoldSeconds = 10 * 60;
/** Pauses after each unpaid hold beyond the free ones; the last one repeats. */
const pauseMinutes = [1, 2, 5, 15, 30, 60] as const;

/** Orders of the event $1 or of its series by the subject whose key is $2. */
function ordersOf({ kind, of }: Pick<Counted, 'kind' | 'of'>): string {
  const recorded = `o.id in (select order_id from order_subjects where kind = '${kind}' and key = ${keySql(kind, '$2')})`;
  if (kind === 'phone') {
    // The number at the time of the order counts, and so does the present one of an account with an older order.
    return ordersWhere(
      of,
      `(${recorded} or o.account_id in (select id from accounts where phone_number = $2))`,
    );
  }
  return ordersWhere(
    of,
    kind === 'person' ? 'o.account_id in (select id from accounts where person = $2)' : recorded,
  );
}

/** The key of a subject as it is stored, as SQL: a phone number as its hash. */
function keySql(kind: Counted['kind'], given: string): string {
  return kind === 'phone'
    ? `encode(sha256(convert_to('phone ' || ${given}::text, 'UTF8')), 'hex')`
    : given;
}

/** Refuses an account without a phone number where the event counts by it (422): without one no limit would hold. */
function refusePhoneless({ kind, key }: Counted): void {
  if (kind === 'phone' && key === '') throw refuse('phoneRequired');
}

function ordersWhere(of: Counted['of'], whose: string): string {
  const where =
    of === 'show'
      ? 'o.event_id = $1'
      : 'o.event_id in (select x.id from events x join events y on y.series_id = x.series_id where y.id = $1)';
  return `orders o where ${where} and ${whose}`;
}

/**
 * Keeps a person who could not buy out of the sale: refuses with 409 if the person has bought the whole share already, with 429 and the wait during
 * the pause after too many unpaid holds.
 */
export async function refuseShareless(
  q: Queryable,
  services: Pick<Services, 'config'>,
  sharer: Sharer,
  eventId: string,
  now: Date,
): Promise<void> {
  const [refused] = await shareRefusals(q, services, [sharer], eventId, now);
  if (refused != null) throw refused;
}

/** The refusal of `refuseShareless` for each of many people, null for those who may buy. Subjects without an order cost one statement for all. */
export async function shareRefusals(
  q: Queryable,
  services: Pick<Services, 'config'>,
  sharers: readonly Sharer[],
  eventId: string,
  now: Date,
): Promise<(Refusal | null)[]> {
  const subjects = await subjectsOfAll(q, services, sharers, eventId);
  const known = await withOrders(q, subjects.flat(), eventId);
  const judged = new Map<string, Promise<Refusal | null>>();
  const judge = (subject: Counted) => {
    const id = `${subject.of} ${subject.kind} ${subject.key}`;
    const verdict = judged.get(id) ?? shareless(q, subject, known.has(subject), eventId, now);
    judged.set(id, verdict);
    return verdict;
  };
  return Promise.all(
    subjects.map(async (own) => {
      for (const subject of own) {
        const refused = await judge(subject);
        if (refused !== null) return refused;
      }
      return null;
    }),
  );
}

async function shareless(
  q: Queryable,
  subject: Counted,
  hasOrders: boolean,
  eventId: string,
  now: Date,
): Promise<Refusal | null> {
  try {
    if (subject.tickets !== null) {
      refusePhoneless(subject);
      const { sold } = hasOrders ? await ticketsOf(q, subject, eventId) : { sold: 0 };
      if (sold >= subject.tickets)
        return refuseJoin('shareSpent', { meta: shareOf(subject.tickets, sold) });
    }
    if (hasOrders) await refusePaused(q, subject, eventId, now);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Those of the subjects with an order of the event or its series. */
async function withOrders(
  q: Queryable,
  subjects: readonly Counted[],
  eventId: string,
): Promise<ReadonlySet<Counted>> {
  if (subjects.length === 0) return new Set();
  const inSeries =
    'o.event_id in (select x.id from events x join events y on y.series_id = x.series_id where y.id = $1)';
  const rows = await q.query<{ nr: number }>(
    `select s.nr from unnest($2::text[], $3::text[]) with ordinality s (kind, key, nr)
     where exists (select 1 from order_subjects u join orders o on o.id = u.order_id
                   where u.kind = s.kind and ${inSeries}
                     and u.key = case s.kind when 'phone' then ${keySql('phone', 's.key')} else s.key end)
       or s.kind = 'person' and exists (
         select 1 from accounts a join orders o on o.account_id = a.id where a.person = s.key and ${inSeries})
       or s.kind = 'phone' and exists (
         select 1 from accounts a join orders o on o.account_id = a.id where a.phone_number = s.key and ${inSeries})`,
    [eventId, subjects.map(({ kind }) => kind), subjects.map(({ key }) => key)],
  );
  return new Set(rows.flatMap(({ nr }) => subjects[nr - 1] ?? []));
}

/**
 * Starts the holds of an order: refuses it during a pause (429), and without a phone number where the event counts by it (422), else stores the subjects for which it counts. Call it in the transaction of the
 * order, after its row is inserted.
 */
export async function beginHold(
  tx: Tx,
  services: Pick<Services, 'config'>,
  sharer: Sharer,
  order: { readonly id: string; readonly eventId: string },
  now: Date,
): Promise<void> {
  for (const subject of await subjectsOf(tx, services, sharer, order.eventId)) {
    await refusePaused(tx, subject, order.eventId, now);
    if (subject.kind === 'person') continue;
    if (subject.kind === 'phone') {
      if (subject.tickets === null) continue;
      refusePhoneless(subject);
    }
    await tx.query(
      `insert into order_subjects (order_id, kind, key) values ($1, $2, ${keySql(subject.kind, '$3')}) on conflict do nothing`,
      [order.id, subject.kind, subject.key],
    );
  }
}

/**
 * Refuses with 409 an order whose seats, together with the bought and held tickets of its subjects, exceed a share. Locks each subject and event
 * until the end of the transaction: two orders of one person cannot both take the last ticket of the share. Call it before the claim, with the
 * number of seats to add.
 */
export async function refuseOverShare(
  tx: Tx,
  services: Pick<Services, 'config'>,
  sharer: Sharer,
  eventId: string,
  added: number,
): Promise<void> {
  const subjects = await subjectsOf(tx, services, sharer, eventId);
  for (const subject of subjects) {
    if (subject.tickets === null) continue;
    await tx.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [
      shareLock,
      `${subject.scope} ${subject.kind} ${subject.key}`,
    ]);
    const { sold, held } = await ticketsOf(tx, subject, eventId);
    if (sold + held + added > subject.tickets) {
      throw refuseDraft('shareFull', { meta: shareOf(subject.tickets, sold + held) });
    }
  }
}

async function ticketsOf(
  q: Queryable,
  subject: Counted,
  eventId: string,
): Promise<{ sold: number; held: number }> {
  const [row] = await q.query<{ sold: number; held: number }>(
    `select count(*) filter (where c.kind = 'sold') as sold, count(*) filter (where c.kind = 'held') as held
     from seat_claims c where c.order_id in (select o.id from ${ordersOf(subject)})`,
    [eventId, subject.key],
  );
  return { sold: Number(row?.sold ?? 0), held: Number(row?.held ?? 0) };
}

async function refusePaused(
  q: Queryable,
  subject: Counted,
  eventId: string,
  now: Date,
): Promise<void> {
  if (subject.freeUnpaidHolds === null) return;
  const until = await pausedUntil(q, subject, subject.freeUnpaidHolds, eventId, now);
  if (until === null || until <= now.getTime()) return;
  throw refuse('holdsPaused', {
    retryAfterSeconds: (until - now.getTime()) / 1000,
    meta: { share: 'paused' },
  });
}

/**
 * When the pause of a subject ends, in milliseconds; null without one. The weight of a hold is the share of a session that it lasted, so that
 * returning to the map costs nothing; holds that an operator or the end of the sale ended, and paid ones, weigh nothing.
 */
async function pausedUntil(
  q: Queryable,
  subject: Counted,
  free: number,
  eventId: string,
  now: Date,
): Promise<number | null> {
  const { weight, last } = await unpaidHolds(q, subject, eventId, now);
  const beyond = Math.floor(weight - free);
  if (last === null || beyond < 0) return null;
  const minutes = pauseMinutes[Math.min(beyond, pauseMinutes.length - 1)] ?? 0;
  return last.getTime() + minutes * 60_000;
}

/** The unpaid holds that still count, by weight, and the end of the last one. */
async function unpaidHolds(
  q: Queryable,
  subject: Pick<Counted, 'kind' | 'key'>,
  eventId: string,
  now: Date,
): Promise<{ weight: number; last: Date | null }> {
  const since = new Date(now.getTime() - rememberedHours * 3_600_000);
  const [row] = await q.query<{ weight: number; last: Date | null }>(
    `select coalesce(sum(least(1, extract(epoch from o.updated_at - o.created_at) / $4::float8)), 0)::float8 as weight,
       max(o.updated_at) as last
     from ${ordersOf({ kind: subject.kind, of: 'show' })} and o.status in ('cancelled', 'expired', 'failed') and o.updated_at > $3
       and not exists (select 1 from purchase_sessions p where p.id = o.session_id and p.end_reason in ('kicked', 'closed'))
       and not exists (select 1 from payments m where m.order_id = o.id and m.status in ('refund_due', 'refunded'))`,
    [eventId, subject.key, since, fullHoldSeconds],
  );
  return { weight: row?.weight ?? 0, last: row?.last ?? null };
}

/** Unpaid holds of an event by a device or a network in the last 12 hours, each as the share of a session that it lasted. */
export async function unpaidHoldsFrom(
  q: Queryable,
  subject: Pick<ShareSubject, 'kind' | 'key'>,
  slug: string,
  now: Date,
): Promise<number> {
  const [event] = await q.query<{ id: string }>('select id from events where slug = $1', [slug]);
  if (event === undefined) return 0;
  return (await unpaidHolds(q, subject, event.id, now)).weight;
}

function shareOf(limit: number, taken: number) {
  return { share: 'full', limit, taken };
}
