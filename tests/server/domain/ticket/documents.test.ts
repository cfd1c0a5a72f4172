import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentJob } from '../../../../server/documents/document-jobs.ts';
import type { WorkerOrder, WorkerResponse } from '../../../../server/documents/document-worker.ts';
import { createDocuments } from '../../../../server/documents/documents.ts';
import { createWorkerQueue, type QueueWorker } from '../../../../server/documents/worker-line.ts';
import { Refusal } from '../../../../server/http/refusal.ts';
import { placeOrder } from '../../support/orders.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const imprint = { productName: 'Roetix', madeAt: new Date('2026-03-07T12:00:00Z') };
const job = (name: string) => ({ kind: 'invoice', invoice: { name } }) as unknown as DocumentJob;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A fake worker thread that responds on request. */
class FakeWorker implements QueueWorker {
  readonly orders: WorkerOrder[] = [];
  isEnded = false;
  #listeners: Record<string, ((value: never) => void)[]> = {};
  on(event: string, listener: (value: never) => void) {
    this.#listeners[event] = [...(this.#listeners[event] ?? []), listener];
  }
  postMessage(order: WorkerOrder) {
    this.orders.push(order);
  }
  async terminate() {
    this.isEnded = true;
  }
  emit(event: 'message' | 'error' | 'exit', value?: WorkerResponse | Error) {
    for (const listener of this.#listeners[event] ?? []) listener(value as never);
  }
}

function line(options: { deadlineMs?: number; maxWaiting?: number } = {}) {
  const workers: FakeWorker[] = [];
  const failures: string[] = [];
  const made = createWorkerQueue({
    ...options,
    onFailure: ({ message }) => failures.push(message),
    startWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
  });
  const order = (name: string) => made.make({ job: job(name), imprint });
  const bytes = (text: string) => ({ bytes: new TextEncoder().encode(text) });
  return { ...made, order, workers, failures, bytes };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) =>
      error instanceof Refusal ? { status: error.status, wait: error.retryAfterSeconds } : error,
  );

describe('the queue before the worker', () => {
  it('starts the worker with the first document and sends one at a time', async () => {
    const { order, workers, bytes } = line();
    expect(workers).toHaveLength(0);
    const [a, b] = [order('a'), order('b')];
    expect(workers).toHaveLength(1);
    expect(workers[0]?.orders).toHaveLength(1);
    workers[0]?.emit('message', bytes('A'));
    expect(new TextDecoder().decode(await a)).toBe('A');
    expect(workers[0]?.orders).toHaveLength(2);
    workers[0]?.emit('message', { error: new Error('broken font') });
    await expect(b).rejects.toThrow('broken font');
    expect(workers).toHaveLength(1);
  });

  it('refuses with 503 and Retry-After when it is full', async () => {
    const { order, workers, bytes } = line({ maxWaiting: 2 });
    const taken = [order('a'), order('b'), order('c')];
    expect(await refusal(order('d'))).toEqual({ status: 503, wait: 5 });
    for (const _ of taken) workers[0]?.emit('message', bytes('x'));
    expect((await Promise.all(taken)).length).toBe(3);
  });

  it.each(['error', 'exit'] as const)('continues with a new worker after an %s', async (event) => {
    const { order, workers, failures, bytes } = line();
    const [a, b] = [refusal(order('a')), order('b')];
    workers[0]?.emit(event, new Error('out of memory'));
    workers[0]?.emit('exit');
    expect(await a).toEqual({ status: 503, wait: 5 });
    expect(workers).toHaveLength(2);
    // A late message of the old worker is ignored.
    workers[0]?.emit('message', bytes('old'));
    workers[1]?.emit('message', bytes('B'));
    expect(new TextDecoder().decode(await b)).toBe('B');
    expect(failures).toHaveLength(1);
  });

  it('ends a worker that is too slow', async () => {
    const { order, workers, failures } = line({ deadlineMs: 1 });
    expect(await refusal(order('a'))).toEqual({ status: 503, wait: 5 });
    expect(workers[0]?.isEnded).toBe(true);
    expect(failures).toEqual(['A document took too long']);
  });

  it('refuses the waiting documents and ends the worker on close', async () => {
    const { order, close, workers, failures } = line();
    const waiting = [refusal(order('a')), refusal(order('b'))];
    await close();
    expect(await Promise.all(waiting)).toEqual([
      { status: 503, wait: 5 },
      { status: 503, wait: 5 },
    ]);
    expect(workers[0]?.isEnded).toBe(true);
    expect(await refusal(order('c'))).toEqual({ status: 503, wait: 5 });
    expect(failures).toEqual([]);
  });
});

describe('documents', () => {
  function shelf(keptBytes = 1_000) {
    let time = 1;
    let made = 0;
    let fails = false;
    const documents = createDocuments({
      log: { error: () => {} } as never,
      keptBytes,
      now: () => time,
      line: {
        make: async () => {
          made += 1;
          if (fails) throw new Error('broken');
          return new Uint8Array(400);
        },
        close: async () => {},
      },
    });
    return {
      ask: (name: string, admit?: () => void, madeAt = imprint.madeAt) =>
        documents.make(job(name), { ...imprint, madeAt }, admit),
      count: () => made,
      fail: (isFailing: boolean) => {
        fails = isFailing;
      },
      pass: (ms: number) => {
        time += ms;
      },
    };
  }

  it('are generated once for the same content', async () => {
    const { ask, count, pass } = shelf();
    const [first, second] = await Promise.all([ask('a'), ask('a')]);
    expect(second).toBe(first);
    expect(await ask('a', undefined, new Date(0))).toBe(first);
    expect(count()).toBe(1);
    await ask('b');
    expect(count()).toBe(2);
    pass(10 * 60_000 + 1);
    await ask('a');
    expect(count()).toBe(3);
  });

  it('are kept within a bound; the oldest goes first', async () => {
    const { ask, count } = shelf();
    for (const name of ['a', 'b', 'c']) await ask(name);
    await settle();
    await ask('c');
    await ask('b');
    expect(count()).toBe(3);
    await ask('a');
    expect(count()).toBe(4);
  });

  it('larger than the bound are given to all who asked together, and not kept', async () => {
    const { ask, count } = shelf(100);
    const [first, second] = await Promise.all([ask('a'), ask('a')]);
    expect(first.length).toBe(400);
    expect(second).toBe(first);
    expect(count()).toBe(1);
    await ask('a');
    expect(count()).toBe(2);
  });

  it('count against a limit only when generated, and are not generated beyond it', async () => {
    const { ask, count } = shelf();
    await ask('a');
    const poor = () => {
      throw new Refusal(429, 'Too many documents');
    };
    await ask('a', poor);
    await expect(ask('b', poor)).rejects.toThrow('Too many documents');
    expect(count()).toBe(1);
  });

  it('that failed are generated again', async () => {
    const { ask, count, fail } = shelf();
    fail(true);
    await expect(ask('a')).rejects.toThrow('broken');
    fail(false);
    await ask('a');
    expect(count()).toBe(2);
  });
});

describe('a file of tickets', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'on' }, events: ['konser-senja-jakarta'] });
  });
  afterAll(() => app.close());

  it('is generated on another thread, which ends with the server, and is reproducible', async () => {
    const [buyer] = await app.makeBuyers(1);
    if (buyer === undefined) throw new Error('no buyer');
    const { db, clock } = app.services;
    const { eventId } = await placeOrder(db, {
      accountId: buyer.accountId,
      slug: 'konser-senja-jakarta',
      seats: ['A-1', 'A-2'],
      state: 'completed',
      orderStatus: 'completed',
      deadline: null,
      at: clock.now(),
    });
    const path = `/api/my/tickets/${eventId}/pdf`;
    const first = await buyer.ask('GET', path);
    expect(first.status).toBe(200);
    expect(first.text.slice(0, 5)).toBe('%PDF-');
    clock.advance(60);
    const again = await buyer.ask('GET', path);
    expect(again.text).toBe(first.text);
    // Requests for a cached file do not count against the account's limit.
    for (let asked = 0; asked < 30; asked += 1) {
      expect((await buyer.ask('GET', path)).status).toBe(200);
    }
  });
});
