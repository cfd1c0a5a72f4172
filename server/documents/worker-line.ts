import { Worker } from 'node:worker_threads';
import { calls } from '../../contract/call/calls.ts';
import { refuseFor } from '../http/refuse.ts';
import type { WorkerAnswer, WorkerOrder } from './document-worker.ts';

const refuse = refuseFor(calls.eventTicketsPdf, calls.ticketPdf, calls.invoicePdf);

/** Documents that wait at most: with five tickets in each, some seconds of work. */
const waitingAtMost = 20;
/** Longest a document may take, in milliseconds; with the first one the worker's own start counts too. */
const deadlineMs = 20_000;
/** Seconds after which it is worth asking again. */
const retryAfterSeconds = 5;
const workerMemoryMb = 256;

/** The part of a worker that the line needs. */
export interface LineWorker {
  postMessage(order: WorkerOrder): void;
  terminate(): Promise<unknown>;
  on(event: 'message', listener: (answer: WorkerAnswer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
}

export interface LineOptions {
  /** Hears of a worker that broke or was too slow. */
  readonly onFailure: (error: Error) => void;
  readonly startWorker?: () => LineWorker;
  readonly deadlineMs?: number;
  readonly waitingAtMost?: number;
}

/** Documents made one after the other beside the main thread. */
export interface WorkerLine {
  /** Makes one. Refuses with 503 while too many wait, and where the worker broke or was too slow. */
  make(order: WorkerOrder): Promise<Uint8Array>;
  /** Ends the worker; those who wait are refused. */
  close(): Promise<void>;
}

interface Waiting {
  readonly order: WorkerOrder;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

function startNodeWorker(): LineWorker {
  const worker = new Worker(new URL('./document-worker.mjs', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: workerMemoryMb },
  });
  // A server that has nothing else to do may end.
  worker.unref();
  return worker;
}

const busy = () => refuse('documentsAway', { retryAfterSeconds });

/** An empty line. Its worker starts with the first document, and again after it broke. */
export function createWorkerLine(options: LineOptions): WorkerLine {
  const startWorker = options.startWorker ?? startNodeWorker;
  const mostWaiting = options.waitingAtMost ?? waitingAtMost;
  const waiting: Waiting[] = [];
  let worker: LineWorker | null = null;
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

  /** Gives a worker up; the document it was making is refused, the others go on with a new one. */
  const giveUp = (broken: LineWorker, error: Error) => {
    if (worker !== broken) return;
    worker = null;
    broken.terminate().catch(() => {});
    options.onFailure(error);
    settle(({ reject }) => reject(busy()));
  };

  const running = (): LineWorker => {
    if (worker !== null) return worker;
    const started = startWorker();
    worker = started;
    started.on('message', (answer) => {
      if (worker !== started) return;
      settle(({ resolve, reject }) =>
        'bytes' in answer ? resolve(answer.bytes) : reject(answer.error),
      );
    });
    started.on('error', (error) => giveUp(started, error));
    started.on('exit', () => giveUp(started, new Error('The worker for documents ended')));
    return started;
  };

  const begin = () => {
    const next = waiting.shift();
    if (next === undefined || isClosed) return;
    const deadline = setTimeout(() => {
      if (worker !== null) giveUp(worker, new Error('A document took too long'));
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
