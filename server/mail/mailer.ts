/** A letter to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Where letters leave: the outbox table, and SMTP where it is configured. */
export interface Mailer {
  /** Hands the letter over; never throws, a failure stands in the outbox row. */
  send(mail: Mail): Promise<void>;
}
