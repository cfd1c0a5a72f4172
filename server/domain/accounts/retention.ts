import type { Db, Tx } from '../../db/db.ts';
import { blankExpiredCodes } from '../../mail/mailed-codes.ts';
import type { KeepDays } from '../../secrets/keep-settings.ts';
import { audit } from '../audit.ts';

const dayMs = 24 * 3_600_000;
/** Rows per transaction: few enough not to delay other transactions. */
const batch = 500;
/** Transactions per kind in one sweep; the next sweep takes the rest. */
const batches = 20;

/** A kind of row that expires: its statement takes the oldest instant to keep as `$1` and the most rows to delete as `$2`. */
interface Kind {
  readonly name: string;
  readonly days: keyof KeepDays;
  readonly sql: string;
}

const kinds: readonly Kind[] = [
  {
    name: 'letters',
    days: 'letters',
    sql: `update mails set recipient = '', subject = '', body_text = '', body_html = null, code = null, blanked_at = $3,
        reply_to = null, enclosed = null, next_try_at = null
      where id in (select id from mails where blanked_at is null and created_at < $1
        order by created_at limit $2 for update skip locked) returning id`,
  },
  {
    name: 'support-messages',
    days: 'letters',
    sql: `delete from support_messages where id in (
        select id from support_messages where created_at < $1
        order by created_at limit $2 for update skip locked) returning $3::timestamptz`,
  },
  {
    name: 'login-failures',
    days: 'signIn',
    sql: `delete from login_failures where ctid = any(array(
        select ctid from login_failures where at < $1 limit $2 for update skip locked)) returning $3::timestamptz`,
  },
  {
    name: 'codes',
    days: 'signIn',
    sql: `delete from otp_codes where id in (
        select id from otp_codes where created_at < $1 limit $2 for update skip locked) returning $3::timestamptz`,
  },
  {
    name: 'sign-ins',
    days: 'signIn',
    sql: `delete from auth_sessions where id_hash in (
        select id_hash from auth_sessions where expires_at < $1 limit $2 for update skip locked) returning $3::timestamptz`,
  },
  {
    name: 'staff-sign-ins',
    days: 'signIn',
    sql: `delete from staff_sessions where id_hash in (
        select id_hash from staff_sessions where expires_at < $1 limit $2 for update skip locked) returning $3::timestamptz`,
  },
  {
    name: 'devices',
    days: 'signIn',
    sql: `update purchase_sessions set device_id = null, device_until = null where id in (
        select id from purchase_sessions where device_id is not null and ended_at < $1
        limit $2 for update skip locked) returning $3::timestamptz`,
  },
  {
    name: 'answers',
    days: 'answers',
    sql: `delete from attendee_answers where ctid = any(array(
        select a.ctid from attendee_answers a join orders o on o.id = a.order_id join events e on e.id = o.event_id
        where e.ends_at < $1 limit $2 for update of a skip locked)) returning $3::timestamptz`,
  },
  {
    name: 'names-on-tickets',
    days: 'answers',
    sql: `update tickets set holder_name = '' where id in (
        select t.id from tickets t join events e on e.id = t.event_id
        where t.holder_name <> '' and e.ends_at < $1 limit $2 for update of t skip locked) returning $3::timestamptz`,
  },
  {
    name: 'unpaid-answers',
    days: 'unpaid',
    sql: `delete from attendee_answers where ctid = any(array(
        select a.ctid from attendee_answers a join orders o on o.id = a.order_id
        where o.status in ('cancelled', 'expired', 'failed') and o.updated_at < $1
          and not exists (select 1 from payments p where p.order_id = o.id and p.status = 'refund_due')
        limit $2 for update of a skip locked)) returning $3::timestamptz`,
  },
  {
    name: 'waiting-lists',
    days: 'unpaid',
    sql: `delete from waiting_list where id in (
        select id from waiting_list where ended_at < $1 limit $2 for update skip locked) returning $3::timestamptz`,
  },
  {
    name: 'unverified-accounts',
    days: 'unverified',
    sql: `with gone as (
        delete from accounts where id in (
          select a.id from accounts a where not a.is_verified and a.erased_at is null and a.created_at < $1
            and not exists (select 1 from auth_sessions s where s.account_id = a.id and s.expires_at > $3)
            and not exists (select 1 from purchase_sessions s where s.account_id = a.id)
            and not exists (select 1 from orders o where o.account_id = a.id)
          limit $2 for update of a skip locked)
        returning email), letters as (
        update mails m set recipient = '', subject = '', body_text = '', body_html = null, code = null, blanked_at = $3,
        reply_to = null, enclosed = null, next_try_at = null
        from gone where lower(m.recipient) = lower(gone.email) and m.blanked_at is null)
      select 1 as one from gone`,
  },
  {
    name: 'notice-bodies',
    days: 'notices',
    sql: `update payment_notices set raw_body = null, headers = null where id in (
        select id from payment_notices where raw_body is not null and state in ('applied', 'dismissed') and settled_at < $1
        limit $2 for update skip locked) returning $3::timestamptz`,
  },
  {
    name: 'gate-entries',
    days: 'scans',
    sql: `delete from gate_entries where scan_id in (
        select g.scan_id from gate_entries g join events e on e.id = g.event_id
        where e.ends_at < $1 limit $2 for update of g skip locked) returning $3::timestamptz`,
  },
  {
    name: 'gate-undone',
    days: 'scans',
    sql: `delete from gate_undone where scan_id in (
        select g.scan_id from gate_undone g join events e on e.id = g.event_id
        where e.ends_at < $1 limit $2 for update of g skip locked) returning $3::timestamptz`,
  },
];

/**
 * Deletes rows older than their retention period, kind by kind, in transactions of bounded size, each with its row in the audit log. It never
 * deletes rows about money (orders, payments, refunds, notifications without their bodies).
 */
export async function sweepKept(db: Db, keep: KeepDays, now: Date): Promise<void> {
  await sweepKind(db, 'letter-codes', now, (tx) => blankExpiredCodes(tx, now, batch));
  for (const kind of kinds) {
    const before = new Date(now.getTime() - keep[kind.days] * dayMs);
    await sweepKind(db, kind.name, now, async (tx) => {
      return (await tx.query(kind.sql, [before, batch, now])).length;
    });
  }
}

async function sweepKind(
  db: Db,
  name: string,
  now: Date,
  sweep: (tx: Tx) => Promise<number>,
): Promise<void> {
  for (let round = 0; round < batches; round += 1) {
    const count = await db.tx(async (tx) => {
      const swept = await sweep(tx);
      if (swept > 0) {
        await audit(tx, {
          at: now,
          accountId: null,
          action: 'retention.sweep',
          object: `kept:${name}`,
          detail: { count: swept },
        });
      }
      return swept;
    });
    if (count < batch) return;
  }
}
