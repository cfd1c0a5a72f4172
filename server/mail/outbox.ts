import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db, Queryable } from '../db/db.ts';
import { createDeliveryWorker, type DeliveryOptions } from './delivery-worker.ts';
import type { Email, MailDelay, Mailer } from './mailer.ts';
import type { SendEmail } from './smtp.ts';

/** Hex digits in lower case: mail servers change the case of the local part of an address. */
const newToken = () => randomBytes(12).toString('hex');

/** Inserts an e-mail into the outbox, due at `at`. Without SMTP the row counts as sent. */
export async function insertEmail(
  q: Queryable,
  email: Email,
  at: Date,
  hasSmtp: boolean,
): Promise<void> {
  await q.query(
    `insert into mails (recipient, subject, body_text, body_html, created_at, sent_at, next_try_at, code, code_subject,
       code_ends_at, lane, reply_to, enclosed, token)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      email.to,
      email.subject,
      email.text,
      email.html ?? null,
      at,
      hasSmtp ? null : at,
      hasSmtp ? at : null,
      email.code?.value ?? null,
      email.code?.subject ?? null,
      email.code?.endsAt ?? null,
      email.lane ?? (email.code === undefined ? 'tickets' : 'codes'),
      email.replyTo ?? null,
      email.attachmentSource === undefined ? null : JSON.stringify(email.attachmentSource),
      newToken(),
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
  const insert = (q: Queryable, email: Email) => {
    const at = new Date(clock.now().getTime() + delay.seconds * 1000);
    return insertEmail(q, email, at, worker !== null);
  };
  return {
    delay,
    async send(email) {
      try {
        await insert(db, email);
      } catch (error) {
        log.error({ err: error }, 'an e-mail could not be written to the outbox');
        return;
      }
      worker?.wake();
    },
    async enqueue(tx, email) {
      await insert(tx, email);
      tx.afterCommit(() => worker?.wake());
    },
    deliverDue: async () => worker?.deliverDue(),
    releaseAbandoned: async () => worker?.releaseAbandoned(),
    stop: async () => worker?.stop(),
  };
}
