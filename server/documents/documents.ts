import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { DocumentImprint, DocumentJob } from './document-jobs.ts';
import { createWorkerQueue, type WorkerQueue } from './worker-line.ts';

/** Milliseconds for which a file is cached: covers a second press and a second phone. */
const cacheMs = 10 * 60_000;
const keptBytes = 32 * 1024 * 1024;

/** Generates tickets and invoices as files. */
export interface Documents {
  /**
   * Returns the bytes of a document, from the cache or generated. Calls `admit` only before generating; it may throw. Rejects with Refusal
   * 503 when the worker is overloaded.
   */
  make(job: DocumentJob, imprint: DocumentImprint, admit?: () => void): Promise<Uint8Array>;
  /** Ends the worker. */
  close(): Promise<void>;
}

export interface DocumentsOptions {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly line?: WorkerQueue;
  /** Returns monotonic milliseconds. */
  readonly now?: () => number;
  readonly keptBytes?: number;
}

interface Kept {
  readonly making: Promise<Uint8Array>;
  readonly until: number;
  /** Bytes; 0 until generated. */
  size: number;
}

/** Creates the document service: generates on another thread and caches for some minutes. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { log } = options;
  const now = options.now ?? (() => performance.now());
  const mostBytes = options.keptBytes ?? keptBytes;
  const line =
    options.line ??
    createWorkerQueue({
      onFailure: (error) => log.error({ err: error }, 'a document was not made'),
    });
  const kept = new Map<string, Kept>();
  let size = 0;

  const drop = (key: string, entry: Kept) => {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    size -= entry.size;
  };

  const keep = (key: string, entry: Kept, bytes: Uint8Array) => {
    if (kept.get(key) !== entry) return;
    entry.size = bytes.length;
    size += entry.size;
    for (const [oldest, other] of kept) {
      if (size <= mostBytes && other.until > now()) break;
      if (other.size > 0) drop(oldest, other);
    }
  };

  return {
    async make(job, imprint, admit) {
      // Without the time of generation, which would make every file different.
      const key = createHash('sha256')
        .update(JSON.stringify([job, imprint.productName]))
        .digest('base64url');
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.making;
      admit?.();
      if (known !== undefined) drop(key, known);
      const entry: Kept = {
        making: line.make({ job, imprint }),
        until: now() + cacheMs,
        size: 0,
      };
      kept.set(key, entry);
      entry.making.then(
        (bytes) => keep(key, entry, bytes),
        () => drop(key, entry),
      );
      return entry.making;
    },
    close: () => line.close(),
  };
}
