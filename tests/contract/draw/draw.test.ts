import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkDraw, provePlace } from '../../../contract/draw/check.ts';
import { fromHex, type Hash, toHex } from '../../../contract/draw/hashing.ts';
import { pathOf, rootOf, sortedNames } from '../../../contract/draw/list.ts';
import { commitmentTo, numbersOf, seedOf } from '../../../contract/draw/order.ts';
import {
  type DrawFacts,
  type DrawRecord,
  readDraw,
  writeDraw,
} from '../../../contract/draw/record.ts';

const hash: Hash = (bytes) => createHash('sha256').update(bytes).digest();
const event = 'konser-senja-jakarta';
const secret = '5e'.repeat(32);

test('a draw gives each number from 1 to the count of entrants once', () => {
  for (const count of [1, 2, 3, 256, 257]) {
    const numbers = drawOf(count).entries.map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  }
});

test('the order of a known draw stays as it is, or published draws could not be verified', () => {
  const { facts, entries } = drawOf(5);
  expect({ ...facts, numbers: entries.map(({ number }) => number) }).toMatchInlineSnapshot(`
    {
      "commitment": "7d84284fee4c6e576920bf49d6be9b782a59e9d00eac59ff027be1195d091de9",
      "entrants": 5,
      "event": "konser-senja-jakarta",
      "numbers": [
        2,
        5,
        3,
        4,
        1,
      ],
      "root": "1313d0bc0c87f34883da30607b0fc4059d6aa6d03160c04f96451ff9817e7039",
      "secret": "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e",
      "version": 1,
    }
  `);
});

test('every place of the list is as likely as any other', () => {
  const entrants = 8;
  const draws = 160;
  const seen = Array.from({ length: entrants }, () => 0);
  for (let at = 0; at < draws; at += 1) {
    const seed = hash(Uint8Array.of(at >> 8, at & 255));
    const number = numbersOf(hash, seed, entrants)(3);
    seen[number - 1] = (seen[number - 1] ?? 0) + 1;
  }
  // 20 expected; the seeds are fixed, so the counts are, too.
  for (const count of seen) expect(Math.abs(count - draws / entrants)).toBeLessThan(15);
});

test('the file of a draw is read as it was written, and is right', () => {
  const draw = drawOf(300);
  expect(readDraw(writeDraw(draw))).toEqual(draw);
  const { commitment, root } = draw.facts;
  expect(checkDraw(hash, draw, { commitment, root })).toEqual([]);
});

test.each<[string, (draw: DrawRecord) => DrawRecord, string[]]>([
  [
    'one entrant more',
    ({ facts, entries }) => ({ facts, entries: [...entries, { name: 'zzzz', number: 21 }] }),
    ['count', 'list'],
  ],
  [
    'one entrant less',
    ({ facts, entries }) => ({ facts, entries: entries.slice(1) }),
    ['count', 'list'],
  ],
  [
    'one byte of the list',
    ({ facts, entries }) => ({
      facts,
      entries: entries.with(19, { name: 'zzzz', number: entries[19]?.number ?? 0 }),
    }),
    ['list'],
  ],
  [
    'a name that is none',
    ({ facts, entries }) => ({
      facts,
      entries: entries.with(19, { name: 'zé', number: entries[19]?.number ?? 0 }),
    }),
    ['names'],
  ],
  [
    'a repeated name',
    ({ facts, entries }) => ({
      facts,
      entries: entries.with(1, { name: entries[0]?.name ?? '', number: entries[1]?.number ?? 0 }),
    }),
    ['names', 'list'],
  ],
  [
    'one byte of the secret',
    (draw) => withFacts(draw, { secret: `5f${secret.slice(2)}` }),
    ['secret', 'order'],
  ],
  ['another event', (draw) => withFacts(draw, { event: 'other' }), ['secret', 'order']],
  [
    'two entrants who changed places',
    ({ facts, entries }) => ({
      facts,
      entries: entries.map(({ name }, at) => ({
        name,
        number: entries[at < 2 ? 1 - at : at]?.number ?? 0,
      })),
    }),
    ['order'],
  ],
])('the check names the wrong part: %s', (_, change, parts) => {
  expect(checkDraw(hash, change(drawOf(20)), {}).map(({ part }) => part)).toEqual(parts);
});

test('a draw that agrees with itself is refused if other facts were published before', () => {
  const { commitment, root } = drawOf(20).facts;
  const faults = checkDraw(hash, drawOf(21, 'aa'.repeat(32)), { commitment, root });
  expect(faults.map(({ part }) => part)).toEqual(['commitment', 'list']);
});

test('a Merkle path proves a place without the list, for every entry of lists of any length', () => {
  for (const count of [1, 2, 3, 7, 20]) {
    const { facts, entries } = drawOf(count);
    const names = entries.map(({ name }) => name);
    for (const [index, { name, number }] of entries.entries()) {
      const path = pathOf(hash, names, index).map(toHex);
      expect(provePlace(hash, facts, { name, index, path })).toBe(number);
    }
  }
});

test('a proof for another name, index, path or secret is refused', () => {
  const { facts, entries } = drawOf(7);
  const names = entries.map(({ name }) => name);
  const path = pathOf(hash, names, 2).map(toHex);
  const proof = { name: names[2] ?? '', index: 2, path };
  for (const wrong of [
    { ...proof, name: names[3] ?? '' },
    { ...proof, index: 3 },
    { ...proof, index: 7 },
    { ...proof, name: 'zé' },
    { ...proof, path: path.slice(1) },
    { ...proof, path: ['no hash', ...path.slice(1)] },
    { ...proof, path: [...path, path[0] ?? ''] },
  ]) {
    expect(provePlace(hash, facts, wrong)).toMatchObject({ part: 'list' });
  }
  expect(provePlace(hash, { ...facts, secret: 'ab'.repeat(32) }, proof)).toMatchObject({
    part: 'secret',
  });
});

test.each([
  ['', 'Line 1: must be the facts'],
  ['{}', 'Line 1: version'],
  [`${JSON.stringify(drawOf(1).facts)}\nname 0`, 'Line 2: must be a name'],
  [`${JSON.stringify(drawOf(1).facts)}\nname 1\n\n`, 'Line 3: must be a name'],
])('a file that cannot be read says where: %j', (text, words) => {
  expect(readDraw(text)).toContain(words);
});

function drawOf(count: number, secretHex = secret): DrawRecord {
  const names = sortedNames(
    Array.from({ length: count }, (_, at) =>
      toHex(hash(Uint8Array.of(at >> 8, at & 255))).slice(0, 16),
    ),
  );
  const facts: DrawFacts = {
    version: 1,
    event,
    commitment: toHex(commitmentTo(hash, event, fromHex(secretHex))),
    root: toHex(rootOf(hash, names)),
    entrants: count,
    secret: secretHex,
  };
  const numberAt = numbersOf(hash, seedOf(hash, facts), count);
  return { facts, entries: names.map((name, at) => ({ name, number: numberAt(at) })) };
}

function withFacts({ facts, entries }: DrawRecord, changed: Partial<DrawFacts>): DrawRecord {
  return { facts: { ...facts, ...changed }, entries };
}
