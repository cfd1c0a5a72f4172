import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BusyError, createTurns } from '../../../server/db/turns.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('turns', () => {
  test('never exceed the slots, and come in order', async () => {
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

  test('a turn that is given back twice counts once', async () => {
    const turns = createTurns({ slots: 1, waitMs: 10 });
    const back = await turns.take();
    back();
    back();
    await turns.take();
    const third = expect(turns.take()).rejects.toThrow(BusyError);
    await vi.advanceTimersByTimeAsync(10);
    await third;
  });

  test('a name with many waiting gives way to one with few', async () => {
    const turns = createTurns({ slots: 1 });
    const came: string[] = [];
    const run = async (name: string) => {
      const back = await turns.take(name);
      came.push(name);
      back();
    };
    const first = await turns.take('rush');
    const all = [...Array.from({ length: 4 }, () => run('rush')), run('calm'), run('calm')];
    first();
    await Promise.all(all);
    expect(came).toEqual(['rush', 'calm', 'rush', 'calm', 'rush', 'rush']);
  });

  test('a name that has used its share leaves the others to other names', async () => {
    const turns = createTurns({ slots: 3, slotsPerName: 2, waitMs: 100 });
    const held = [await turns.take('held'), await turns.take('held')];
    const third = expect(turns.take('held')).rejects.toThrow('within 100 ms');
    (await turns.take('other'))();
    await vi.advanceTimersByTimeAsync(100);
    await third;
    held[0]?.();
    (await turns.take('held'))();
  });

  test('a caller that has given up is removed: the turn goes to the next', async () => {
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

  test('beyond the limit nobody waits', async () => {
    const turns = createTurns({ slots: 1, waiting: 1 });
    const back = await turns.take();
    const waiting = turns.take();
    await expect(turns.take()).rejects.toThrow('Too many wait');
    back();
    (await waiting)();
  });
});
