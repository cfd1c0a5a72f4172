import { describe, expect, test } from 'vitest';
import { createPasswordHasher } from '../../server/domain/passwords.ts';

describe('createPasswordHasher', () => {
  test('makes argon2id with OWASP cost, and knows its own', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash('kuda-laut-9');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(stored, 'kuda-laut-9')).toBe(true);
    expect(await hasher.verify(stored, 'kuda-laut-8')).toBe(false);
  });

  test('nobody has no password, not even the decoy', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(null, 'a password nobody has')).toBe(false);
    expect(await hasher.verify('rubbish', 'x')).toBe(false);
  });

  test('fifty wait behind the one that runs, the next is told to come back', async () => {
    const hasher = createPasswordHasher(1);
    const first = Array.from({ length: 51 }, () => hasher.hash('kuda-laut-9'));
    await expect(hasher.hash('kuda-laut-9')).rejects.toMatchObject({ status: 429 });
    expect(new Set(await Promise.all(first)).size).toBe(51);
    await hasher.hash('kuda-laut-9');
  });

  test('an unknown account costs the time of a known one', async () => {
    const hasher = createPasswordHasher(1);
    const stored = await hasher.hash('kuda-laut-9');
    await hasher.verify(null, 'x');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let index = 0; index < 30; index += 1) {
      known.push(await timeOf(() => hasher.verify(stored, 'salah')));
      unknown.push(await timeOf(() => hasher.verify(null, 'salah')));
    }
    const ratio = median(unknown) / median(known);
    // Wide enough for a busy machine; a missing hash would be a hundredth.
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
