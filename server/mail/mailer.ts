import type { Tx } from '../db/db.ts';
import type { MailedCode } from './mailed-codes.ts';

/**
 * The lanes of the outbox in order of priority (§16.50): one-time codes, which expire; e-mails about the reader's own order; everything
 * else.
 */
export const mailLanes = ['codes', 'tickets', 'news'] as const;
/** The name of a lane. */
export type MailLane = (typeof mailLanes)[number];

/** What the attachments are generated from at the time of sending, so that no row holds a file. */
export interface AttachmentSource {
  /** The tickets as a PDF and the calendar entry, or the entry alone. */
  readonly kind: 'tickets' | 'calendar';
  readonly orderId: string;
  /** The account whose tickets of the order are meant; the buyer's where it is left out. */
  readonly accountId?: string;
}

/** An e-mail to one recipient. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The one-time code in the text; it is blanked as soon as it cannot be used. */
  readonly code?: MailedCode;
  /** What it is about, such as `completed`, and its event: the operator sends several again by them. */
  readonly kind?: string;
  readonly eventId?: string;
  /** Default: 'codes' for an e-mail with a code, else 'tickets'. */
  readonly lane?: MailLane;
  /** Address for replies, in place of the configured sender. */
  readonly replyTo?: string;
  readonly attachmentSource?: AttachmentSource;
}

/** Delay of every e-mail in seconds; 0 unless the development tools set it. */
export interface MailDelay {
  seconds: number;
}

/** Sends e-mails through the outbox table, and over SMTP where it is configured. */
export interface Mailer {
  readonly delay: MailDelay;
  /** Writes the e-mail to the outbox. Never throws; failures are logged. */
  send(email: Email): Promise<void>;
  /** Writes the e-mails in a running transaction and delivers them after the commit, so that they exist exactly if the change does. */
  enqueue(tx: Tx, ...emails: readonly Email[]): Promise<void>;
  /**
   * Delivers every due e-mail in the order of the lanes; resolves when none is due or while the mail server is paused. Rejects when the
   * database fails.
   */
  deliverDue(): Promise<void>;
  /** Releases the e-mails that a crashed process had claimed. Only for the single process of a database, before it delivers anything. */
  releaseAbandoned(): Promise<void>;
  /** False while the mail server takes no e-mail of this process. */
  isUp(): boolean;
  /** Starts no further delivery and waits some seconds for the running ones; the next start delivers the rest. */
  stop(): Promise<void>;
}
