import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { Db, Queryable } from '../../db/db.ts';
import { sharedRead } from '../../db/shared-read.ts';
import { createTurns } from '../../db/turns.ts';
import type { CpuBudget } from '../../http/cpu-budget.ts';
import { refusal } from '../../http/refuse.ts';
import { networkOf } from '../../limits/networks.ts';

const keptAtMost = 300;
/** A response tells the seconds until the sale changes. */
const keptForMs = 1_000;
/** Reads at a time over a database server; the embedded engine does one thing at a time. */
const readsAtOnce = 4;
/** Milliseconds that a caller waits for its turn. */
const turnWithinMs = 8_000;

/** Responses of the catalogue. */
export interface KeptReads {
  /**
   * What `read` returned for `key`, once for simultaneous callers, until the catalogue changes, `forMs` at most. A new read is charged to the network of
   * `address`; throws a Refusal 429 where that has used up its share of CPU, and BusyError where no turn came free.
   */
  get<T>(
    key: string,
    address: string,
    read: (q: Queryable) => Promise<T>,
    forMs?: number,
  ): Promise<T>;
}

interface Kept {
  readonly version: number;
  readonly offsetSeconds: number;
  readonly at: number;
  readonly value: Promise<unknown>;
}

/** Keeps responses in the memory of this process; another process's changes are seen by the version that the database counts. `now` gives monotonic milliseconds. */
export function createKeptReads(
  db: Db,
  clock: Pick<Clock, 'offsetSeconds'>,
  budget: Pick<CpuBudget, 'take'>,
  now = () => performance.now(),
): KeptReads {
  const kept = new LRUCache<string, Kept>({ max: keptAtMost });
  const turns = createTurns({
    slots: db.kind === 'embedded' ? 1 : readsAtOnce,
    waitMs: turnWithinMs,
  });
  const readVersion = sharedRead(
    async () => {
      const sql = 'select last_value as version from catalogue_version';
      const [row] = await db.query<{ version: number }>(sql);
      return row?.version ?? 0;
    },
    { rest: () => Promise.resolve() },
  );

  return {
    async get<T>(
      key: string,
      address: string,
      read: (q: Queryable) => Promise<T>,
      forMs = keptForMs,
    ) {
      const version = await readVersion();
      const { offsetSeconds } = clock;
      const at = now();
      const known = kept.get(key);
      const isOf = known?.version === version && known.offsetSeconds === offsetSeconds;
      if (isOf && at - known.at < forMs) return known.value as Promise<T>;
      const charge = budget.take('catalogue', networkOf(address).host);
      if (typeof charge === 'number') {
        throw refusal('tooManyRequests', { retryAfterSeconds: charge });
      }
      const value = turns.take().then(async (giveBack) => {
        const startedAt = performance.now();
        try {
          return await read(db);
        } finally {
          charge(performance.now() - startedAt);
          giveBack();
        }
      });
      const made: Kept = { version, offsetSeconds, at, value };
      kept.set(key, made);
      value.catch(() => {
        if (kept.peek(key) === made) kept.delete(key);
      });
      return value;
    },
  };
}
