import { expect, it } from 'vitest';
import { createBatch } from '../../../server/db/batches.ts';

const doubled = (value: number) => ({ ok: true, value: value * 2 }) as const;

it('calls gather while a batch runs, and leave in the order of their arrival', async () => {
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

it('a result that is an error rejects its caller alone', async () => {
  const check = createBatch<number, number>(
    async (inputs) =>
      inputs.map((input) =>
        input < 0 ? { ok: false, error: new Error('negative') } : doubled(input),
      ),
    { most: 10 },
  );
  const results = await Promise.allSettled([check(1), check(-1), check(2)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a batch that fails rejects its callers, and the next one runs', async () => {
  let isDown = true;
  const check = createBatch<number, number>(
    async (inputs) => {
      if (isDown) throw new Error('away');
      return inputs.map(doubled);
    },
    { most: 10 },
  );
  await expect(Promise.all([check(1), check(2)])).rejects.toThrow('away');
  isDown = false;
  expect(await check(3)).toBe(6);
});

it('several batches run at once where that is allowed', async () => {
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
