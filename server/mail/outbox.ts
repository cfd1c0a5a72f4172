import type { FastifyBaseLogger } from 'fastify';
import nodemailer from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db, Queryable } from '../db/db.ts';
import { sqlState } from '../db/transaction.ts';
import type { Mail, MailDelay, Mailer } from './mailer.ts';

const smtpTimeoutMs = 20_000;
/** A letter nobody carried for so long is out of date. */
const staleHours = 24;
const batch = 100;
/** A letter taken up by another process has met its fate after so long, or that process is gone. */
export const letterFateMs = 3 * 60_000;

/** Carries one letter to the outside; rejects when it could not. */
export type CarryMail = (mail: Mail) => Promise<void>;

/**
 * The mailer: every letter is a row of the outbox; with SMTP it is also carried out in the background, and the row says when, or
 * why not. Without SMTP the row is the delivery, which the development tools show.
 */
export function createOutbox(
  db: Db,
  clock: Clock,
  log: FastifyBaseLogger,
  carry: CarryMail | null,
): Mailer {
  const delay: MailDelay = { seconds: 0 };
  const deliver = async (id: number, mail: Mail, carrier: CarryMail) => {
    try {
      await carrier(mail);
      await db.query('update mails set sent_at = $2 where id = $1', [id, clock.now()]);
    } catch (error) {
      // What the mail server says may repeat the address; its code is enough to mend it.
      const failure = sqlState(error) ?? 'not accepted';
      log.error({ mail: id, failure }, 'a letter was not sent');
      await db.query('update mails set failure = $2 where id = $1', [id, failure]);
    }
  };
  const write = async (q: Queryable, mail: Mail) => {
    const at = new Date(clock.now().getTime() + delay.seconds * 1000);
    const [row] = await q.query<{ id: number }>(
      `insert into mails (recipient, subject, body_text, body_html, created_at, sent_at, code, code_subject, code_ends_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
      [
        mail.to,
        mail.subject,
        mail.text,
        mail.html ?? null,
        at,
        carry === null ? at : null,
        mail.code?.value ?? null,
        mail.code?.subject ?? null,
        mail.code?.endsAt ?? null,
      ],
    );
    return row?.id ?? null;
  };
  const carryOut = (id: number | null, mail: Mail) => {
    if (carry === null || id === null) return;
    const start = () => {
      deliver(id, mail, carry).catch((error: unknown) =>
        log.error({ err: error, mail: id }, 'the fate of a letter could not be noted'),
      );
    };
    if (delay.seconds === 0) start();
    else setTimeout(start, delay.seconds * 1000).unref();
  };
  return {
    delay,
    async send(mail) {
      try {
        carryOut(await write(db, mail), mail);
      } catch (error) {
        log.error({ err: error }, 'a letter could not be written to the outbox');
      }
    },
    async carryLeft(before) {
      if (carry === null) return;
      const now = clock.now();
      // Taken up in the same statement, so that of several processes one carries each letter.
      const rows = await db.query<{
        id: number;
        recipient: string;
        subject: string;
        body_text: string;
        body_html: string | null;
      }>(
        `update mails set taken_at = $2 where id in (
           select id from mails where sent_at is null and failure is null
             and coalesce(taken_at, created_at) < $1 and created_at > $3
           order by id limit ${batch} for update skip locked)
         returning id, recipient, subject, body_text, body_html`,
        [before, now, new Date(now.getTime() - staleHours * 3_600_000)],
      );
      rows.sort((a, b) => a.id - b.id);
      for (const { id, recipient, subject, body_text: text, body_html: html } of rows) {
        await deliver(
          id,
          { to: recipient, subject, text, ...(html === null ? {} : { html }) },
          carry,
        );
      }
    },
    async enqueue(tx, mail) {
      const id = await write(tx, mail);
      tx.afterCommit(() => carryOut(id, mail));
    },
  };
}

/** Carries letters over the SMTP server of the settings; null where there is none. */
export function smtpCarrier(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): CarryMail | null {
  if (config.smtpUrl === null) return null;
  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    connectionTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  });
  return async (mail) => {
    await transport.sendMail({
      from: config.mailFrom,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      ...(mail.html === undefined ? {} : { html: mail.html }),
    });
  };
}
