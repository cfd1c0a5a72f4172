import type { TurnLimits } from './turns.ts';

/**
 * Who asks the database. `buy`: everything that changes a session, an order or a payment, and what nothing else fits. `read`: pages,
 * maps, who is calling and what is theirs. `catalogue`: reads that may be moments old. `tick`: the ticker, the sweeps and the time.
 * `health`: the health check. `upkeep`: migrations, seed, commands.
 */
export type Lane = 'buy' | 'read' | 'catalogue' | 'tick' | 'health' | 'upkeep';

/** What one lane may use of a PostgreSQL server, milliseconds; 0 is no limit. */
export interface LaneLimits extends TurnLimits {
  /** For one lock. */
  readonly lockMs: number;
  /** For one statement, its locks included. */
  readonly statementMs: number;
  /** A transaction that asks nothing for so long is ended by the server: its process is stalled or gone. */
  readonly idleInTransactionMs: number;
}

/**
 * Connections and patience of each lane over a PostgreSQL server. A client waits 10 s: a turn, a connection and a lock together stay
 * below that (decision 024).
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

/** Milliseconds a caller of each lane waits for the one connection of the embedded engine; a ticker and a migration wait for ever. */
export const embeddedWaitMs: Readonly<Partial<Record<Lane, number>>> = {
  buy: 8_000,
  read: 8_000,
  catalogue: 8_000,
  health: 5_000,
};
