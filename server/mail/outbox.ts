import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db, Queryable } from '../db/db.ts';
import { createDeliveryWorker, type DeliveryOptions } from './delivery-worker.ts';
import type { Email, MailDelay, Mailer } from './mailer.ts';
import type { SendEmail } from './smtp.ts';

/** Hex digits in lower case: mail servers change the case of the local part of an address. */
const newToken = () => randomBytes(12).toString('hex');

/** Inserts e-mails into the outbox by one statement, due at `at`. Without SMTP the rows count as sent. */
export async function insertEmails(
  q: Queryable,
  emails: readonly Email[],
  at: Date,
  hasSmtp: boolean,
): Promise<void> {
  const column = (of: (email: Email) => string | null | undefined) =>
    emails.map((email) => of(email) ?? null);
  await q.query(
    `insert into mails (recipient, subject, body_text, body_html, code, code_subject, code_ends_at, lane, reply_to, enclosed, token,
       kind, event_id, created_at, sent_at, next_try_at)
     select recipient, subject, body_text, body_html, code, code_subject, code_ends_at::timestamptz, lane, reply_to, enclosed::jsonb, token,
       kind, event_id, $14, $15, $16
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
       $12::text[], $13::text[])
       as given (recipient, subject, body_text, body_html, code, code_subject, code_ends_at, lane, reply_to, enclosed, token, kind, event_id)`,
    [
      column(({ to }) => to),
      column(({ subject }) => subject),
      column(({ text }) => text),
      column(({ html }) => html),
      column(({ code }) => code?.value),
      column(({ code }) => code?.subject),
      column(({ code }) => code?.endsAt.toISOString()),
      column(({ lane, code }) => lane ?? (code === undefined ? 'tickets' : 'codes')),
      column(({ replyTo }) => replyTo),
      column(({ attachmentSource: source }) => source && JSON.stringify(source)),
      column(newToken),
      column(({ kind }) => kind),
      column(({ eventId }) => eventId),
      at,
      hasSmtp ? null : at,
      hasSmtp ? at : null,
    ],
  );
}

/**
 * Creates the mailer. Every e-mail is a row of the outbox; with SMTP a background worker sends it and records the result in the row.
 * Without SMTP the row counts as sent, and the development tools show it.
 */
export function createOutbox(
  db: Db,
  clock: Clock,
  log: FastifyBaseLogger,
  sendEmail: SendEmail | null,
  options: DeliveryOptions = {},
): Mailer {
  const delay: MailDelay = { seconds: 0 };
  const worker =
    sendEmail === null ? null : createDeliveryWorker({ db, clock, log, send: sendEmail }, options);
  const insert = (q: Queryable, emails: readonly Email[]) => {
    const at = new Date(clock.now().getTime() + delay.seconds * 1000);
    return insertEmails(q, emails, at, worker !== null);
  };
  return {
    delay,
    async send(email) {
      try {
        await insert(db, [email]);
      } catch (error) {
        log.error({ err: error }, 'an e-mail could not be written to the outbox');
        return;
      }
      worker?.wake();
    },
    async enqueue(tx, ...emails) {
      await insert(tx, emails);
      tx.afterCommit(() => worker?.wake());
    },
    deliverDue: async () => worker?.deliverDue(),
    releaseAbandoned: async () => worker?.releaseAbandoned(),
    isUp: () => worker?.isUp() ?? true,
    stop: async () => worker?.stop(),
  };
}
