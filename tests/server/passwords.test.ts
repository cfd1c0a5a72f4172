import { describe, expect, test, vi } from 'vitest';
import type { Turn } from '../../server/domain/password-turns.ts';
import { createPasswordHasher } from '../../server/domain/passwords.ts';

/** How many hashes run, and the most that ever ran at once. */
const running = vi.hoisted(() => ({ now: 0, most: 0 }));

vi.mock(import('@node-rs/argon2'), async (original) => {
  const real = await original();
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    return work.finally(() => {
      running.now -= 1;
    });
  };
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => counted(real.hash(...given)),
    verify: (...given: Parameters<typeof real.verify>) => counted(real.verify(...given)),
  };
});

const turn: Turn = { lane: 'other', network: '203.0.113.7' };

describe('createPasswordHasher', () => {
  test('makes argon2id with OWASP cost, and knows its own', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash('kuda-laut-9', turn);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(stored, 'kuda-laut-9', turn)).toBe(true);
    expect(await hasher.verify(stored, 'kuda-laut-8', turn)).toBe(false);
  });

  test('nobody has no password', async () => {
    const hasher = createPasswordHasher();
    expect(await hasher.verify(null, '', turn)).toBe(false);
    expect(await hasher.verify(null, 'kuda-laut-9', turn)).toBe(false);
    expect(await hasher.verify('rubbish', 'x', turn)).toBe(false);
  });

  test('fifty wait behind the one that runs, the next is told to come back', async () => {
    const hasher = createPasswordHasher(1);
    const first = Array.from({ length: 51 }, () => hasher.hash('kuda-laut-9', turn));
    await expect(hasher.hash('kuda-laut-9', turn)).rejects.toMatchObject({ status: 429 });
    expect(new Set(await Promise.all(first)).size).toBe(51);
    await hasher.hash('kuda-laut-9', turn);
  });

  test('runs as many at once as it is told, each beside the others', async () => {
    const hasher = createPasswordHasher(3);
    running.most = 0;
    const stored = await hasher.hash('kuda-laut-9', turn);
    expect(running.most).toBe(1);
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => hasher.verify(stored, 'kuda-laut-9', turn)),
      ...Array.from({ length: 6 }, () => hasher.verify(null, 'kuda-laut-9', turn)),
    ]);
    expect(answers.filter(Boolean)).toHaveLength(6);
    // Three begun before the first had ended: none of them held up the thread they were begun on.
    expect(running.most).toBe(3);
  });

  test('one that fails gives its place to the next', async () => {
    const hasher = createPasswordHasher(1);
    const answers = await Promise.all(
      ['rubbish', null, 'rubbish', null].map((stored) => hasher.verify(stored, 'x', turn)),
    );
    expect(answers).toEqual([false, false, false, false]);
    expect(await hasher.hash('kuda-laut-9', turn)).toContain('$argon2id$');
  });

  test('knows a text of another cost', async () => {
    const hasher = createPasswordHasher();
    expect(hasher.isOutdated(await hasher.hash('kuda-laut-9', turn))).toBe(false);
    for (const old of [
      '$argon2id$v=19$m=8192,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
      '$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
      '$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaA',
    ]) {
      expect(hasher.isOutdated(old)).toBe(true);
    }
  });
});
