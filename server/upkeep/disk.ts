import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CallShape } from '../../contract/call/call.ts';
import { calls } from '../../contract/call/calls.ts';
import { apiRoot } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { refusal } from '../http/refuse.ts';

/** How long one look at the disk is believed. */
const lookedForMs = 1_000;
/** Between two lines of the log about the same full disk. */
const saidAgainMs = 60_000;
const retryAfterSeconds = 30;
const mebibyte = 1024 * 1024;

/** What begins something new; payments, notices and doors go on with the room that is kept back. */
const beginning: readonly CallShape[] = [calls.register, calls.joinQueue, calls.createDraft];

/** The disk under the embedded database. */
export interface DiskState {
  readonly freeBytes: number;
  /** Less is left than `DISK_RESERVE_MB`. */
  readonly isFull: boolean;
}

/** The free space in a folder, in bytes; rejects where it cannot be told. */
export type ReadFree = (folder: string) => Promise<number>;

/** Tells how much room the data folder has; null where the data stands elsewhere or nobody can tell. Never rejects. */
export type DiskWatch = () => Promise<DiskState | null>;

const readFree: ReadFree = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Looks at the disk of the data folder at most once a second, and says in the log when it gets full and when it has room again. */
export function createDiskWatch(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'diskReserveBytes'>,
  log: FastifyBaseLogger,
  free: ReadFree = readFree,
): DiskWatch {
  const { dataDir, databaseUrl, diskReserveBytes } = config;
  if (databaseUrl !== null || dataDir === 'memory') return async () => null;
  let last: { at: number; state: Promise<DiskState | null> } | undefined;
  let saidAt: number | undefined;
  const look = async (): Promise<DiskState | null> => {
    const freeBytes = await free(dataDir).catch(() => null);
    if (freeBytes === null) return null;
    const isFull = freeBytes < diskReserveBytes;
    const figures = {
      free_mb: Math.floor(freeBytes / mebibyte),
      reserve_mb: Math.floor(diskReserveBytes / mebibyte),
    };
    if (isFull && (saidAt === undefined || performance.now() - saidAt > saidAgainMs)) {
      saidAt = performance.now();
      log.error(
        figures,
        'the disk of the data folder is nearly full: nothing new is sold until space is freed',
      );
    } else if (!isFull && saidAt !== undefined) {
      saidAt = undefined;
      log.warn(figures, 'the disk of the data folder has room again');
    }
    return { freeBytes, isFull };
  };
  return () => {
    const now = performance.now();
    if (last === undefined || now - last.at > lookedForMs) last = { at: now, state: look() };
    return last.state;
  };
}

/**
 * Refuses what begins a purchase while the disk is nearly full (503, Retry-After), so that what is begun already can end: a database that
 * finds no room for its log has to stop at once.
 */
export function refuseWhenFull(app: FastifyInstance, watch: DiskWatch): void {
  const routes = new Set(
    beginning.flatMap((call) =>
      [call, ...(call.aliases ?? [])].map(
        (place) => `${place.method} ${apiRoot}${place.path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    ),
  );
  app.addHook('onRequest', async (request) => {
    if (!routes.has(`${request.method} ${request.routeOptions.url ?? ''}`)) return;
    if ((await watch())?.isFull !== true) return;
    throw refusal('serviceAway', { retryAfterSeconds });
  });
}
