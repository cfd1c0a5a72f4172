import { describe, expect, test, vi } from 'vitest';
import { createTurns, type Turn } from '../../../../server/domain/accounts/password-turns.ts';
import { createPasswordHasher } from '../../../../server/domain/accounts/passwords.ts';

/** The number of running hashes, and its maximum. */
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

describe('a hash (§17.1)', () => {
  test('is argon2id with OWASP cost, recognises its own and no missing password, and knows one of another cost', async () => {
    const hasher = createPasswordHasher();
    const stored = await hasher.hash('kuda-laut-9', turn);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    for (const [of, typed, isRight] of [
      [stored, 'kuda-laut-9', true],
      [stored, 'kuda-laut-8', false],
      [null, '', false],
      [null, 'kuda-laut-9', false],
      ['rubbish', 'x', false],
    ] as const) {
      expect(await hasher.verify(of, typed, turn)).toBe(isRight);
    }
    expect(hasher.isOutdated(stored)).toBe(false);
    for (const old of [
      '$argon2id$v=19$m=8192,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
      '$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
      '$scrypt$ln=17,r=8,p=1$c2FsdHNhbHQ$aGFzaA',
    ]) {
      expect(hasher.isOutdated(old)).toBe(true);
    }
  });

  test('fifty wait behind the running one, the next is refused with a wait', async () => {
    const hasher = createPasswordHasher(1);
    const first = Array.from({ length: 51 }, () => hasher.hash('kuda-laut-9', turn));
    await expect(hasher.hash('kuda-laut-9', turn)).rejects.toMatchObject({ status: 429 });
    expect(new Set(await Promise.all(first)).size).toBe(51);
    await hasher.hash('kuda-laut-9', turn);
  });

  test('as many run at once as configured, in parallel; a failed one passes its turn on', async () => {
    const hasher = createPasswordHasher(3);
    running.most = 0;
    const stored = await hasher.hash('kuda-laut-9', turn);
    expect(running.most).toBe(1);
    const given = [stored, null, 'rubbish'].flatMap((one) => Array<typeof one>(6).fill(one));
    const answers = await Promise.all(given.map((one) => hasher.verify(one, 'kuda-laut-9', turn)));
    expect(answers).toEqual(given.map((one) => one === stored));
    // All three began before the first had ended: none of them blocked the thread.
    expect(running.most).toBe(3);
    expect(await hasher.hash('kuda-laut-9', turn)).toContain('$argon2id$');
  });
});

describe('the queue before the hash (§17.1)', () => {
  const refusal = () => new Error('full');
  /** Work that ends on request, and records its name when it begins. */
  const stage = (atOnce = 1) => {
    const turns = createTurns(atOnce, refusal);
    const begun: string[] = [];
    const open: (() => void)[] = [];
    return {
      begun,
      join: (lane: Turn['lane'], network: string, name: string) =>
        turns.run({ lane, network }, () => {
          begun.push(name);
          return new Promise<void>((resolve) => open.push(resolve));
        }),
      /** Ends the running one and lets the next begin. */
      async next() {
        open.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  };

  test('known devices go first, then those who solved a challenge, and each fourth turn is the last lane’s', async () => {
    const { begun, join, next } = stage();
    void join('other', 'x', 'first');
    for (let count = 1; count <= 6; count += 1) {
      void join('other', 'x', `other ${count}`);
      void join('proven', 'x', `proven ${count}`);
      void join('known', 'x', `known ${count}`);
    }
    for (let count = 0; count < 8; count += 1) await next();
    expect(begun).toEqual([
      'first',
      'known 1',
      'known 2',
      'known 3',
      'other 1',
      'known 4',
      'known 5',
      'known 6',
      'other 2',
    ]);
    await next();
    expect(begun.at(-1)).toBe('proven 1');
  });

  test('networks of a lane take turns: many tasks of one network delay a task of another by one', async () => {
    const { begun, join, next } = stage();
    void join('other', 'crowd', 'first');
    for (let count = 1; count <= 40; count += 1) void join('other', 'crowd', `crowd ${count}`);
    void join('other', 'alone', 'alone');
    await next();
    await next();
    expect(begun).toEqual(['first', 'crowd 1', 'alone']);
  });

  test('in a full lane the longest list drops its last task, not the newcomer of another network', async () => {
    const { begun, join, next } = stage();
    void join('other', 'crowd', 'first');
    const refused: string[] = [];
    for (let count = 1; count <= 50; count += 1) {
      join('other', 'crowd', `crowd ${count}`).catch(() => refused.push(`crowd ${count}`));
    }
    join('other', 'alone', 'alone').catch(() => refused.push('alone'));
    await next();
    await next();
    expect(refused).toEqual(['crowd 50']);
    expect(begun).toContain('alone');
    // Another lane has its own limit.
    join('known', 'crowd', 'known').catch(() => refused.push('known'));
    await next();
    expect(begun.at(-1)).toBe('known');
    expect(refused).toEqual(['crowd 50']);
  });
});
