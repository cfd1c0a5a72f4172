import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CallShape } from '../../contract/call/call.ts';
import { calls } from '../../contract/call/calls.ts';
import { apiRoot } from '../../contract/limits.ts';
import type { Config } from '../config.ts';
import { refusal } from '../http/refuse.ts';

/** Milliseconds for which a measurement is reused. */
const measurementMs = 1_000;
/** Milliseconds between two log lines about the same full disk. */
const warnEveryMs = 60_000;
const retryAfterSeconds = 30;
const mebibyte = 1024 * 1024;

/** Calls that start something new; payments, notifications and gates use the reserved space. */
const startingCalls: readonly CallShape[] = [calls.register, calls.joinQueue, calls.createDraft];

/** The disk that holds the embedded database. */
export interface DiskState {
  readonly freeBytes: number;
  /** True if less than `DISK_RESERVE_MB` is free. */
  readonly isFull: boolean;
}

/** Returns the free bytes of a folder's disk; rejects if unknown. */
export type ReadFree = (folder: string) => Promise<number>;

/** Measures the disk of the data folder; null if the data is elsewhere or the size is unknown. Never rejects. */
export type DiskWatch = () => Promise<DiskState | null>;

const readFree: ReadFree = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Creates a watch that measures the disk at most once a second, and logs when it gets full and when space is available again. */
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
    if (isFull && (saidAt === undefined || performance.now() - saidAt > warnEveryMs)) {
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
    if (last === undefined || now - last.at > measurementMs) last = { at: now, state: look() };
    return last.state;
  };
}

/**
 * Refuses calls that start a purchase while the disk is nearly full (503, Retry-After), so that started purchases can finish: without space
 * for its log the database stops at once.
 */
export function refuseWhenFull(app: FastifyInstance, watch: DiskWatch): void {
  const routes = new Set(
    startingCalls.flatMap((call) =>
      [call, ...(call.aliases ?? [])].map(
        (place) => `${place.method} ${apiRoot}${place.path.replace(/\{(\w+)\}/g, ':$1')}`,
      ),
    ),
  );
  // With a callback: most calls pass here, and a promise for each of them costs CPU.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!routes.has(`${request.method} ${request.routeOptions.url ?? ''}`)) return done();
    watch().then((room) => {
      done(room?.isFull === true ? refusal('serviceAway', { retryAfterSeconds }) : undefined);
    }, done);
  });
}
