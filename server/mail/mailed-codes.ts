import type { Queryable } from '../db/db.ts';

/** A one-time code in an e-mail, with its subject in `otp_codes` and its expiry. */
export interface MailedCode {
  readonly value: string;
  /** The subject of the code in `otp_codes`. */
  readonly subject: string;
  readonly endsAt: Date;
}

const dots = '••••••';

/** Replaces the code by dots; an unsent e-mail would carry only dots and is not sent. */
const blankedColumns = `subject = replace(subject, code, '${dots}'), body_text = replace(body_text, code, '${dots}'),
  body_html = replace(body_html, code, '${dots}'), code = null, next_try_at = null,
  gave_up_at = case when sent_at is null then coalesce(gave_up_at, code_ends_at) else gave_up_at end,
  failure = case when next_try_at is not null then 'code ended' else failure end`;

/** Blanks the codes of these subjects, in the transaction that used, replaced or exhausted them. */
export async function blankCodes(q: Queryable, subjects: readonly string[]): Promise<void> {
  await q.query(
    `update mails set ${blankedColumns} where code is not null and code_subject = any($1::text[])`,
    [subjects],
  );
}

/** Blanks at most `limit` expired codes and returns their number. */
export async function blankExpiredCodes(q: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await q.query(
    `update mails set ${blankedColumns} where id in (
       select id from mails where code is not null and code_ends_at <= $1
       order by code_ends_at limit $2 for update skip locked) returning id`,
    [now, limit],
  );
  return rows.length;
}

/** Blanks the code of one e-mail that expired before it was sent. */
export async function blankCodeOf(q: Queryable, id: number): Promise<void> {
  await q.query(`update mails set ${blankedColumns}, taken_at = null where id = $1`, [id]);
}
