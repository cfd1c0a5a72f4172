import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DocumentImprint, DocumentJob } from './document-jobs.ts';
import { createWorkerLine, type WorkerLine } from './worker-line.ts';

/** Milliseconds a file is kept: long enough for a second press and for the other phone. */
const keptForMs = 10 * 60_000;
const keptBytes = 32 * 1024 * 1024;

/** The files that the server makes: tickets and invoices on paper. */
export interface Documents {
  /**
   * The bytes of a document: the same content is made once while it is kept. `admit` is asked only when it has to be made, and throws
   * where the asker may not have it made. Refuses with 503 as the line of the worker does.
   */
  make(job: DocumentJob, imprint: DocumentImprint, admit?: () => void): Promise<Uint8Array>;
  /** Ends the worker. */
  close(): Promise<void>;
}

export interface DocumentsOptions {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly line?: WorkerLine;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
  readonly keptBytes?: number;
}

/** What a document is made of; `admit` throws where its asker may not have it made. */
interface Making {
  readonly job: DocumentJob;
  readonly imprint: DocumentImprint;
  readonly admit: (() => void) | undefined;
}

/** Makes documents on another thread, and keeps them for some minutes. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { log, now = () => performance.now() } = options;
  const line =
    options.line ??
    createWorkerLine({
      onFailure: (error) => log.error({ err: error }, 'a document was not made'),
    });
  const kept = new LRUCache<string, Uint8Array, Making>({
    maxSize: options.keptBytes ?? keptBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: keptForMs,
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
      // Not when it was made: that alone makes no other file.
      const key = createHash('sha256')
        .update(JSON.stringify([job, imprint.productName]))
        .digest('base64url');
      return kept.forceFetch(key, { context: { job, imprint, admit } });
    },
    close: () => line.close(),
  };
}
