import type { TurnLimits } from './turns.ts';

/**
 * The purpose of a database access. `buy`: all changes of a session, an order or a payment, and accesses that fit no other lane. `read`:
 * pages, maps, the caller and the caller's data. `catalogue`: reads that may be moments old. `tick`: the ticker, the sweeps and the time.
 * `health`: the health check. `upkeep`: migrations, seed, commands.
 */
export type Lane = 'buy' | 'read' | 'catalogue' | 'tick' | 'health' | 'upkeep';

/** Limits of one lane on a PostgreSQL server, in milliseconds; 0 means no limit. */
export interface LaneLimits extends TurnLimits {
  /** Of the wait for one lock. */
  readonly lockMs: number;
  /** Of one statement, including its locks. */
  readonly statementMs: number;
  /** Of a pause within a transaction, after which the server ends it: its process is stalled or gone. */
  readonly idleInTransactionMs: number;
}

/**
 * Connections and waiting times of each lane on a PostgreSQL server. A client waits 10 s: a turn, a connection and a lock together stay below
 * that (decision 024).
 */
export const laneLimits: Readonly<Record<Exclude<Lane, 'catalogue'>, LaneLimits>> = {
  buy: {
    slots: 12,
    slotsPerName: 5,
    waitMs: 2_000,
    waiting: 1_000,
    lockMs: 2_000,
    statementMs: 4_000,
    idleInTransactionMs: 5_000,
  },
  read: {
    slots: 6,
    waitMs: 2_000,
    waiting: 1_000,
    lockMs: 500,
    statementMs: 4_000,
    idleInTransactionMs: 5_000,
  },
  tick: {
    slots: 4,
    waitMs: 5_000,
    lockMs: 1_000,
    statementMs: 30_000,
    idleInTransactionMs: 10_000,
  },
  health: {
    slots: 1,
    waitMs: 2_000,
    waiting: 100,
    lockMs: 500,
    statementMs: 4_000,
    idleInTransactionMs: 1_000,
  },
  upkeep: {
    slots: 2,
    lockMs: 0,
    statementMs: 0,
    idleInTransactionMs: 20_000,
  },
};

/** Milliseconds for which a caller of each lane waits for the one connection of the embedded engine; the ticker and migrations wait without limit. */
export const embeddedWaitMs: Readonly<Partial<Record<Lane, number>>> = {
  buy: 8_000,
  read: 8_000,
  catalogue: 8_000,
  health: 5_000,
};
