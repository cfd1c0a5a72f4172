import Fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import type { PaymentGateway } from '../../../server/gateway/gateway.ts';
import { createGateways } from '../../../server/gateway/gateways.ts';
import { createJobStore, enqueue } from '../../../server/jobs/job-store.ts';
import { createPump, type WorkedQueue } from '../../../server/jobs/pump.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';

type Work = WorkedQueue['work'];

/** A pump over a clock that stands, whose gateway 'a' answers as `status` does. */
async function openPump(works: Record<string, Work>, status = async () => null) {
  const db = await openMigrated();
  const clock = createClock(0, () => Date.UTC(2027, 0, 1));
  const gateway = { name: 'a', status } as unknown as PaymentGateway;
  const pump = createPump({
    store: createJobStore(db, clock),
    ...{ clock, log: Fastify().log, gateways: createGateways([gateway], []), atOnce: 64 },
    queues: Object.entries(works).map(([queue, work]) => ({ queue, work, longestPauseMs: 60_000 })),
  });
  const put = (queue: string, count: number) =>
    enqueue(
      db,
      Array.from({ length: count }, (_, n) => ({ queue, key: `${n}`, dueAt: clock.now() })),
    );
  const advance = async (seconds: number) => {
    clock.advance(seconds);
    await pump.drain();
  };
  const states = async () =>
    (
      await db.query<{ state: string }>('select distinct state::text from job_common order by 1')
    ).map(({ state }) => state);
  return { clock, pump, put, advance, states };
}
const ref = { paymentId: 'p', methodCode: 'qris', reference: null };

it('work that hangs, however much of it waits, keeps no other queue waiting', async () => {
  let letEnd = () => {};
  const hanging = new Promise<void>((resolve) => {
    letEnd = resolve;
  });
  const refund = vi.fn(async () => {
    await hanging;
    return null;
  });
  const ask = vi.fn(async () => null);
  const { pump, put } = await openPump({ 'refund-a': refund, 'ask-a': ask });
  await put('refund-a', 500);
  await put('ask-a', 30);
  const draining = pump.drain();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(30), 60_000);
  expect(refund).toHaveBeenCalledTimes(4);
  letEnd();
  await draining;
  expect(refund).toHaveBeenCalledTimes(500);
});

it('work that says later is done again after pauses that grow to the longest of its queue', async () => {
  const work = vi.fn(async () => 'later' as const);
  const { put, advance } = await openPump({ 'ask-a': work });
  await put('ask-a', 1);
  await advance(0);
  for (const [pause, count] of [
    [15, 2],
    [30, 3],
    [60, 4],
    [60, 5],
  ] as const) {
    await advance(pause - 1);
    expect(work).toHaveBeenCalledTimes(count - 1);
    await advance(1);
    expect(work).toHaveBeenCalledTimes(count);
  }
});

it.each([
  ['an error of ours makes a dead letter of it', false, 'failed', 10],
  ['a gateway that is away does not', true, 'created', 13],
])('a job is tried again and again: %s', async (_, isAway, state, times) => {
  const work = vi.fn<Work>(async (_key, gateways) => {
    if (isAway) await gateways.of('a').status(ref);
    throw new TypeError('broken');
  });
  const { put, advance, states } = await openPump({ 'ask-a': work }, () =>
    Promise.reject(new Error('away')),
  );
  await put('ask-a', 1);
  await advance(0);
  for (let time = 0; time < 12; time += 1) await advance(60);
  expect(work).toHaveBeenCalledTimes(times);
  expect(await states()).toEqual([state]);
});

it('after five silences nothing starts for 30 seconds; an answer brings what was put off', async () => {
  let isSilent = true;
  const status = vi.fn(async () => {
    if (isSilent) throw new DOMException('late', 'TimeoutError');
    return null;
  });
  const work: Work = async (_key, gateways) => {
    await gateways.of('a').status(ref);
    return null;
  };
  const { put, advance, states } = await openPump({ 'ask-a': work }, status);
  await put('ask-a', 20);
  await advance(0);
  const tried = status.mock.calls.length;
  expect(tried).toBeGreaterThanOrEqual(5);
  expect(tried).toBeLessThan(10);
  await advance(29);
  expect(status).toHaveBeenCalledTimes(tried);
  isSilent = false;
  await advance(1);
  expect(await states()).toEqual([]);
});
