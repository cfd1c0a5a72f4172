import type { Config } from '../config.ts';
import { labelled } from '../demo/labelled-mail.ts';
import type { Mailer } from './mailer.ts';
import { insertEmails } from './outbox.ts';

/** Mailer for commands that write to the database directly: it fills the outbox, and the next running server delivers. */
export function commandMailer(
  config: Pick<Config, 'mode' | 'smtpUrl'>,
  now: Date,
): Pick<Mailer, 'enqueue'> {
  return {
    enqueue: (tx, ...mails) =>
      insertEmails(
        tx,
        config.mode === 'demo' ? mails.map(labelled) : mails,
        now,
        config.smtpUrl !== null,
      ),
  };
}
