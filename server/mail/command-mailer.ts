import type { Config } from '../config.ts';
import { labelled } from '../demo/labelled-mail.ts';
import type { Mailer } from './mailer.ts';
import { writeMail } from './outbox.ts';

/** Writes letters for a command that works on the database itself; the next server to run carries them. */
export function commandMailer(
  config: Pick<Config, 'mode' | 'smtpUrl'>,
  now: Date,
): Pick<Mailer, 'enqueue'> {
  return {
    enqueue: (tx, mail) =>
      writeMail(tx, config.mode === 'demo' ? labelled(mail) : mail, now, config.smtpUrl !== null),
  };
}
