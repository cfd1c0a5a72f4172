import type { Clock } from '../clock.ts';
import type { Db } from '../db/db.ts';
import type { Trail } from '../domain/audit.ts';
import type { Services } from '../services.ts';

/** What an operator can do with the sale of an event. */
export const saleVerbs = [
  'publish',
  'open',
  'pause',
  'close',
  'cancel',
  'postpone',
  'capacity',
  'rate',
  'message',
  'draw-without-beacon',
  'let-in',
  'remove',
  'hold-back',
  'give-out',
  'give',
] as const;

/** Decisions about one event that an operator makes by its slug. */
export interface SaleTask {
  readonly task: 'sale';
  readonly verb: (typeof saleVerbs)[number];
  readonly slug: string;
  /** The slug once more, for what cannot be undone. */
  readonly yes?: string | undefined;
  /** The new start of a postponed event, ISO 8601 with an offset. */
  readonly to?: string | undefined;
  /** The new venue of a moved event. */
  readonly venue?: string | undefined;
  /** Whether the buyers of a postponed or moved event may have everything back; what changes decides where it is left out. */
  readonly refunds?: boolean | undefined;
  /** Places, or turns per minute; null without a limit. */
  readonly count?: number | null | undefined;
  readonly message?: string | undefined;
  /** Address of a buyer to remove. */
  readonly email?: string | undefined;
  /** Numbers of seats. */
  readonly seats?: string[] | undefined;
  /** Name of a category of standing places; `count` says how many. */
  readonly category?: string | undefined;
}

/** The objects that the command works on; `live` is the running server, if there is one. */
export interface SaleDesk {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Services | null;
  /** The author for the audit log; the command where it is left out. */
  readonly by?: Trail;
}

/** The operator at the command line: neither an account nor a person of the staff. */
export const byCommand: Trail = { accountId: null };
