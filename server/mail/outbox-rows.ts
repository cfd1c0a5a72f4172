import type { Db } from '../db/db.ts';
import { audit } from '../domain/audit.ts';
import { blankCodeOf } from './mailed-codes.ts';
import type { AttachmentSource, MailLane } from './mailer.ts';

/** Minutes after which an e-mail that a process was sending counts as abandoned. It may have arrived: its Message-ID stays the same. */
const leaseMinutes = 5;

/** An outbox row that a worker has claimed. */
export interface OutboxRow extends Record<string, unknown> {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string | null;
  readonly created_at: Date;
  readonly lane: MailLane;
  /** Attempts so far, including the current one. */
  readonly attempts: number;
  readonly token: string;
  readonly reply_to: string | null;
  readonly enclosed: AttachmentSource | null;
  readonly code_ends_at: Date | null;
}

/** The outbox statements of the delivery worker; each is one short transaction. */
export function outboxRows(db: Db) {
  const claimFrom = async (lane: MailLane, now: Date): Promise<OutboxRow | null> => {
    // Selects and claims in one statement, so that only one of several processes sends the e-mail.
    const [row] = await db.query<OutboxRow>(
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
    /** Claims the next due e-mail of the first lane that has one; blanks the codes that have expired in the meantime. */
    async claim(lanes: readonly MailLane[], now: Date): Promise<OutboxRow | null> {
      for (const lane of lanes) {
        for (;;) {
          const email = await claimFrom(lane, now);
          if (email === null) break;
          if (email.code_ends_at === null || email.code_ends_at > now) return email;
          await blankCodeOf(db, email.id);
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
    /** Postpones an e-mail, unless it was blanked or erased while it was being sent. */
    async noteLater(id: number, failure: string, next: Date): Promise<void> {
      await db.query(
        'update mails set next_try_at = $3, taken_at = null, failure = $2 where id = $1 and next_try_at is not null',
        [id, failure, next],
      );
    },
    async noteGivenUp(id: number, failure: string, now: Date): Promise<void> {
      await endDelivery(id, 'mail.give-up', failure, now, null);
    },
    async noteRefused(
      id: number,
      failure: string,
      status: string | null,
      now: Date,
    ): Promise<void> {
      await endDelivery(id, 'mail.refused', failure, now, status ?? failure);
    },
    async dropAttachments(id: number, now: Date): Promise<void> {
      await db.query(
        'update mails set enclosed = null, next_try_at = $2, taken_at = null where id = $1 and next_try_at is not null',
        [id, now],
      );
    },
    /** Makes every postponed e-mail due now; its attempts during an outage say nothing about it. */
    async retryNow(now: Date): Promise<void> {
      await db.query(
        'update mails set next_try_at = $1, attempts = 0 where next_try_at > $1 and taken_at is null and failure is not null',
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

  async function endDelivery(
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
