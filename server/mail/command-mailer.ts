import { isSimulation } from '../config/simulation.ts';
import type { Config } from '../config.ts';
import { labelled } from '../demo/labelled-mail.ts';
import type { Mailer } from './mailer.ts';
import { insertEmails } from './outbox.ts';

/** Mailer for commands that write to the database directly: it fills the outbox, and the next running server delivers. */
export function commandMailer(
  config: Pick<Config, 'mode' | 'paymentGateways' | 'smtpUrl'>,
  now: Date,
): Pick<Mailer, 'enqueue'> {
  return {
    enqueue: (tx, ...mails) =>
      insertEmails(
        tx,
        isSimulation(config) ? mails.map(labelled) : mails,
        now,
        config.smtpUrl !== null,
      ),
  };
}
