import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createKeptPages } from '../../../server/pages/kept-pages.ts';

function keeper(atMost = 2) {
  let time = 0;
  let made = 0;
  const kept = createKeptPages<number>({
    forMs: 100,
    staleForMs: 300,
    atMost,
    makingAtMost: 2,
    now: () => time,
  });
  return {
    get: (key: string, make = async () => ++made, mayMake?: () => boolean) =>
      kept.get(key, make, mayMake),
    pass: (ms: number) => {
      time += ms;
    },
    clear: () => kept.clear(),
  };
}

describe('kept pages', () => {
  it('are rendered once while they are fresh, and again when they are old', async () => {
    const { get, pass } = keeper();
    expect(await get('a')).toBe(1);
    pass(99);
    expect(await get('a')).toBe(1);
    pass(201);
    expect(await get('a')).toBe(2);
  });

  it('are served slightly stale, and rendered again after that, once', async () => {
    const { get, pass } = keeper();
    expect(await get('a')).toBe(1);
    pass(100);
    // The rendering has not even begun when the stale page is there.
    expect([await get('a'), await get('a')]).toEqual([1, 1]);
    await nextTurn();
    expect(await get('a')).toBe(2);
    pass(100);
    expect(await get('a', () => Promise.reject(new Error('broken')))).toBe(2);
    await nextTurn();
    expect(await get('a')).toBe(2);
    await nextTurn();
    pass(300);
    expect(await get('a')).toBe(4);
  });

  it('age from when they were ready', async () => {
    const { get, pass } = keeper();
    let finish: (page: number) => void = () => {};
    const slow = get('a', () => new Promise((resolve) => (finish = resolve)));
    pass(1_000);
    const second = get('a');
    finish(7);
    expect([await slow, await second]).toEqual([7, 7]);
    pass(99);
    expect(await get('a')).toBe(7);
  });

  it('drop the one unused for longest', async () => {
    const { get } = keeper();
    await get('a');
    await get('b');
    await get('a');
    await get('c');
    expect(await get('a')).toBe(1);
    expect(await get('b')).toBe(4);
  });

  it('refuse a third concurrent rendering', async () => {
    const { get } = keeper();
    const never = () => new Promise<number>(() => {});
    expect(get('a', never)).not.toBeNull();
    expect(get('b', never)).not.toBeNull();
    expect(get('c')).toBeNull();
    expect(get('a')).not.toBeNull();
  });

  it('forget a failure, and all at once on demand', async () => {
    const { get, clear } = keeper();
    await expect(get('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await get('a')).toBe(1);
    clear();
    expect(await get('a')).toBe(2);
  });
});
