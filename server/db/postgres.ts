import { StartError } from '../start-error.ts';
import type { Db, Row } from './db.ts';
import { type Lane, type LaneSettings, laneLimitsOf, type OnWait } from './lanes.ts';
import { createPool, inBlock, inTurn, type Pool, type PoolTarget, runOne } from './pool.ts';
import { transactions } from './transaction.ts';

/** Addresses of the database. */
export interface PostgresPlace {
  readonly url: string;
  /** A replica for the reads of the catalogue; the same server by default. */
  readonly readUrl?: string | null | undefined;
  /** The server itself if `url` leads to a pooler in transaction mode, such as PgBouncer. */
  readonly directUrl?: string | null | undefined;
}

/**
 * A database over a PostgreSQL server, with connections for each lane, opened on first use. Throws StartError if it does not respond, or if it
 * is a pooler in transaction mode without `directUrl`; `onLost` is called for idle connections that broke.
 */
export async function openPostgres(
  { url, readUrl, directUrl }: PostgresPlace,
  onLost: (error: Error) => void = () => {},
  settings: LaneSettings = {},
  onWait?: OnWait,
): Promise<Db> {
  const limits = laneLimitsOf(settings);
  const target: PoolTarget = { url, isPooler: directUrl != null };
  const direct: PoolTarget = { url: directUrl ?? url, isPooler: false };
  const pools = {
    buy: createPool(target, 'buy', limits.buy, onLost, onWait),
    read: createPool(target, 'read', limits.read, onLost, onWait),
    tick: createPool(target, 'tick', limits.tick, onLost, onWait),
    health: createPool(target, 'health', limits.health, onLost, onWait),
    // Migrations and commands run scripts without a time limit.
    upkeep: createPool(direct, 'upkeep', limits.upkeep, onLost, onWait),
  };
  const copy =
    readUrl == null
      ? null
      : createPool({ ...target, url: readUrl }, 'catalogue', limits.read, onLost, onWait);
  const poolOf = (lane: Lane) => (lane === 'catalogue' ? (copy ?? pools.read) : pools[lane]);
  let closing: Promise<void> | undefined;
  const close = () => {
    const all = [...Object.values(pools), ...(copy === null ? [] : [copy])];
    closing ??= Promise.all(all.map((pool) => pool.connections.end())).then(() => {});
    return closing;
  };
  try {
    await assertDirect(pools.upkeep, directUrl == null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL');
    if (directUrl != null) await assertAnswers(pools.health, 'DATABASE_URL');
    if (copy !== null) await assertAnswers(copy, 'DATABASE_READ_URL');
  } catch (error) {
    await close();
    throw error;
  }

  const through = (lane: Lane, share: string | undefined): Db => {
    const pool = poolOf(lane);
    return {
      kind: 'server',
      lane: through,
      query: async <R extends Row>(sql: string, params: readonly unknown[] = []) => {
        // One statement seldom waits for a row: it does not queue behind the transactions of its share.
        return inTurn(pool, undefined, () => runOne<R>(pool, sql, params));
      },
      tx: transactions((work, isPrepared) =>
        inTurn(pool, share, () => inBlock(pool, work, isPrepared)),
      ),
      script: async (sql) => {
        await inTurn(pools.upkeep, undefined, () => pools.upkeep.connections.query(sql));
      },
      close,
    };
  };
  return through('buy', undefined);
}

/** Invalid startup packet: a pooler refuses the settings that it would not keep. */
const startupRefused = '08P01';

/** Throws StartError for an address whose settings do not last, because a pooler gives each transaction another connection. */
async function assertDirect({ connections }: Pool, setting: string): Promise<void> {
  const throughPooler = new StartError(
    `${setting} leads to a pooler in transaction mode, which keeps no lock and no setting of a process. Set DATABASE_DIRECT_URL to the PostgreSQL server itself; DATABASE_URL may stay.`,
  );
  try {
    const { rows } = await connections.query<{ name: string }>(
      `select current_setting('tcp_user_timeout') as name`,
    );
    if (rows[0]?.name === '0') throw throughPooler;
  } catch (error) {
    if (error === throughPooler) throw error;
    if ((error as { code?: unknown }).code === startupRefused) throw throughPooler;
    throw notAnswering(setting, error);
  }
}

async function assertAnswers({ connections }: Pool, setting: string): Promise<void> {
  try {
    await connections.query('select 1');
  } catch (error) {
    throw notAnswering(setting, error);
  }
}

function notAnswering(setting: string, error: unknown): StartError {
  const code = (error as { code?: unknown }).code;
  return new StartError(
    `The PostgreSQL server of ${setting} does not respond${typeof code === 'string' ? ` (${code})` : ''}. Check that it runs and that address, user and password are right.`,
  );
}
