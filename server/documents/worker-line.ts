import { Worker } from 'node:worker_threads';
import { calls } from '../../contract/call/calls.ts';
import { refuseFor } from '../http/refuse.ts';
import type { WorkerOrder, WorkerResponse } from './document-worker.ts';

const refuse = refuseFor(calls.eventTicketsPdf, calls.ticketPdf, calls.invoicePdf);

/** Maximum number of waiting documents: some seconds of work with five tickets each. */
const maxWaiting = 20;
/** Maximum milliseconds per document; the first one includes the start of the worker. */
const deadlineMs = 20_000;
/** Seconds after which clients should retry. */
const retryAfterSeconds = 5;
const workerMemoryMb = 256;

/** The worker as the queue uses it. */
export interface QueueWorker {
  postMessage(order: WorkerOrder): void;
  terminate(): Promise<unknown>;
  on(event: 'message', listener: (response: WorkerResponse) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
}

export interface LineOptions {
  /** Called when a worker fails or times out. */
  readonly onFailure: (error: Error) => void;
  readonly startWorker?: () => QueueWorker;
  readonly deadlineMs?: number;
  readonly maxWaiting?: number;
}

/** Generates documents one after the other outside the main thread. */
export interface WorkerQueue {
  /** Generates one. Rejects with Refusal 503 while too many wait, and if the worker fails or times out. */
  make(order: WorkerOrder): Promise<Uint8Array>;
  /** Ends the worker; waiting documents are refused. */
  close(): Promise<void>;
}

interface Waiting {
  readonly order: WorkerOrder;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

function startNodeWorker(): QueueWorker {
  const worker = new Worker(new URL('./document-worker.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
  });
  // The worker must not keep the process alive.
  worker.unref();
  return worker;
}

const busy = () => refuse('documentsAway', { retryAfterSeconds });

/** Creates an empty queue. Its worker starts with the first document and restarts after a failure. */
export function createWorkerQueue(options: LineOptions): WorkerQueue {
  const startWorker = options.startWorker ?? startNodeWorker;
  const mostWaiting = options.maxWaiting ?? maxWaiting;
  const waiting: Waiting[] = [];
  let worker: QueueWorker | null = null;
  let current: (Waiting & { readonly deadline: NodeJS.Timeout }) | null = null;
  let isClosed = false;

  const settle = (give: (to: Waiting) => void) => {
    if (current === null) return;
    clearTimeout(current.deadline);
    const done = current;
    current = null;
    give(done);
    begin();
  };

  /** Replaces a worker; its current document is refused, and a new worker generates the others. */
  const replaceWorker = (broken: QueueWorker, error: Error) => {
    if (worker !== broken) return;
    worker = null;
    broken.terminate().catch(() => {});
    options.onFailure(error);
    settle(({ reject }) => reject(busy()));
  };

  const running = (): QueueWorker => {
    if (worker !== null) return worker;
    const started = startWorker();
    worker = started;
    started.on('message', (response) => {
      if (worker !== started) return;
      settle(({ resolve, reject }) =>
        'bytes' in response ? resolve(response.bytes) : reject(response.error),
      );
    });
    started.on('error', (error) => replaceWorker(started, error));
    started.on('exit', () => replaceWorker(started, new Error('The worker for documents ended')));
    return started;
  };

  const begin = () => {
    const next = waiting.shift();
    if (next === undefined || isClosed) return;
    const deadline = setTimeout(() => {
      if (worker !== null) replaceWorker(worker, new Error('A document took too long'));
    }, options.deadlineMs ?? deadlineMs);
    current = { ...next, deadline };
    running().postMessage(next.order);
  };

  return {
    make(order) {
      if (isClosed || waiting.length >= mostWaiting) return Promise.reject(busy());
      return new Promise((resolve, reject) => {
        waiting.push({ order, resolve, reject });
        if (current === null) begin();
      });
    },
    async close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(busy());
      const last = worker;
      worker = null;
      settle(({ reject }) => reject(busy()));
      await last?.terminate();
    },
  };
}
