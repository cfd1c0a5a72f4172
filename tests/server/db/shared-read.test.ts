import { describe, expect, it } from 'vitest';
import { sharedRead } from '../../../server/db/shared-read.ts';

function reader() {
  let time = 0;
  const rests: { ms: number; end: () => void }[] = [];
  const reads: { succeed: (value: number) => void; fail: (error: Error) => void }[] = [];
  const ask = sharedRead(
    () => new Promise<number>((succeed, fail) => reads.push({ succeed, fail })),
    {
      now: () => time,
      rest: (ms) => new Promise<void>((end) => rests.push({ ms, end })),
    },
  );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    ask,
    rests,
    reads,
    settle,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

describe('a shared read', () => {
  it('is shared by all calls before its start; later calls share the next one', async () => {
    const { ask, reads, settle } = reader();
    const first = [ask(), ask()];
    await settle();
    expect(reads).toHaveLength(1);
    const second = [ask(), ask()];
    await settle();
    expect(reads).toHaveLength(1);
    reads[0]?.succeed(1);
    expect(await Promise.all(first)).toEqual([1, 1]);
    await settle();
    expect(reads).toHaveLength(2);
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
    const { ask, reads, rests, settle, pass } = reader();
    const first = ask();
    await settle();
    pass(30);
    reads[0]?.succeed(1);
    await first;
    const second = ask();
    await settle();
    expect(rests.map(({ ms }) => ms)).toEqual([120]);
    expect(reads).toHaveLength(1);
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
    const { ask, reads, settle } = reader();
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
