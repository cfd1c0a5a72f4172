import { describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import type { DocumentJob } from '../../../../server/documents/document-jobs.ts';
import type { WorkerOrder, WorkerResponse } from '../../../../server/documents/document-worker.ts';
import { createDocuments } from '../../../../server/documents/documents.ts';
import { createWorkerQueue, type QueueWorker } from '../../../../server/documents/worker-line.ts';
import { Refusal } from '../../../../server/http/refusal.ts';
import { openShop } from '../../support/open-shop.ts';
import { placeOrder } from '../../support/orders.ts';
import { concert } from '../../support/purchase.ts';

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
  /** Sends a document. */
  sends(text: string) {
    this.emit('message', { bytes: new TextEncoder().encode(text) });
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
  const order = async (name: string) =>
    new TextDecoder().decode(await made.make({ job: job(name), imprint }));
  return { ...made, order, workers, failures };
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) =>
      error instanceof Refusal ? { status: error.status, wait: error.retryAfterSeconds } : error,
  );
const away = { status: 503, wait: 5 };

describe('the queue before the worker (§14.12)', () => {
  it('starts the worker with the first document and sends one at a time', async () => {
    const { order, workers } = line();
    expect(workers).toHaveLength(0);
    const [a, b] = [order('a'), order('b')];
    expect(workers).toHaveLength(1);
    expect(workers[0]?.orders).toHaveLength(1);
    workers[0]?.sends('A');
    expect(await a).toBe('A');
    expect(workers[0]?.orders).toHaveLength(2);
    workers[0]?.emit('message', { error: new Error('broken font') });
    await expect(b).rejects.toThrow('broken font');
    expect(workers).toHaveLength(1);
  });

  it('refuses with 503 and Retry-After when it is full', async () => {
    const { order, workers } = line({ maxWaiting: 2 });
    const taken = [order('a'), order('b'), order('c')];
    expect(await refusal(order('d'))).toEqual(away);
    for (const _ of taken) workers[0]?.sends('x');
    expect(await Promise.all(taken)).toEqual(['x', 'x', 'x']);
  });

  it.each(['error', 'exit'] as const)('continues with a new worker after an %s', async (event) => {
    const { order, workers, failures } = line();
    const [a, b] = [refusal(order('a')), order('b')];
    workers[0]?.emit(event, new Error('out of memory'));
    workers[0]?.emit('exit');
    expect(await a).toEqual(away);
    expect(workers).toHaveLength(2);
    // A late message of the old worker is ignored.
    workers[0]?.sends('old');
    workers[1]?.sends('B');
    expect(await b).toBe('B');
    expect(failures).toHaveLength(1);
  });

  it('ends a worker that is too slow', async () => {
    const { order, workers, failures } = line({ deadlineMs: 1 });
    expect(await refusal(order('a'))).toEqual(away);
    expect(workers[0]?.isEnded).toBe(true);
    expect(failures).toEqual(['A document took too long']);
  });

  it('refuses the waiting documents and ends the worker on close', async () => {
    const { order, close, workers, failures } = line();
    const waiting = [refusal(order('a')), refusal(order('b'))];
    await close();
    expect(await Promise.all([...waiting, refusal(order('c'))])).toEqual([away, away, away]);
    expect(workers[0]?.isEnded).toBe(true);
    expect(failures).toEqual([]);
  });
});

describe('documents', () => {
  function shelf(keptBytes = 1_000) {
    const state = { time: 1, made: 0, fails: false };
    const documents = createDocuments({
      log: { error: () => {} } as never,
      keptBytes,
      now: () => state.time,
      line: {
        make: async () => {
          state.made += 1;
          if (state.fails) throw new Error('broken');
          return new Uint8Array(400);
        },
        close: async () => {},
      },
    });
    const ask = (name: string, admit?: () => void, madeAt = imprint.madeAt) =>
      documents.make(job(name), { ...imprint, madeAt }, admit);
    return { ask, state };
  }

  it('are generated once for the same content, for ten minutes', async () => {
    const { ask, state } = shelf();
    const [first, second] = await Promise.all([ask('a'), ask('a')]);
    expect(second).toBe(first);
    expect(await ask('a', undefined, new Date(0))).toBe(first);
    expect(state.made).toBe(1);
    await ask('b');
    expect(state.made).toBe(2);
    state.time += 10 * 60_000 + 1;
    await ask('a');
    expect(state.made).toBe(3);
  });

  it('are kept within a bound; the oldest goes first', async () => {
    const { ask, state } = shelf();
    for (const name of ['a', 'b', 'c']) await ask(name);
    await settle();
    await ask('c');
    await ask('b');
    expect(state.made).toBe(3);
    await ask('a');
    expect(state.made).toBe(4);
  });

  it('that failed are generated again', async () => {
    const { ask, state } = shelf();
    state.fails = true;
    await expect(ask('a')).rejects.toThrow('broken');
    state.fails = false;
    await ask('a');
    expect(state.made).toBe(2);
  });
});

const app = await openShop({ env: { RATE_LIMITS: 'on' }, events: [concert] }, null);
describe('a file of tickets', () => {
  it('is generated on another thread, and again the same; a kept one does not count against the limit (§7.97, §14.13)', async () => {
    const [buyer] = await app.makeBuyers(1);
    const { db, clock } = app.services;
    const { eventId } = await placeOrder(db, {
      accountId: buyer.accountId,
      slug: concert,
      seats: ['A-1', 'A-2'],
      state: 'completed',
      orderStatus: 'completed',
      deadline: null,
      at: clock.now(),
    });
    const read = () => buyer.ask('GET', `/api/my/tickets/${eventId}/pdf`);
    const first = await read();
    expect([first.status, first.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    clock.advance(60);
    for (let asked = 0; asked < 30; asked += 1) {
      expect(await read()).toMatchObject({ status: 200, text: first.text });
    }
    // Its address gives it to an app without the cookie, for a minute, and to the last letter.
    const made = await buyer.call(calls.documentLink, { body: { event: eventId } });
    const { address } = made.body.data;
    const fetched = () => app.anonymous().ask('GET', address);
    expect(await fetched()).toMatchObject({ status: 200, text: first.text });
    expect((await app.anonymous().ask('GET', `${address.slice(0, -2)}AA`)).status).toBe(404);
    clock.advance(61);
    expect((await fetched()).status).toBe(404);
  });
});
