import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Line } from '../../../contract/queue.ts';
import { queueMachine } from '../../../machines/queue/queue.machine.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { watchLineEffect } from '../../../src/effects/flows/line.ts';
import type { Api } from '../../../src/effects/http/api.ts';
import { lineAs, slug } from '../../support/flows/line.ts';
import {
  broken,
  ok,
  parentStub,
  pass,
  refused,
  unreachable,
} from '../../support/flows/machines.ts';
import { readingAs } from '../../support/flows/readings.ts';

beforeEach(() => vi.useFakeTimers());

/** A buyer in line over a server that responds as the test says, in the middle of every jitter. */
async function waitInLine({ realtime = false, answer = ok(lineAs()) as Result<Line> } = {}) {
  const server = { answer, reads: 0, signal: undefined as AbortSignal | undefined };
  let hide: (hidden: boolean) => void = () => undefined;
  let isPageWatched = true;
  const watchLine = watchLineEffect({
    api: {
      call: async (_row: unknown, { signal }: { signal?: AbortSignal }) => {
        server.reads += 1;
        server.signal = signal;
        return server.answer;
      },
    } as unknown as Api,
    watchHidden: (onChange) => {
      hide = onChange;
      onChange(false);
      return () => {
        isPageWatched = false;
      };
    },
  });
  const queued = readingAs({ id: 's1', slug, step: 'queued', number: 40 });
  const actor = createActor(
    queueMachine.provide({ actors: { watchLine, joinQueue: fromPromise(async () => ok(queued)) } }),
    { input: { parent: parentStub().ref, slug, reading: null, realtime, random: () => 0.5 } },
  ).start();
  await pass(0);
  return {
    server,
    line: () => actor.getSnapshot().context.line,
    isPageWatched: () => isPageWatched,
    hide: (hidden: boolean) => hide(hidden),
    send: actor.send,
    stop: () => actor.stop(),
    /** The read that comes after exactly this time. */
    async readsAfter(ms: number) {
      const { reads } = server;
      await pass(ms - 1);
      expect(server.reads).toBe(reads);
      await pass(1);
      expect(server.reads).toBe(reads + 1);
    },
  };
}

const lost = { type: 'queue.realtimeChanged', connected: false, error: 'x' } as const;
const hour = 3_600_000;

describe('the document of the line', () => {
  it('is read at once, then every five seconds without real-time and every thirty with it (§9.19)', async () => {
    const buyer = await waitInLine();
    expect(buyer.line()).toEqual(lineAs());
    buyer.server.answer = ok(lineAs({ serving: 12 }));
    await buyer.readsAfter(5_000);
    expect(buyer.line()).toMatchObject({ serving: 12 });
    buyer.send({ type: 'queue.realtimeChanged', connected: true, error: null });
    await buyer.readsAfter(30_000);
    buyer.send(lost);
    await buyer.readsAfter(5_000);
  });

  it.each([
    ['a server that is away', unreachable()],
    ['a server that fails', broken()],
  ])('is read again after growing pauses from %s (§4.110)', async (_, answer) => {
    const buyer = await waitInLine({ answer });
    for (const pause of [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000]) {
      await buyer.readsAfter(pause);
    }
    buyer.server.answer = ok(lineAs());
    await buyer.readsAfter(30_000);
    await buyer.readsAfter(5_000);
  });

  it('that a server does not have is asked for again by a wake alone (§3.2)', async () => {
    const buyer = await waitInLine({ answer: refused('notFound') });
    await pass(hour);
    expect(buyer.server.reads).toBe(1);
    expect(buyer.line()).toBeNull();
    buyer.send({ type: 'call.hasten' });
    await pass(0);
    expect(buyer.server.reads).toBe(2);
  });

  it('is not read for a hidden page that has real-time, and at once when the page is shown (§4.43)', async () => {
    const buyer = await waitInLine({ realtime: true });
    buyer.hide(true);
    await pass(hour);
    expect(buyer.server.reads).toBe(1);
    buyer.hide(false);
    await pass(0);
    expect(buyer.server.reads).toBe(2);
    // Without real-time it is the way to hear of the turn.
    buyer.hide(true);
    buyer.send(lost);
    await buyer.readsAfter(5_000);
  });

  it('is given up with the place in line', async () => {
    const buyer = await waitInLine();
    buyer.stop();
    expect(buyer.server.signal?.aborted).toBe(true);
    expect(buyer.isPageWatched()).toBe(false);
    await pass(hour);
    expect(buyer.server.reads).toBe(1);
  });
});
