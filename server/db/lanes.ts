import type { TurnLimits } from './turns.ts';

/**
 * The purpose of a database access. `buy`: all changes of a session, an order or a payment, and accesses that fit no other lane. `read`:
 * pages, maps, the caller and the caller's data. `catalogue`: reads that may be moments old. `tick`: the ticker, the sweeps and the time.
 * `health`: the health check. `upkeep`: migrations, seed, commands.
 */
export type Lane = 'buy' | 'read' | 'catalogue' | 'tick' | 'health' | 'upkeep';

/** Receives the time in seconds for which a caller waited for a connection of a lane, also where it got none. */
export type OnWait = (lane: Lane, seconds: number) => void;

/** Limits of one lane on a PostgreSQL server, in milliseconds; 0 means no limit. */
export interface LaneLimits extends TurnLimits {
  /** Of the wait for one lock. */
  readonly lockMs: number;
  /** Of one statement, including its locks. */
  readonly statementMs: number;
  /** Of a pause within a transaction, after which the server ends it: its process is stalled or gone. */
  readonly idleInTransactionMs: number;
}

/** What an operator may set of the lanes; the defaults fit one process with one server of its own. */
export interface LaneSettings {
  /** Connections of this process over all lanes, at least `fewestConnections`. */
  readonly connections?: number | undefined;
  /** Limit of the wait for one lock in a purchase, in milliseconds; reads get a quarter of it. */
  readonly lockMs?: number | undefined;
  /** Limit of one statement of a purchase or a read, in milliseconds. */
  readonly statementMs?: number | undefined;
}

/** Connections of the lanes by default. */
export const defaultConnections = 25;
/** The fewest connections with which every lane has some. */
export const fewestConnections = 10;

/**
 * Connections and waiting times of each lane by default. A client waits 10 s: a turn, a connection and a lock together stay below
 * that (decision 024).
 */
const laneLimits = {
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
} as const satisfies Record<Exclude<Lane, 'catalogue'>, LaneLimits>;

/** Connections and waiting times of each lane on a PostgreSQL server: health and upkeep keep theirs, the others share the rest. */
export function laneLimitsOf({
  connections = defaultConnections,
  lockMs = laneLimits.buy.lockMs,
  statementMs = laneLimits.buy.statementMs,
}: LaneSettings): Readonly<Record<Exclude<Lane, 'catalogue'>, LaneLimits>> {
  const { buy, read, tick, health, upkeep } = laneLimits;
  const shared = buy.slots + read.slots + tick.slots;
  const given = connections - health.slots - upkeep.slots;
  const readSlots = Math.max(1, Math.floor((given * read.slots) / shared));
  const tickSlots = Math.max(1, Math.floor((given * tick.slots) / shared));
  const buySlots = Math.max(1, given - readSlots - tickSlots);
  return {
    buy: {
      ...buy,
      slots: buySlots,
      slotsPerName: Math.max(1, Math.floor((buySlots * buy.slotsPerName) / buy.slots)),
      lockMs,
      statementMs,
    },
    read: { ...read, slots: readSlots, lockMs: Math.ceil(lockMs / 4), statementMs },
    tick: { ...tick, slots: tickSlots },
    health,
    upkeep,
  };
}

/** Milliseconds for which a caller of each lane waits for the one connection of the embedded engine; the ticker and migrations wait without limit. */
export const embeddedWaitMs: Readonly<Partial<Record<Lane, number>>> = {
  buy: 8_000,
  read: 8_000,
  catalogue: 8_000,
  health: 5_000,
};
