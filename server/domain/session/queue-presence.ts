import type { Queryable } from '../../db/db.ts';
import type { Services } from '../../services.ts';
import { auditEach } from '../audit.ts';
import { minutesAfter } from './session-rows.ts';

/** A contact is written down at most this often: a poll is a read, not a write. */
export const contactEverySeconds = 20;
/** Accounts written down as heard of by one statement. */
const heardAtOnce = 1_000;
/** Places of absent people that one transaction ends. */
const endedAtOnce = 500;

/** Columns that a contact sets, for an update of `purchase_sessions s` at the instant `$2`: who was passed over is back. */
export const contactSql = `last_contact_at = $2, passed_at = null,
  returned_at = case when s.passed_at is null then s.returned_at else $2 end`;

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
       update purchase_sessions s set ${contactSql} from heard where s.id = heard.id)
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
    const gone = await tx.query<{ id: string; account_id: string; slug: string; seq: number }>(
      `update purchase_sessions s set state = 'cancelled', ended_at = $1, end_reason = 'absent', seq = s.seq + 1
       from events e, (
         select id from purchase_sessions where state = 'queued' and passed_at < $2
         order by passed_at limit ${endedAtOnce} for update skip locked) due
       where s.id = due.id and e.id = s.event_id returning s.id, s.account_id, e.slug, s.seq`,
      [now, passedBefore],
    );
    await auditEach(
      tx,
      { at: now, action: 'session.absent', before: 'queued', after: 'cancelled' },
      'session',
      gone,
    );
    tx.afterCommit(() => {
      for (const { account_id: userId, slug, seq } of gone) {
        services.broker.publish('queue', slug, {
          user_id: userId,
          event: 'user_left',
          reason: 'absent',
          seq,
        });
      }
    });
    return gone.length;
  });
}
