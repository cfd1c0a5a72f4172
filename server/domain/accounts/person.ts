import type { Db, Queryable, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { accountKey } from '../../limits/account-key.ts';
import { audit } from '../audit.ts';
import { shownNumber } from '../order/choice.ts';
import { removePresaleAddress } from '../session/presale.ts';
import { liveStatesSql } from '../session/session-rows.ts';
import { voidOrderTickets } from '../ticket/ticket-void.ts';
import { sharedSubject } from './password-reset.ts';

/** All stored data about a person, by kind, without secrets. */
export type PersonExport = Readonly<Record<string, unknown>>;

/** Parts of the export; every statement takes the account id as `$1` and the address as `$2`. */
const parts = {
  orders: `select o.order_code, e.name as event, o.status, o.subtotal, o.discount, o.tax, o.total, o.voucher_code,
      o.created_at, o.updated_at from orders o join events e on e.id = o.event_id
    where o.account_id = $1 and $2::text is not null order by o.created_at`,
  payments: `select o.order_code, p.method_name, p.amount, p.service_fee, p.gateway, p.status, p.created_at, p.updated_at,
      r.amount as refund_amount, r.reason as refund_reason, r.state as refund_state, r.done_at as refunded_at,
      r.reference as refund_reference, r.bank_account as refund_account
    from payments p join orders o on o.id = p.order_id left join refunds r on r.payment_id = p.id
    where p.account_id = $1 and $2::text is not null order by p.created_at`,
  tickets: `select t.ticket_code, e.name as event, ${shownNumber('s')} as seat_number, t.category_name, t.holder_name, t.issued_at, t.voided_at
    from tickets t join events e on e.id = t.event_id join seats s on s.id = t.seat_id
    where t.account_id = $1 and $2::text is not null order by t.issued_at`,
  entries: `select t.ticket_code, g.door, g.scanned_at from gate_entries g join tickets t on t.id = g.ticket_id
    where t.account_id = $1 and $2::text is not null order by g.scanned_at`,
  answers: `select o.order_code, f.name as form, a.position, a.answers from attendee_answers a
      join orders o on o.id = a.order_id left join forms f on f.id = a.form_id
    where o.account_id = $1 and $2::text is not null order by o.created_at, a.form_id, a.position`,
  queue: `select e.name as event, s.state, s.joined_at, s.online_at, s.ended_at, s.end_reason, s.end_note
    from purchase_sessions s join events e on e.id = s.event_id
    where s.account_id = $1 and $2::text is not null order by s.joined_at`,
  waiting_lists: `select e.name as event, w.state, w.wanted, w.offered, w.joined_at, w.offer_ends_at, w.ended_at
    from waiting_list w join events e on e.id = w.event_id
    where w.account_id = $1 and $2::text is not null order by w.place`,
  letters: `select recipient, subject, body_text as text, created_at, sent_at from mails
    where $1::uuid is not null and (lower(recipient) = lower($2) or lower(reply_to) = lower($2)) order by id`,
  support_messages: `select name, email, subject, message, created_at from support_messages
    where account_id = $1 or lower(email) = lower($2) order by id`,
  agreed: `select a.document, a.accepted_at, t.html_id as text from legal_acceptances a join legal_texts t on t.hash = a.hash
    where a.account_id = $1 and $2::text is not null order by a.accepted_at, a.document`,
  photo: `select 'data:image/webp;base64,' || encode(webp, 'base64') as image, changed_at from account_photos
    where account_id = $1 and $2::text is not null`,
  sign_ins: `select created_at, last_seen_at, expires_at from auth_sessions
    where account_id = $1 and $2::text is not null order by created_at`,
  google: `select issuer, subject, linked_at from google_identities where account_id = $1 and $2::text is not null`,
  log: `select at, action, object, status_before, status_after, address_prefix, detail from audit_log
    where (account_id = $1 or object = 'account:' || $1::text) and $2::text is not null order by id`,
} as const;

/** All stored data about the person with an address, as privacy law entitles them to a copy. Throws Refusal 404. */
export async function exportPerson(db: Db, email: string, now: Date): Promise<PersonExport> {
  return db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const [account] = await tx.query<{ id: string; email: string }>(
      `select id, email, first_name, last_name, phone_number, role, is_verified, created_at,
         password_hash is not null as has_password from accounts where lower(email) = lower($1)`,
      [email],
    );
    if (account === undefined) throw new Refusal(404, 'No account has this address');
    const told: Record<string, unknown> = { made_at: now.toISOString(), account };
    for (const [name, sql] of Object.entries(parts)) {
      told[name] = await tx.query(sql, [account.id, account.email]);
    }
    return told;
  });
}

/** The number of removed rows, by kind. */
export interface Erased {
  readonly accountId: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Authentication sessions whose connections the caller must close. */
  readonly ended: readonly string[];
}

/**
 * Removes a person from all stored data. Rows about money stay as the law requires, under an account without name or address; the address may
 * register again. Throws Refusal 404 for an unknown address, 409 while a purchase or a payment is in progress, and for tickets of future events
 * unless `withTickets` voids them.
 */
export async function erasePerson(
  db: Db,
  email: string,
  withTickets: boolean,
  now: Date,
): Promise<Erased> {
  return db.tx(async (tx) => {
    const [account] = await tx.query<{ id: string; email: string }>(
      'select id, email from accounts where lower(email) = lower($1) and erased_at is null for update',
      [email],
    );
    if (account === undefined) throw new Refusal(404, 'No account has this address');
    await refuseWhileUnderWay(tx, account.id);
    const voided = await voidComing(tx, account.id, withTickets, now);
    const ended = await tx.query<{ id_hash: string }>(
      'delete from auth_sessions where account_id = $1 returning id_hash',
      [account.id],
    );
    const counts = { ...(await cutOut(tx, account, now)), voided, sign_ins: ended.length };
    await audit(tx, {
      at: now,
      accountId: account.id,
      action: 'person.erase',
      object: `account:${account.id}`,
      detail: counts,
    });
    return { accountId: account.id, counts, ended: ended.map((row) => row.id_hash) };
  });
}

async function refuseWhileUnderWay(tx: Tx, accountId: string): Promise<void> {
  const refuseIf = async (sql: string, words: string) => {
    const rows = await tx.query(sql, [accountId]);
    if (rows.length > 0) throw new Refusal(409, words);
  };
  await refuseIf(
    `select 1 as one from payments where account_id = $1 and status = 'pending' limit 1`,
    'A payment of this person is under way. Wait until it is paid or has run out.',
  );
  await refuseIf(
    `select 1 as one from purchase_sessions where account_id = $1 and state in (${liveStatesSql}) limit 1`,
    'This person is in a queue or buying just now. Wait until that has ended.',
  );
  await refuseIf(
    `select 1 as one from payments where account_id = $1 and status = 'refund_due' limit 1`,
    'Money is still owed to this person. Wait until it has gone back.',
  );
  await refuseIf(
    `select 1 as one from payment_notices n join payments p on n.payment_ref in (p.id::text, p.gateway_order_id)
     where p.account_id = $1 and n.state in ('received', 'mismatched') limit 1`,
    'A money notice about this person waits. Work it off first: npm run admin -- notices list',
  );
}

/** Voids the valid tickets of events that are not over, if the operator asked for it; returns how many. */
async function voidComing(
  tx: Tx,
  accountId: string,
  withTickets: boolean,
  now: Date,
): Promise<number> {
  const orders = await tx.query<{ order_id: string; tickets: number }>(
    `select t.order_id, count(*)::int as tickets from tickets t join events e on e.id = t.event_id
     where t.account_id = $1 and t.voided_at is null
       and e.ends_at > $2
     group by t.order_id order by t.order_id`,
    [accountId, now],
  );
  const count = orders.reduce((sum, order) => sum + order.tickets, 0);
  if (count > 0 && !withTickets) {
    throw new Refusal(
      409,
      `This person has ${count} valid tickets of events to come. Give --with-tickets to void them too; no money moves by that.`,
    );
  }
  for (const order of orders) await voidOrderTickets(tx, order.order_id, now, accountId);
  return count;
}

async function cutOut(
  tx: Tx,
  account: { readonly id: string; readonly email: string },
  now: Date,
): Promise<Record<string, number>> {
  const { id, email } = account;
  const count = async (q: Queryable, sql: string, params: readonly unknown[]) =>
    (await q.query(`${sql} returning 1 as one`, params)).length;
  const counts = {
    answers: await count(
      tx,
      'delete from attendee_answers where order_id in (select id from orders where account_id = $1)',
      [id],
    ),
    letters: await count(
      tx,
      `update mails set recipient = '', subject = '', body_text = '', body_html = null, code = null, blanked_at = $2,
         reply_to = null, enclosed = null, next_try_at = null,
         failure = case when next_try_at is not null then 'erased' else failure end,
         gave_up_at = case when next_try_at is not null then $2 else gave_up_at end
       where lower(recipient) = lower($1) or lower(reply_to) = lower($1)`,
      [email, now],
    ),
    messages: await count(
      tx,
      'delete from support_messages where account_id = $1 or lower(email) = lower($2)',
      [id, email],
    ),
    presale: await removePresaleAddress(tx, email),
    waiting_lists: await count(tx, 'delete from waiting_list where account_id = $1', [id]),
    tickets: await count(tx, `update tickets set holder_name = '' where account_id = $1`, [id]),
  };
  await tx.query(
    'delete from otp_codes where account_id = $1 or budget = $2 or starts_with(subject, $2)',
    [id, sharedSubject(email)],
  );
  await tx.query('delete from login_failures where account_key = $1', [accountKey(email)]);
  await tx.query('delete from google_identities where account_id = $1', [id]);
  await tx.query('delete from account_photos where account_id = $1', [id]);
  await tx.query('delete from idempotency_keys where account_id = $1', [id]);
  await tx.query(
    `update purchase_sessions set device_id = null, device_until = null, end_note = null where account_id = $1`,
    [id],
  );
  await tx.query(
    `update payment_notices set raw_body = null, headers = null
     where payment_id in (select id from payments where account_id = $1)`,
    [id],
  );
  await tx.query(
    `update accounts set email = $2, password_hash = null, first_name = '', last_name = '', phone_number = '',
       is_verified = false, erased_at = $3 where id = $1`,
    [id, `erased-${id}@erased.invalid`, now],
  );
  return counts;
}
