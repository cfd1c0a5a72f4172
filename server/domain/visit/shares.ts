import { calls } from '../../../contract/call/calls.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { type Counted, countedParameters, countedSql, type Sharer } from './counted.ts';

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

/** Unpaid holds per event and network without a challenge; thousands of buyers may share one. */
const freeHoldsOfNetwork = 20;
/** Further unpaid holds after which challenges get one step harder. */
const holdsPerStep = 10;

/** Subjects that one sweep deletes. */
const sweptAtOnce = 10_000;

/** The key of the subject `s` as an order keeps it: a phone number as its hash. */
const keptKeySql = `case s.kind when 'phone' then encode(sha256(convert_to('phone ' || s.key, 'UTF8')), 'hex') else s.key end`;

/** A subject of a buyer with what it has of an event. */
export type Share = Counted & {
  /** Tickets of the show or of the series. */
  readonly sold: number;
  readonly held: number;
  /** Unpaid holds of the show that still count; 0 for a network, which `readNetworkWeight` weighs. */
  readonly weight: number;
  /** The end of the last of them; null without one. */
  readonly last: Date | null;
};

/**
 * The weight and the end of the last of the unpaid holds among `orders o`, as SQL. The weight of one is the share of a session that it lasted, so that
 * returning to the map costs nothing. Holds that an operator or the end of the sale ended, and paid ones, weigh nothing.
 */
const holdsSql = (since: string) => ({
  weight: `coalesce(sum(least(1, extract(epoch from o.updated_at - o.created_at) / ${fullHoldSeconds})), 0)::float8 as weight`,
  where: `o.status in ('cancelled', 'expired', 'failed') and o.updated_at > ${since}
    and not exists (select 1 from purchase_sessions p where p.id = o.session_id and p.end_reason in ('kicked', 'closed'))
    and not exists (select 1 from payments m where m.order_id = o.id and m.status in ('refund_due', 'refunded'))`,
});
const holds = holdsSql('$6');

/**
 * The subjects of `countedSql` with their counts; $6: the start of the time that holds count for. The number at the time of the order counts, and so
 * does the present one of an account with an older order. Gifts count for nobody (decision 093). Networks have no limit and are not counted.
 */
const sharesSql = `
  with c as (${countedSql}),
  s as (select distinct kind, of_series, scope, key, tickets, free from c where tickets is not null or free is not null or kind = 'network'),
  e as (select id, series_id from events where slug = $2)
  select c.account_id, s.kind, s.key, s.tickets, s.free, t.sold, t.held, h.weight, h.last
  from c join s using (kind, of_series, scope, key)
  cross join lateral (select array(
    select o.id from orders o where s.kind <> 'network' and o.id in (
      select u.order_id from events x, e, order_subjects u
        where (x.id = e.id or s.of_series and x.series_id = e.series_id) and u.event_id = x.id and u.kind = s.kind and u.key = ${keptKeySql}
      union all select x.id from accounts b join orders x on x.account_id = b.id where s.kind = 'person' and b.person = s.key
      union all select x.id from accounts b join orders x on x.account_id = b.id
        where s.kind = 'phone' and b.phone_number = s.key and b.phone_number <> '')
    and o.event_id in (select x.id from events x, e where x.id = e.id or s.of_series and x.series_id = e.series_id)
    and not exists (select 1 from payments g where g.order_id = o.id and g.status = 'completed' and g.method_code = 'complimentary')
  ) as orders offset 0 -- Else the planner reads them once for each use.
  ) mine
  cross join lateral (
    select count(*) filter (where k.kind = 'sold')::int as sold, count(*) filter (where k.kind = 'held')::int as held
    from seat_claims k where s.tickets is not null and k.order_id = any(mine.orders)) t
  cross join lateral (
    select ${holds.weight}, max(o.updated_at) as last
    from orders o where s.free is not null and o.id = any(mine.orders) and o.event_id = (select id from e) and ${holds.where}) h
  order by c.nr`;

/** The start of the time for which holds count. */
const rememberedSince = (now: Date) => new Date(now.getTime() - rememberedHours * 3_600_000);

/** The subjects of each of many people with their counts, in the order of the people. */
async function readSharesOf(
  q: Queryable,
  services: Pick<Services, 'config'>,
  sharers: readonly Sharer[],
  slug: string,
  now: Date,
): Promise<(readonly Share[])[]> {
  const rows = await q.query<Share & { account_id: string }>(sharesSql, [
    ...countedParameters(services, sharers, slug),
    rememberedSince(now),
  ]);
  const byAccount = new Map(sharers.map(({ accountId }) => [accountId, [] as Share[]]));
  for (const row of rows) byAccount.get(row.account_id)?.push(row);
  return sharers.map(({ accountId }) => byAccount.get(accountId) ?? []);
}

/** The subjects of a buyer with their counts, in the order in which `lockShares` locks them. */
export async function readShares(
  q: Queryable,
  services: Pick<Services, 'config'>,
  sharer: Sharer,
  slug: string,
  now: Date,
): Promise<readonly Share[]> {
  const [own = []] = await readSharesOf(q, services, [sharer], slug, now);
  return own;
}

/** The weight of the unpaid holds of a show by the network of a buyer. Thousands may share it, so it is read before a transaction locks anything. */
export async function readNetworkWeight(
  q: Queryable,
  { config }: Pick<Services, 'config'>,
  { subjects = [] }: Sharer,
  slug: string,
  now: Date,
): Promise<number> {
  const network = subjects.find(({ kind }) => kind === 'network');
  if (network === undefined || !config.rateLimits) return 0;
  const { weight, where } = holdsSql('$3');
  const [row] = await q.query<{ weight: number }>(
    `select ${weight} from order_subjects u join orders o on o.id = u.order_id
     where u.event_id = (select id from events where slug = $1) and u.kind = 'network' and u.key = $2 and ${where}`,
    [slug, network.key, rememberedSince(now)],
  );
  return row?.weight ?? 0;
}

/**
 * Locks the shares of a buyer of an event until the end of the transaction: two orders of one person cannot both take the last ticket of a share. What
 * is read before does not count.
 */
export async function lockShares(
  tx: Tx,
  services: Pick<Services, 'config'>,
  sharer: Sharer,
  slug: string,
): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(${shareLock}, hashtext(s.scope || ' ' || s.kind || ' ' || s.key))
     from (select c.scope, c.kind, c.key from (${countedSql}) c where c.tickets is not null order by c.nr) s`,
    countedParameters(services, [sharer], slug),
  );
}

/**
 * Keeps a person who could not buy out of the sale: refuses with 409 if the person has bought the whole share already, with 429 and the wait during
 * the pause after too many unpaid holds.
 */
export async function refuseShareless(
  q: Queryable,
  services: Pick<Services, 'config'>,
  sharer: Sharer,
  slug: string,
  now: Date,
): Promise<void> {
  const [refused] = await shareRefusals(q, services, [sharer], slug, now);
  if (refused != null) throw refused;
}

/** The refusal of `refuseShareless` for each of many people, null for those who may buy, by one statement. */
export async function shareRefusals(
  q: Queryable,
  services: Pick<Services, 'config'>,
  sharers: readonly Sharer[],
  slug: string,
  now: Date,
): Promise<(Refusal | null)[]> {
  const people = await readSharesOf(q, services, sharers, slug, now);
  return people.map((shares) => {
    try {
      for (const share of shares) {
        refusePhoneless(share);
        refuseSpent(share);
        refusePaused(share, now);
      }
      return null;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  });
}

function refuseSpent({ tickets, sold }: Share): void {
  if (tickets === null || sold < tickets) return;
  throw refuseJoin('shareSpent', shareOf(tickets, sold));
}

/** Refuses a new order: during a pause with 429, without a phone number where the event counts by it with 422. */
export function refuseHold(shares: readonly Share[], now: Date): void {
  for (const share of shares) {
    refusePaused(share, now);
    refusePhoneless(share);
  }
}

/** Refuses with 409 an order whose seats to add, together with the bought and held tickets of its subjects, exceed a share. */
export function refuseOverShare(shares: readonly Share[], added: number): void {
  for (const { tickets, sold, held } of shares) {
    if (tickets === null || sold + held + added <= tickets) continue;
    throw refuseDraft('shareFull', shareOf(tickets, sold + held));
  }
}

/**
 * How much harder than usual a challenge for a hold is, because of the weight of the unpaid holds by the network of the buyer in the last 12 hours; null
 * for none (§11.5: a neighbour makes a call more expensive, never impossible).
 */
export function proofSteps(unpaid: number): number | null {
  return unpaid <= freeHoldsOfNetwork
    ? null
    : Math.floor((unpaid - freeHoldsOfNetwork) / holdsPerStep);
}

/** Stores for which subjects an order counts, in the transaction that makes it. The person is that of its account. */
export async function recordSubjects(
  tx: Tx,
  orderId: string,
  shares: readonly Share[],
): Promise<void> {
  const kept = shares.filter(
    ({ kind, tickets }) => kind !== 'person' && (kind !== 'phone' || tickets !== null),
  );
  if (kept.length === 0) return;
  await tx.query(
    `insert into order_subjects (order_id, event_id, kind, key)
     select o.id, o.event_id, s.kind, ${keptKeySql} from orders o, unnest($2::text[], $3::text[]) s (kind, key) where o.id = $1 on conflict do nothing`,
    [orderId, kept.map(({ kind }) => kind), kept.map(({ key }) => key)],
  );
}

/** Deletes a batch of the subjects of events whose series is over: nobody has a share of them any more. */
export async function sweepSubjects(q: Queryable, now: Date): Promise<void> {
  await q.query(
    `delete from order_subjects where ctid = any(array(
       select u.ctid from order_subjects u join events e on e.id = u.event_id
       where not exists (select 1 from events x where x.series_id = e.series_id and (x.ends_at > $1 or x.status = 'postponed'))
       limit ${sweptAtOnce}))`,
    [now],
  );
}

/** Refuses an account without a phone number where the event counts by it (422): without one no limit would hold. */
function refusePhoneless({ kind, key, tickets }: Share): void {
  if (kind === 'phone' && key === '' && tickets !== null) throw refuse('phoneRequired');
}

function refusePaused(share: Share, now: Date): void {
  const until = pausedUntil(share);
  if (until === null || until <= now.getTime()) return;
  throw refuse('holdsPaused', {
    retryAfterSeconds: (until - now.getTime()) / 1000,
    meta: { share: 'paused' },
  });
}

/** When the pause of a subject ends, in milliseconds; null without one. */
function pausedUntil({ free, weight, last }: Share): number | null {
  if (free === null || last === null) return null;
  const beyond = Math.floor(weight - free);
  if (beyond < 0) return null;
  const minutes = pauseMinutes[Math.min(beyond, pauseMinutes.length - 1)] ?? 0;
  return last.getTime() + minutes * 60_000;
}

function shareOf(limit: number, taken: number) {
  return { values: { n: limit, m: taken }, meta: { share: 'full', limit, taken } };
}
