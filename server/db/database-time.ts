import type { FastifyBaseLogger } from 'fastify';
import type { Db } from './db.ts';
import type { Lane } from './lanes.ts';

const everyMs = 5_000;
/** A slower answer says less than the steady clock does by itself: half of it is the error. */
const trustedTripMs = 250;
/** A steady clock that was not compared for so long takes a slow answer too. */
const untestedMs = 60_000;
/** Deviations that somebody should look after. */
const toldFromMs = 2_000;

/** The time of the database's machine, read now and then and carried on by this machine's steady clock in between. */
export interface DatabaseTime {
  /** Milliseconds since 1970. */
  now(): number;
  /** Compares once; a database that does not answer leaves the time as it runs. */
  compare(): Promise<void>;
  /** Compares no more. */
  stop(): void;
}

/** Clocks of this machine, in milliseconds. */
export interface MachineClocks {
  /** Runs evenly whatever is set. */
  readonly steady: () => number;
  /** As the machine is set. */
  readonly wall: () => number;
}

const ownClocks: MachineClocks = { steady: () => performance.now(), wall: () => Date.now() };

/**
 * Takes the time of a PostgreSQL server, so that all processes over it agree whatever their own clocks say, and compares every five
 * seconds. Warns when this machine's clock, or the server's since last time, is 2 s off. Throws when the first reading fails.
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
  // A start waits for a slow server.
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
