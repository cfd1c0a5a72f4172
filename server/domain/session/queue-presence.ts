import type { Queryable } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { endWaiting, type WaitingSession } from './session-end.ts';
import { minutesAfter } from './session-rows.ts';

/** A contact is written down at most this often: a poll is a read, not a write. */
export const contactEverySeconds = 20;
/** Accounts written down as heard of by one statement. */
const heardAtOnce = 1_000;
/** Places of absent people that one transaction ends. */
const endedAtOnce = 500;

/** The line in the audit log of everybody in `heard` who came back by this contact. */
export const returnedSql = `insert into audit_log (at, account_id, action, object)
  select $2::timestamptz, account_id, 'session.return', 'session:' || id from heard where is_back`;

/**
 * Says of every waiting account with a live connection to this process that it was heard of (ruling R10). Rows that somebody holds are
 * left for the next time.
 */
export async function noteConnected(services: Services): Promise<void> {
  const { broker, clock, db } = services;
  const accounts = broker.accounts();
  for (let start = 0; start < accounts.length; start += heardAtOnce) {
    await noteHeard(db, accounts.slice(start, start + heardAtOnce), clock.now());
  }
}

async function noteHeard(q: Queryable, accounts: readonly string[], now: Date): Promise<void> {
  await q.query(
    `with heard as (
       select id, account_id, passed_at is not null as is_back from purchase_sessions
       where account_id = any($1::uuid[]) and state = 'queued' and (last_contact_at < $3 or passed_at is not null)
       for no key update skip locked),
     written as (
       update purchase_sessions s set last_contact_at = $2, passed_at = null,
         returned_at = case when s.passed_at is null then s.returned_at else $2 end from heard where s.id = heard.id)
     ${returnedSql}`,
    [accounts, now, new Date(now.getTime() - contactEverySeconds * 1000)],
  );
}

/**
 * Ends the place of everybody who was absent at the turn and did not come back in time (ruling R10): reason 'absent'. Who was not
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
