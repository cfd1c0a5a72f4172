import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
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

interface Kept {
  readonly making: Promise<Uint8Array>;
  readonly until: number;
  /** Bytes; 0 until it is made. */
  size: number;
}

/** Makes documents on another thread, and keeps them for some minutes. */
export function createDocuments(options: DocumentsOptions): Documents {
  const { log } = options;
  const now = options.now ?? (() => performance.now());
  const mostBytes = options.keptBytes ?? keptBytes;
  const line =
    options.line ??
    createWorkerLine({
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
      // Not when it was made: that alone makes no other file.
      const key = createHash('sha256')
        .update(JSON.stringify([job, imprint.productName]))
        .digest('base64url');
      const known = kept.get(key);
      if (known !== undefined && known.until > now()) return known.making;
      admit?.();
      if (known !== undefined) drop(key, known);
      const entry: Kept = {
        making: line.make({ job, imprint }),
        until: now() + keptForMs,
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
