import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db, Queryable } from '../db/db.ts';
import { type CourierOptions, createCourier } from './courier.ts';
import type { Mail, MailDelay, Mailer } from './mailer.ts';
import type { CarryMail } from './smtp.ts';

/** Letters and digits alone, in lower case: mail servers change the case of the part before the @. */
const newToken = () => randomBytes(12).toString('hex');

/** Writes a letter into the outbox, to be carried from `at` on; without a carrier the row is the delivery. */
export async function writeMail(
  q: Queryable,
  mail: Mail,
  at: Date,
  hasCarrier: boolean,
): Promise<void> {
  await q.query(
    `insert into mails (recipient, subject, body_text, body_html, created_at, sent_at, next_try_at, code, code_subject,
       code_ends_at, lane, reply_to, enclosed, token)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      mail.to,
      mail.subject,
      mail.text,
      mail.html ?? null,
      at,
      hasCarrier ? null : at,
      hasCarrier ? at : null,
      mail.code?.value ?? null,
      mail.code?.subject ?? null,
      mail.code?.endsAt ?? null,
      mail.lane ?? (mail.code === undefined ? 'tickets' : 'codes'),
      mail.replyTo ?? null,
      mail.enclosed === undefined ? null : JSON.stringify(mail.enclosed),
      newToken(),
    ],
  );
}

/**
 * The mailer: every letter is a row of the outbox; with SMTP it is also carried out in the background, and the row says when, or
 * why not. Without SMTP the row is the delivery, which the development tools show.
 */
export function createOutbox(
  db: Db,
  clock: Clock,
  log: FastifyBaseLogger,
  carry: CarryMail | null,
  options: CourierOptions = {},
): Mailer {
  const delay: MailDelay = { seconds: 0 };
  const courier = carry === null ? null : createCourier({ db, clock, log, carry }, options);
  const write = (q: Queryable, mail: Mail) => {
    const at = new Date(clock.now().getTime() + delay.seconds * 1000);
    return writeMail(q, mail, at, courier !== null);
  };
  return {
    delay,
    async send(mail) {
      try {
        await write(db, mail);
      } catch (error) {
        log.error({ err: error }, 'a letter could not be written to the outbox');
        return;
      }
      courier?.wake();
    },
    async enqueue(tx, mail) {
      await write(tx, mail);
      tx.afterCommit(() => courier?.wake());
    },
    carryDue: async () => courier?.carryDue(),
    carryLeft: async () => courier?.carryLeft(),
    stop: async () => courier?.stop(),
  };
}
