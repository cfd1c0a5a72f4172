import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBatch } from '../../../server/db/batches.ts';
import { sharedRead } from '../../../server/db/shared-read.ts';
import { BusyError, createTurns } from '../../../server/db/turns.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  beforeEach(() => vi.useFakeTimers());

  it('never exceed the slots, and come in order', async () => {
    const turns = createTurns({ slots: 2 });
    const came: number[] = [];
    const backs: (() => void)[] = [];
    const asks = [1, 2, 3, 4].map(async (caller) => {
      backs.push(await turns.take());
      came.push(caller);
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(came).toEqual([1, 2]);
    backs[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(came).toEqual([1, 2, 3]);
    backs[1]?.();
    await Promise.all(asks);
    expect(came).toEqual([1, 2, 3, 4]);
  });

  it('that are given back twice count once', async () => {
    const turns = createTurns({ slots: 1, waitMs: 10 });
    const back = await turns.take();
    back();
    back();
    await turns.take();
    const third = expect(turns.take()).rejects.toThrow(BusyError);
    await vi.advanceTimersByTimeAsync(10);
    await third;
  });

  it('go to a name with few waiting before one with many', async () => {
    const turns = createTurns({ slots: 1 });
    const came: string[] = [];
    const run = async (name: string) => {
      const back = await turns.take(name);
      came.push(name);
      back();
    };
    const first = await turns.take('rush');
    const all = ['rush', 'rush', 'rush', 'rush', 'calm', 'calm'].map(run);
    first();
    await Promise.all(all);
    expect(came).toEqual(['rush', 'calm', 'rush', 'calm', 'rush', 'rush']);
  });

  it('beyond the share of a name are left to other names', async () => {
    const turns = createTurns({ slots: 3, slotsPerName: 2, waitMs: 100 });
    const held = [await turns.take('held'), await turns.take('held')];
    const third = expect(turns.take('held')).rejects.toThrow('within 100 ms');
    (await turns.take('other'))();
    await vi.advanceTimersByTimeAsync(100);
    await third;
    held[0]?.();
    (await turns.take('held'))();
  });

  it('pass a caller that has given up', async () => {
    const turns = createTurns({ slots: 1, waitMs: 100 });
    const back = await turns.take();
    const early = expect(turns.take()).rejects.toThrow(BusyError);
    await vi.advanceTimersByTimeAsync(60);
    const late = turns.take();
    await vi.advanceTimersByTimeAsync(40);
    await early;
    back();
    (await late)();
  });

  it('are waited for by no more than the limit', async () => {
    const turns = createTurns({ slots: 1, waiting: 1 });
    const back = await turns.take();
    const waiting = turns.take();
    await expect(turns.take()).rejects.toThrow('Too many wait');
    back();
    (await waiting)();
  });
});

describe('calls in batches', () => {
  const doubled = (value: number) => ({ ok: true, value: value * 2 }) as const;

  it('gather while a batch runs, and leave in the order of their arrival', async () => {
    const batches: (readonly number[])[] = [];
    let release = () => {};
    const double = createBatch<number, number>(
      async (inputs) => {
        batches.push(inputs);
        if (batches.length === 1) await new Promise<void>((resolve) => (release = resolve));
        return inputs.map(doubled);
      },
      { most: 3 },
    );
    const first = double(1);
    await expect.poll(() => batches.length).toBe(1);
    const others = [2, 3, 4, 5].map(double);
    release();
    expect(await Promise.all([first, ...others])).toEqual([2, 4, 6, 8, 10]);
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  });

  it('fail alone if their result is an error, together if the batch fails, which the next survives', async () => {
    let isDown = false;
    const check = createBatch<number, number>(
      async (inputs) => {
        if (isDown) throw new Error('away');
        return inputs.map((input) =>
          input < 0 ? { ok: false, error: new Error('negative') } : doubled(input),
        );
      },
      { most: 10 },
    );
    const results = await Promise.allSettled([check(1), check(-1), check(2)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    isDown = true;
    await expect(Promise.all([check(1), check(2)])).rejects.toThrow('away');
    isDown = false;
    expect(await check(3)).toBe(6);
  });

  it('run in several batches at once where that is allowed', async () => {
    const ends: (() => void)[] = [];
    const check = createBatch<number, number>(
      async (inputs) => {
        await new Promise<void>((resolve) => ends.push(resolve));
        return inputs.map(doubled);
      },
      { most: 1, running: 2 },
    );
    const all = Promise.all([1, 2, 3].map(check));
    await expect.poll(() => ends.length).toBe(2);
    ends[0]?.();
    await expect.poll(() => ends.length).toBe(3);
    for (const end of ends) end();
    expect(await all).toEqual([2, 4, 6]);
  });
});

describe('a shared read', () => {
  function reader() {
    let time = 0;
    const rests: { ms: number; end: () => void }[] = [];
    const reads: { succeed: (value: number) => void; fail: (error: Error) => void }[] = [];
    const ask = sharedRead(
      () => new Promise<number>((succeed, fail) => reads.push({ succeed, fail })),
      { now: () => time, rest: (ms) => new Promise<void>((end) => rests.push({ ms, end })) },
    );
    const pass = (ms: number) => {
      time += ms;
    };
    return { ask, rests, reads, pass };
  }

  it('is shared by all calls before its start; later calls share the next one', async () => {
    const { ask, reads } = reader();
    const first = [ask(), ask()];
    await settle();
    const second = [ask(), ask()];
    await settle();
    expect(reads).toHaveLength(1);
    reads[0]?.succeed(1);
    expect(await Promise.all(first)).toEqual([1, 1]);
    await settle();
    const third = ask();
    await settle();
    expect(reads).toHaveLength(2);
    reads[1]?.succeed(2);
    expect(await Promise.all(second)).toEqual([2, 2]);
    await settle();
    reads[2]?.succeed(3);
    expect(await third).toBe(3);
  });

  it('pauses four times as long as it took, and never longer than a second', async () => {
    const { ask, reads, rests, pass } = reader();
    const first = ask();
    await settle();
    pass(30);
    reads[0]?.succeed(1);
    await first;
    const second = ask();
    await settle();
    expect([rests.map(({ ms }) => ms), reads.length]).toEqual([[120], 1]);
    rests[0]?.end();
    await settle();
    expect(reads).toHaveLength(2);
    pass(5_000);
    reads[1]?.succeed(2);
    await second;
    await settle();
    expect(rests.map(({ ms }) => ms)).toEqual([120, 1_000]);
  });

  it('fails for the calls that waited for it, and for no later call', async () => {
    const { ask, reads } = reader();
    const first = ask();
    await settle();
    reads[0]?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    const second = ask();
    await settle();
    reads[1]?.succeed(2);
    expect(await second).toBe(2);
  });
});
