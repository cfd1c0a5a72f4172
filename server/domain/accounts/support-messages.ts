import type { BodyOf } from '../../../contract/call/call.ts';
import { calls } from '../../../contract/call/calls.ts';
import type { sendContact } from '../../../contract/contact.ts';
import { defaultPageSettings } from '../../../contract/settings.ts';
import { refuseFor } from '../../http/refuse.ts';
import { insertEmail } from '../../mail/outbox.ts';
import type { Services } from '../../services.ts';

const refuse = refuseFor(calls.sendContact);

/** Messages of one address in a day. */
const perWriter = 10;
/** Messages of everybody in a day: beyond it somebody fills the inbox. */
const perDay = 2_000;
const daySeconds = 24 * 3_600;

const subjects = {
  partnership: 'Partnership',
  'ticket-issue': 'Ticket Issue',
  general: 'General Question',
  other: 'Other',
} as const;

/**
 * Keeps a message to the support, and writes it as a letter to SUPPORT_EMAIL; without that setting the development tools show the letter, and `npm run mail -- inbox` the message. The
 * answer to it goes to the writer. Throws Refusal 429 past the messages of a day.
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
      to: config.supportEmail ?? defaultPageSettings.supportEmail,
      // Nothing that was typed stands in a header but the address to answer to.
      subject: `[${config.productName}] ${subjects[subject]} (#${row?.id})`,
      text: `${name} <${email}>\n\n${message === '' ? '(no message)' : message}\n`,
      replyTo: email,
      lane: 'news' as const,
    };
    if (config.supportEmail !== null) await mailer.enqueue(tx, mail);
    else if (config.devTools) await insertEmail(tx, mail, now, false);
  });
}
