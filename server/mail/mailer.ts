import type { Tx } from '../db/db.ts';
import type { MailedCode } from './mailed-codes.ts';

/**
 * What goes first (ruling R16): codes, which somebody waits for and which run out, before letters about somebody's own order, before
 * everything that nobody waits for.
 */
export const mailLanes = ['codes', 'tickets', 'news'] as const;
/** One of the lanes letters leave by. */
export type MailLane = (typeof mailLanes)[number];

/** What is made and attached when a letter is sent, so that no row holds a file. */
export interface Enclosed {
  readonly kind: 'tickets';
  readonly orderId: string;
}

/** A letter to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The one-time code it carries, which is blanked once it cannot be used. */
  readonly code?: MailedCode;
  /** 'codes' for one with a code, else 'tickets'. */
  readonly lane?: MailLane;
  /** Where an answer goes to, in place of the sender of the settings. */
  readonly replyTo?: string;
  readonly enclosed?: Enclosed;
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
  /** Carries every letter that is due, by lanes; comes back when none is, or when the mail server is to be left alone for a while. Rejects when the database does. */
  carryDue(): Promise<void>;
  /** Takes up again what a process died over. Only for the one process of a database, before it carries anything. */
  carryLeft(): Promise<void>;
  /** Begins nothing more, and waits some seconds for what is under way; what is left then is carried after the next start. */
  stop(): Promise<void>;
}
