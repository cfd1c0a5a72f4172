import type { Db } from '../db/db.ts';
import { audit } from '../domain/audit.ts';
import { blankCodeOf } from './mailed-codes.ts';
import type { Enclosed, MailLane } from './mailer.ts';

/** Minutes after which a letter under way counts as left by a process that died. It may have arrived: its Message-ID is the same then. */
const leaseMinutes = 5;

/** A letter that was taken up. */
export interface LetterRow extends Record<string, unknown> {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string | null;
  readonly created_at: Date;
  readonly lane: MailLane;
  /** This time counted. */
  readonly attempts: number;
  readonly token: string;
  readonly reply_to: string | null;
  readonly enclosed: Enclosed | null;
  readonly code_ends_at: Date | null;
}

/** The outbox as a courier works on it: each step is one short transaction. */
export function letterRows(db: Db) {
  const takeOf = async (lane: MailLane, now: Date): Promise<LetterRow | null> => {
    // Taken up in the same statement, so that of several processes one carries it.
    const [row] = await db.query<LetterRow>(
      `update mails set taken_at = $2, next_try_at = $3, attempts = attempts + 1,
         token = coalesce(token, replace(gen_random_uuid()::text, '-', ''))
       where id = (select id from mails where lane = $1 and next_try_at <= $2
         order by next_try_at, id limit 1 for update skip locked)
       returning id, recipient, subject, body_text, body_html, created_at, lane, attempts, token, reply_to, enclosed, code_ends_at`,
      [lane, now, new Date(now.getTime() + leaseMinutes * 60_000)],
    );
    return row ?? null;
  };
  return {
    async isAnyDue(now: Date): Promise<boolean> {
      return (
        (await db.query('select 1 as one from mails where next_try_at <= $1 limit 1', [now]))
          .length > 0
      );
    },
    /** Takes up the next letter of the first of these lanes that has one; a code that ran out meanwhile is blanked instead. */
    async take(lanes: readonly MailLane[], now: Date): Promise<LetterRow | null> {
      for (const lane of lanes) {
        for (;;) {
          const letter = await takeOf(lane, now);
          if (letter === null) break;
          if (letter.code_ends_at === null || letter.code_ends_at > now) return letter;
          await blankCodeOf(db, letter.id);
        }
      }
      return null;
    },
    async noteSent(id: number, now: Date): Promise<void> {
      await db.query(
        'update mails set sent_at = $2, next_try_at = null, taken_at = null, failure = null, gave_up_at = null where id = $1',
        [id, now],
      );
    },
    /** One that was blanked or erased while it was under way stays as it is. */
    async noteLater(id: number, failure: string, next: Date): Promise<void> {
      await db.query(
        'update mails set next_try_at = $3, taken_at = null, failure = $2 where id = $1 and next_try_at is not null',
        [id, failure, next],
      );
    },
    async noteGivenUp(id: number, failure: string, now: Date): Promise<void> {
      await noteEnd(id, 'mail.give-up', failure, now, null);
    },
    async noteRefused(
      id: number,
      failure: string,
      status: string | null,
      now: Date,
    ): Promise<void> {
      await noteEnd(id, 'mail.refused', failure, now, status ?? failure);
    },
    async dropEnclosed(id: number, now: Date): Promise<void> {
      await db.query(
        'update mails set enclosed = null, next_try_at = $2, taken_at = null where id = $1 and next_try_at is not null',
        [id, now],
      );
    },
    /** Letters that were refused for the moment and wait are due now. */
    async callBack(now: Date): Promise<void> {
      await db.query(
        'update mails set next_try_at = $1 where next_try_at > $1 and taken_at is null and failure is not null',
        [now],
      );
    },
    async release(now: Date): Promise<void> {
      await db.query(
        'update mails set next_try_at = $1, taken_at = null where next_try_at is not null and taken_at is not null',
        [now],
      );
    },
  };

  async function noteEnd(
    id: number,
    action: 'mail.give-up' | 'mail.refused',
    failure: string,
    now: Date,
    bounceStatus: string | null,
  ): Promise<void> {
    await db.tx(async (tx) => {
      await tx.query(
        `update mails set next_try_at = null, taken_at = null, failure = $2, gave_up_at = $3,
           bounced_at = case when $4::text is null then null else $3::timestamptz end, bounce_status = $4 where id = $1`,
        [id, failure, now, bounceStatus],
      );
      await audit(tx, {
        at: now,
        accountId: null,
        action,
        object: `mail:${id}`,
        detail: { failure, status: bounceStatus },
      });
    });
  }
}
