import { createHash } from 'node:crypto';
import type { Queryable, Tx } from '../../db/db.ts';
import type { GatewayNotice, GatewayStatus } from '../../gateway/gateway.ts';
import { enqueueNotice } from './job-kinds.ts';

/** The state of a notice: not yet applied, done, waiting for an operator, or signed but not understood. */
export type NoticeState =
  | 'received'
  | 'applied'
  | 'unmatched'
  | 'mismatched'
  | 'refused'
  | 'dismissed';

/** Why a notice waits for an operator. */
export type NoticeMisfit =
  | 'unknown_payment'
  | 'amount'
  | 'currency'
  | 'order'
  | 'partial_refund'
  | 'second_return'
  | 'contradicts'
  | 'unreadable'
  | 'seats_gone'
  | 'failed'
  | 'test';

/** A notice as it is stored. */
export type NoticeRow = {
  id: number;
  gateway: string;
  source: 'notice' | 'status';
  event_id: string | null;
  payment_ref: string | null;
  order_code: string | null;
  /** Whole rupiah; null where the gateway named none, or none that is whole. */
  amount: number | null;
  currency: string | null;
  outcome: GatewayStatus | null;
  reference: string | null;
  received_at: Date;
  last_at: Date;
  times: number;
  state: NoticeState;
  reason: NoticeMisfit | null;
  accepted_at: Date | null;
  /** How often an error of ours kept it from being settled. */
  tries: number;
  settled_at: Date | null;
  payment_id: string | null;
};

const noticeColumns = `id, gateway, source, event_id, payment_ref, order_code, amount, currency, outcome, reference,
  received_at, last_at, times, state, reason, accepted_at, tries, settled_at, payment_id`;

/** A notice before it is stored. */
export interface NewNotice {
  readonly gateway: string;
  readonly source: 'notice' | 'status';
  /** What it says; null where it could not be read. */
  readonly said: (Omit<GatewayNotice, 'amount'> & { readonly amount: number | null }) | null;
  readonly rawBody: string | null;
}

/** What was kept: a new row, or one that had come before. */
export interface Kept {
  readonly id: number;
  readonly state: NoticeState;
  readonly isRepeated: boolean;
}

/** Stores a notice, committed when this returns. A repeated one is counted on the row that is there. */
export async function keepNotice(q: Queryable, given: NewNotice, now: Date): Promise<Kept> {
  const { said } = given;
  const [row] = await q.query<{ id: number; state: NoticeState; times: number }>(
    `insert into payment_notices (gateway, source, fingerprint, event_id, payment_ref, order_code, amount, currency,
       outcome, reference, raw_body, received_at, last_at, state, reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14)
     on conflict (gateway, fingerprint) do update
       set times = payment_notices.times + 1, last_at = excluded.last_at
     returning id, state, times`,
    [
      given.gateway,
      given.source,
      fingerprintOf(given),
      said?.eventId ?? null,
      said?.paymentId ?? null,
      said?.orderCode ?? null,
      said?.amount != null && Number.isSafeInteger(said.amount) ? said.amount : null,
      said?.currency ?? null,
      said?.status ?? null,
      said?.reference ?? null,
      // PostgreSQL refuses NUL in a text.
      given.rawBody?.replaceAll('\0', '') ?? null,
      now,
      said === null ? 'refused' : said.isTest === true ? 'dismissed' : 'received',
      said === null ? 'unreadable' : said.isTest === true ? 'test' : null,
    ],
  );
  if (row === undefined) throw new Error('A money notice was not kept.');
  return { id: row.id, state: row.state, isRepeated: row.times > 1 };
}

/** A notice by its number; null when there is none. */
export async function findNotice(q: Queryable, id: number): Promise<NoticeRow | null> {
  const [row] = await q.query<NoticeRow>(
    `select ${noticeColumns} from payment_notices where id = $1`,
    [id],
  );
  return row ?? null;
}

/** Notices that wait for an operator or for the server, oldest first, the last of those about the same thing of others; with `all` the newest of every state. */
export function listNotices(q: Queryable, all: boolean, limit: number): Promise<NoticeRow[]> {
  return q.query<NoticeRow>(
    all
      ? `select ${noticeColumns} from payment_notices order by id desc limit $1`
      : `select ${noticeColumns} from payment_notices
         where state in ('received', 'unmatched', 'mismatched', 'refused') and not (state = 'unmatched' and exists (
           select 1 from payment_notices later where later.gateway = payment_notices.gateway and later.state = 'unmatched'
             and later.payment_ref = payment_notices.payment_ref and later.id > payment_notices.id))
         order by id limit $1`,
    [limit],
  );
}

/** Says where a notice stands from now on. */
export async function settleNotice(
  q: Queryable,
  id: number,
  to: { state: NoticeState; reason: NoticeMisfit | null; paymentId: string | null },
  now: Date,
): Promise<void> {
  await q.query(
    `update payment_notices set state = $2, reason = $3, payment_id = coalesce($4::uuid, payment_id), settled_at = $5,
       accepted_at = case when $2 = 'applied' then accepted_at end where id = $1`,
    [id, to.state, to.reason, to.paymentId, now],
  );
}

/** An error of ours is no accident once it came so often, over so long. */
const mostFailures = 5;
const failureMinutes = 10;
const isOverSql = `(tries + 1 >= ${mostFailures} and failed_at <= $3::timestamptz - interval '${failureMinutes} minutes')`;

/**
 * Counts a failure to settle a notice by an error of ours. The fifth, ten minutes after the first or later, makes it wait for an operator; then true.
 * One that an operator runs again has used its time: it waits again after one more failure.
 */
export async function noteFailure(
  q: Queryable,
  { id, paymentId }: { readonly id: number; readonly paymentId: string },
  now: Date,
): Promise<boolean> {
  const [row] = await q.query<{ state: NoticeState }>(
    `update payment_notices set tries = tries + 1, failed_at = coalesce(failed_at, $3), payment_id = $2,
       state = case when ${isOverSql} then 'mismatched' else state end,
       reason = case when ${isOverSql} then 'failed' else reason end,
       settled_at = case when ${isOverSql} then $3::timestamptz else settled_at end
     where id = $1 and state = 'received' returning state`,
    [id, paymentId, now],
  );
  return row?.state === 'mismatched';
}

/** Puts the notices that wait for an operator back to work, with a look at each; returns their numbers, oldest first. */
export async function reopenNotices(tx: Tx, now: Date): Promise<number[]> {
  const rows = await tx.query<{ id: number; gateway: string }>(
    `update payment_notices set state = 'received' where state = 'mismatched' and outcome is not null returning id, gateway`,
  );
  for (const row of rows) await enqueueNotice(tx, row, now);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** What a notice says, not how often or when: an event id alone would let a corrected amount pass for a repetition. */
function fingerprintOf({ source, said, rawBody }: NewNotice): string {
  const words =
    said === null
      ? [source, rawBody]
      : [
          source,
          said.eventId,
          said.paymentId,
          said.orderCode,
          said.amount,
          said.currency,
          said.status,
        ];
  return createHash('sha256').update(JSON.stringify(words)).digest('hex');
}
