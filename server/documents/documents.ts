import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
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

/** What a document is made of; `admit` throws where its asker may not have it made. */
interface Making {
  readonly job: DocumentJob;
  readonly imprint: DocumentImprint;
  readonly admit: (() => void) | undefined;
}

/** Creates the document service: generates on another thread and caches for some minutes. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { log, now = () => performance.now() } = options;
  const line =
    options.line ??
    createWorkerQueue({
      onFailure: (error) => log.error({ err: error }, 'a document was not made'),
    });
  const kept = new LRUCache<string, Uint8Array, Making>({
    maxSize: options.keptBytes ?? keptBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: cacheMs,
    ttlResolution: 0,
    perf: { now },
    // A file that is too large to be kept is made for those who asked.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _old, { context: { job, imprint, admit } }) => {
      admit?.();
      return line.make({ job, imprint });
    },
  });

  return {
    async make(job, imprint, admit) {
      // Without the time of generation, which would make every file different.
      const key = createHash('sha256')
        .update(JSON.stringify([job, imprint.productName]))
        .digest('base64url');
      return kept.forceFetch(key, { context: { job, imprint, admit } });
    },
    close: () => line.close(),
  };
}
