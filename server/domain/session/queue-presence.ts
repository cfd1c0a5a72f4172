import type { Queryable } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { nearOf } from '../line/heartbeat.ts';
import type { QueueFacts } from './queue-facts.ts';
import { deviceUntil } from './session-device.ts';
import { endWaiting, type WaitingSession } from './session-end.ts';
import type { ViewRow } from './session-reads.ts';
import { minutesAfter } from './session-rows.ts';
import { nextContactSeconds } from './session-view.ts';

/** A contact is written down at most this often: a poll is a read, not a write. */
export const contactEverySeconds = 20;
/** Accounts whose contact one statement records. */
const heardAtOnce = 1_000;
/** Places of absent people that one transaction ends. */
const endedAtOnce = 500;
/** Numbers behind the served one whose owners may have their turn before the next look, in a queue that loses its limit. */
const mostServedSoon = 50_000;

/** The line in the audit log of everybody in `heard` who came back by this contact. */
const returnedSql = `insert into audit_log (at, account_id, action, object)
  select $2::timestamptz, account_id, 'session.return', 'session:' || id from heard where is_back`;

/**
 * Records that the owner of an active session made contact, and the device. A buyer who was absent at the turn is back at once; everything else
 * waits for the next flush.
 */
export async function noteContact(
  services: Services,
  row: ViewRow,
  deviceId: string | null,
  facts: QueueFacts | null,
  now: Date,
): Promise<void> {
  const { contacts, db } = services;
  if (row.passed_at !== null) {
    await noteHeard(db, [row.account_id], [], now, now);
    return;
  }
  const pause = row.state === 'queued' ? nextContactSeconds(row, { ...services, now, facts }) : 0;
  const until = deviceUntil(row, deviceId, pause, now);
  const silent = now.getTime() - row.last_contact_at.getTime();
  if (silent < contactEverySeconds * 1000 && until === null) return;
  contacts.ofSession(
    row.id,
    now,
    until === null || deviceId === null ? null : { id: deviceId, until },
  );
}

/**
 * Records a contact of every waiting account with a live connection to this process (§11.20), where its turn may come soon or was
 * missed. Rows that somebody holds are left for the next time.
 */
export async function noteConnected(services: Services): Promise<void> {
  const { broker, clock, db } = services;
  const accounts = broker.accounts();
  if (accounts.length === 0) return;
  const soon = await servedSoon(services);
  for (let start = 0; start < accounts.length; start += heardAtOnce) {
    const now = clock.now();
    const before = new Date(now.getTime() - contactEverySeconds * 1000);
    await noteHeard(db, accounts.slice(start, start + heardAtOnce), soon, now, before);
  }
}

/** The last number of a line whose turn may come soon. */
interface ServedSoon {
  readonly event_id: string;
  readonly until: number;
}

/** Where every line will soon be: at its pace, or after as many turns at once as the queue has places (decision 097). */
async function servedSoon({
  config,
  db,
  queueFacts,
}: Pick<Services, 'config' | 'db' | 'queueFacts'>): Promise<ServedSoon[]> {
  const rooms = await db.query<{ event_id: string; serving: number; capacity: number | null }>(
    `select r.event_id, r.serving, r.capacity from queue_rooms r
     where exists (select 1 from purchase_sessions s where s.event_id = r.event_id and s.state = 'queued')`,
  );
  return Promise.all(
    rooms.map(async ({ event_id, serving, capacity }) => {
      const { servedPerMinute } = await queueFacts(event_id);
      const atPace = nearOf(servedPerMinute, config) + (capacity ?? mostServedSoon);
      return { event_id, until: Number(serving) + Math.min(atPace, mostServedSoon) };
    }),
  );
}

/** Accounts that are back after a missed turn, and those served `soon` whose last contact was before `before`. */
async function noteHeard(
  q: Queryable,
  accounts: readonly string[],
  soon: readonly ServedSoon[],
  now: Date,
  before: Date,
): Promise<void> {
  await q.query(
    `with heard as (
       select s.id, s.account_id, s.passed_at is not null as is_back
       from purchase_sessions s left join unnest($4::text[], $5::bigint[]) as soon (event_id, until) on soon.event_id = s.event_id
       where s.account_id = any($1::uuid[]) and s.state = 'queued'
         and (s.passed_at is not null or (s.last_contact_at < $3 and s.ticket <= soon.until))
       for no key update of s skip locked),
     written as (
       update purchase_sessions s set last_contact_at = $2, passed_at = null,
         returned_at = case when s.passed_at is null then s.returned_at else $2 end from heard where s.id = heard.id)
     ${returnedSql}`,
    [accounts, now, before, soon.map(({ event_id }) => event_id), soon.map(({ until }) => until)],
  );
}

/**
 * Ends the place of everybody who was absent at the turn and did not come back in time (§11.21): reason 'absent'. Who was not
 * passed over keeps the place, however silent.
 */
export async function sweepAbsent(services: Services): Promise<void> {
  const { clock, config } = services;
  const passedBefore = minutesAfter(clock.now(), -config.queuePassedMinutes);
  while ((await endAbsent(services, passedBefore)) === endedAtOnce);
}

async function endAbsent(services: Services, passedBefore: Date): Promise<number> {
  return services.db.tx(async (tx) => {
    const now = services.clock.now();
    const due = await tx.query<WaitingSession>(
      `select s.id, s.account_id, s.state, e.slug from purchase_sessions s join events e on e.id = s.event_id
       where s.state = 'queued' and s.passed_at < $1
       order by s.passed_at limit ${endedAtOnce} for update of s skip locked`,
      [passedBefore],
    );
    await endWaiting(tx, services, due, 'stayedAbsent', { at: now });
    return due.length;
  });
}
