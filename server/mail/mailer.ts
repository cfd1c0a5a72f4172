import type { Tx } from '../db/db.ts';
import type { MailedCode } from './mailed-codes.ts';

/** A letter to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The one-time code it carries, which is blanked once it cannot be used. */
  readonly code?: MailedCode;
}

/** Seconds every letter is under way; the development tools move it, everybody else has 0. */
export interface MailDelay {
  seconds: number;
}

/** Where letters leave: the outbox table, and SMTP where it is configured. */
export interface Mailer {
  readonly delay: MailDelay;
  /** Hands the letter over; never throws, a failure stands in the outbox row. */
  send(mail: Mail): Promise<void>;
  /** Writes the letter in a running transaction and carries it after the commit: it exists exactly when the change it tells of does. */
  enqueue(tx: Tx, mail: Mail): Promise<void>;
  /** Carries letters whose fate is unknown because a process died over them: those last taken up before `before`. Rejects when the database does. */
  carryLeft(before: Date): Promise<void>;
}
