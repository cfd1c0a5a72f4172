import type { Queryable } from '../db/db.ts';

/** A code that a letter carries: what it is for, and the instant from which it cannot be used. */
export interface MailedCode {
  readonly value: string;
  /** Name of what it is for in `otp_codes`. */
  readonly subject: string;
  readonly endsAt: Date;
}

const dots = '••••••';

/** The code is told nowhere any more; a letter that has not left would only carry dots, and stays. */
const blanked = `subject = replace(subject, code, '${dots}'), body_text = replace(body_text, code, '${dots}'),
  body_html = replace(body_html, code, '${dots}'), code = null, next_try_at = null,
  gave_up_at = case when sent_at is null then coalesce(gave_up_at, code_ends_at) else gave_up_at end,
  failure = case when next_try_at is not null then 'code ended' else failure end`;

/** Blanks the codes of letters in the transaction that used, replaced or tried them out. */
export async function blankCodes(q: Queryable, subjects: readonly string[]): Promise<void> {
  await q.query(
    `update mails set ${blanked} where code is not null and code_subject = any($1::text[])`,
    [subjects],
  );
}

/** Blanks codes that ran out, at most `limit` of them; answers how many. */
export async function blankExpiredCodes(q: Queryable, now: Date, limit: number): Promise<number> {
  const rows = await q.query(
    `update mails set ${blanked} where id in (
       select id from mails where code is not null and code_ends_at <= $1
       order by code_ends_at limit $2 for update skip locked) returning id`,
    [now, limit],
  );
  return rows.length;
}

/** Blanks the code of one letter that was not sent in time. */
export async function blankCodeOf(q: Queryable, id: number): Promise<void> {
  await q.query(`update mails set ${blanked}, taken_at = null where id = $1`, [id]);
}
