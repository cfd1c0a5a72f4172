import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type WorkPuzzle,
  workAnswer,
  workPuzzleSchema,
  workText,
} from '../../../contract/challenge/challenge.ts';
import { solveWork } from '../../../contract/challenge/work-solver.ts';
import { createProofOfWork } from '../../../server/challenge/proof-of-work.ts';
import { createServiceChallenge } from '../../../server/challenge/service.ts';
import { openDb } from '../support/open-shop.ts';

const bond = { call: 'login', subject: 'ani' };
const now = new Date('2026-11-22T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const solve = (puzzle: WorkPuzzle) => solveWork(puzzle, async () => {});

const db = await openDb();
const work = () => createProofOfWork(db, 'a key of tests');
const puzzleOf = (hardness = 0) => workPuzzleSchema.parse(work().issue(bond, hardness, now));

describe('the solver', () => {
  test('finds nonces whose texts have the SHA-256 that is asked for, as the platform computes it', async () => {
    const puzzle = puzzleOf();
    const [token, nonces = ''] = (await solve(puzzle)).split('~');
    expect(token).toBe(puzzle.token);
    const found = nonces.match(/.{8}/g) ?? [];
    expect(found).toHaveLength(puzzle.parts);
    for (const [part, nonce] of found.entries()) {
      const text = workText(puzzle.seed, part, Number.parseInt(nonce, 16));
      const bits = createHash('sha256').update(text).digest().readUInt32BE(0);
      expect(bits).toBeLessThan(2 ** (32 - puzzle.bits));
    }
  });

  test('yields to other work, and stops on abort', async () => {
    let pauses = 0;
    const giveUp = async () => {
      pauses += 1;
      if (pauses === 3) throw new Error('given up');
    };
    await expect(solveWork({ ...puzzleOf(), bits: 24 }, giveUp)).rejects.toThrow('given up');
    expect(pauses).toBe(3);
  });
});

describe('a proof of work (§17.32)', () => {
  test('counts once of many at once, and never again', async () => {
    const answer = await solve(puzzleOf());
    const accepted = await Promise.all(
      Array.from({ length: 20 }, () => work().accept(answer, bond, later(10))),
    );
    expect(accepted.filter((hardness) => hardness !== null)).toEqual([0]);
    expect(await work().accept(answer, bond, later(10))).toBeNull();
  });

  test('says how hard it was, and is sixteen times the work at most', async () => {
    expect(await work().accept(await solve(puzzleOf(1)), bond, now)).toBe(1);
    expect(puzzleOf(4).bits - puzzleOf(0).bits).toBe(4);
    expect(puzzleOf(99).bits).toBe(puzzleOf(4).bits);
  });

  test('is invalid for another call or account, after its expiry, or with another key', async () => {
    const answer = await solve(puzzleOf());
    expect(await work().accept(answer, { ...bond, call: 'register' }, now)).toBeNull();
    expect(await work().accept(answer, { ...bond, subject: 'budi' }, now)).toBeNull();
    expect(await work().accept(answer, bond, later(181))).toBeNull();
    // Before it was made: the clock of a desk was set back.
    expect(await work().accept(answer, bond, later(-60))).toBeNull();
    expect(await createProofOfWork(db, 'another key').accept(answer, bond, now)).toBeNull();
    expect(await work().accept(answer, bond, now)).toBe(0);
  });

  test('cannot be forged, made easier, or solved in part', async () => {
    const puzzle = puzzleOf();
    const answer = await solve(puzzle);
    const [seed, bits, expiresAt, signature] = puzzle.token.split('.');
    const [, nonces = ''] = answer.split('~');
    const easy = { ...puzzle, bits: 1, token: [seed, 1, expiresAt, signature].join('.') };
    const late = [seed, bits, Number(expiresAt) + 60_000, signature].join('.');
    for (const wrong of [
      '',
      'rubbish',
      puzzle.token,
      workAnswer(puzzle.token, [1, 2, 3, 4, 5, 6, 7, 8]),
      workAnswer(puzzle.token, []),
      await solve(easy),
      `${late}~${nonces}`,
      answer.slice(0, -8),
      `${answer}00000000`,
      'x'.repeat(100_000),
    ]) {
      expect(await work().accept(wrong, bond, now)).toBeNull();
    }
    expect(await work().accept(answer, bond, now)).toBe(0);
  });
});

describe('a challenge service', () => {
  const settings = {
    url: 'https://tantangan.contoh.id/verify',
    secret: 'rahasia',
    siteKey: 'kunci',
  };
  const serviceOf = (answer: () => Promise<Response>) => {
    const asked: { url: string; body: string }[] = [];
    const warnings: unknown[] = [];
    const port = createServiceChallenge(settings, work(), {
      fetch: async (url, init) => {
        asked.push({ url: String(url), body: String(init?.body) });
        return answer();
      },
      warn: (error) => warnings.push(error),
    });
    return { port, asked, warnings };
  };
  const says = (verdict: unknown) => async () => Response.json(verdict);

  test('is called once per token, with the secret', async () => {
    const { port, asked } = serviceOf(says({ success: true, action: 'login' }));
    expect(port.issue(bond, 2, now)).toEqual({
      kind: 'service',
      site_key: 'kunci',
      action: 'login',
    });
    expect(await port.accept('service~abc', bond, now)).not.toBeNull();
    expect(asked).toEqual([{ url: settings.url, body: 'secret=rahasia&response=abc' }]);
  });

  test.each([
    ['a refused response', { success: false }],
    ['one made for another call', { success: true, action: 'register' }],
  ])('%s is none', async (_name, verdict) => {
    const { port } = serviceOf(says(verdict));
    expect(await port.accept('service~abc', bond, now)).toBeNull();
    expect(port.issue(bond, 0, now)).toMatchObject({ kind: 'service' });
  });

  test('a malformed or overlong token is not sent to the service', async () => {
    const { port, asked } = serviceOf(says({ success: true }));
    for (const wrong of ['service~', `service~${'x'.repeat(3_000)}`, 'rubbish']) {
      expect(await port.accept(wrong, bond, now)).toBeNull();
    }
    expect(asked).toEqual([]);
  });

  test.each([
    ['is away', async () => Promise.reject(new TypeError('fetch failed'))],
    ['fails', async () => new Response('', { status: 500 })],
    ['talks nonsense', async () => new Response('<html>')],
  ])('that %s is stood in for by the built-in one for a minute', async (_name, answer) => {
    const { port, warnings } = serviceOf(answer);
    expect(await port.accept('service~abc', bond, now)).toBeNull();
    expect(warnings).toHaveLength(1);
    const puzzle = workPuzzleSchema.parse(port.issue(bond, 0, later(1)));
    expect(await port.accept(await solve(puzzle), bond, later(2))).toBe(0);
    expect(port.issue(bond, 0, later(61))).toMatchObject({ kind: 'service' });
  });
});
