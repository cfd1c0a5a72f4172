import type { BodyOf } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import type { sendContact } from '../../../contract/contact.ts';
import { defaultPageSettings } from '../../../contract/settings.ts';
import { refuseFor } from '../../http/refuse.ts';
import { insertEmails } from '../../mail/outbox.ts';
import type { Services } from '../../services.ts';

const refuse = refuseFor(calls.sendContact);

/** The most messages from one address in a day. */
const perWriter = 10;
/** The most messages in a day from all senders: more are an attempt to fill the inbox. */
const perDay = 2_000;
const daySeconds = 24 * 3_600;

const subjects = {
  partnership: 'Partnership',
  'ticket-issue': 'Ticket Issue',
  general: 'General Question',
  other: 'Other',
} as const;

/**
 * Stores a message to the support and writes it as an e-mail to SUPPORT_EMAIL; without that setting the development tools show the e-mail, and `npm
 * run mail -- inbox` the message. A reply goes to the sender. Throws Refusal 429 beyond the daily number of messages.
 */
export async function keepSupportMessage(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'mailer'>,
  accountId: string | null,
  given: BodyOf<typeof sendContact>,
): Promise<void> {
  const { clock, config, db, mailer } = services;
  const now = clock.now();
  const since = new Date(now.getTime() - daySeconds * 1000);
  const { email, message, name, subject } = given;
  await db.tx(async (tx) => {
    const [sent] = await tx.query<{ own: number; everybody: number }>(
      `select count(*) filter (where lower(email) = lower($1))::int as own, count(*)::int as everybody
       from support_messages where created_at > $2`,
      [email, since],
    );
    if ((sent?.own ?? 0) >= perWriter || (sent?.everybody ?? 0) >= perDay) {
      throw refuse('messagesSpent', { retryAfterSeconds: daySeconds });
    }
    const [row] = await tx.query<{ id: number }>(
      `insert into support_messages (account_id, name, email, subject, message, created_at)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [accountId, name, email, subject, message, now],
    );
    const mail = {
      kind: 'contact',
      to: config.supportEmail ?? defaultPageSettings.supportEmail,
      // The headers contain no typed text except the reply address.
      subject: `[${config.productName}] ${subjects[subject]} (#${row?.id})`,
      text: `${name} <${email}>\n\n${message === '' ? '(no message)' : message}\n`,
      replyTo: email,
      lane: 'news' as const,
    };
    if (config.supportEmail !== null) await mailer.enqueue(tx, mail);
    else if (config.devTools) await insertEmails(tx, [mail], now, false);
  });
}
