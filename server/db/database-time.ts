import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db.ts';
import type { Lane } from './lanes.ts';

const everyMs = 5_000;
/** A slower response is less exact than the steady clock: the error may be half of it. */
const trustedTripMs = 250;
/** After this time without a comparison, a slow response is accepted as well. */
const untestedMs = 60_000;
/** Deviations from this size on are logged. */
const toldFromMs = 2_000;

/** The time of the database's machine, read at intervals and continued by this machine's steady clock in between. */
export interface DatabaseTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Compares once; without a response the time runs on unchanged. */
  compare(): Promise<void>;
  /** Stops the comparisons. */
  stop(): void;
}

/** Clocks of this machine, in milliseconds. */
export interface MachineClocks {
  /** Runs evenly, even if the system clock is set. */
  readonly steady: () => number;
  /** The system clock. */
  readonly wall: () => number;
}

const ownClocks: MachineClocks = { steady: () => performance.now(), wall: () => Date.now() };

/**
 * Follows the time of a PostgreSQL server, so that all processes over it agree whatever their own clocks show, and compares every five
 * seconds. Warns when this machine's clock deviates by 2 s, or the server's since the last comparison. Throws if the first reading fails.
 */
export async function followDatabaseTime(
  db: Db,
  log: Pick<FastifyBaseLogger, 'warn'>,
  { steady, wall }: MachineClocks = ownClocks,
): Promise<DatabaseTime> {
  const read = async (lane: Lane) => {
    const askedAt = steady();
    const [row] = await db
      .lane(lane)
      .query<{ ms: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms');
    const tripMs = steady() - askedAt;
    if (row === undefined) throw new Error('The database told no time.');
    return { tripMs, steadyAt: askedAt + tripMs / 2, ms: row.ms };
  };
  // The start waits for a slow server.
  let last = await read('upkeep');
  let isMachineOff = false;
  let isReading = false;
  const now = () => last.ms + steady() - last.steadyAt;
  const compareMachine = () => {
    const offMs = Math.round(wall() - now());
    const isOff = Math.abs(offMs) > toldFromMs;
    if (isOff && !isMachineOff) {
      log.warn(
        { off_ms: offMs },
        "this machine's clock and the database's disagree; the database's counts",
      );
    }
    isMachineOff = isOff;
  };
  compareMachine();
  const compare = async () => {
    if (isReading) return;
    isReading = true;
    try {
      const next = await read('tick');
      if (next.tripMs > trustedTripMs && steady() - last.steadyAt < untestedMs) return;
      const jumpMs = Math.round(next.ms - (last.ms + next.steadyAt - last.steadyAt));
      if (Math.abs(jumpMs) > toldFromMs) {
        log.warn({ jump_ms: jumpMs }, 'the clock of the database has jumped');
      }
      last = next;
      compareMachine();
    } catch (error) {
      log.warn({ err: error }, 'the time of the database could not be read; it is carried on');
    } finally {
      isReading = false;
    }
  };
  const timer = setInterval(() => void compare(), everyMs);
  timer.unref();
  return { now, compare, stop: () => clearInterval(timer) };
}
