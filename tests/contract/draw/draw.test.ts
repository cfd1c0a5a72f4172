import { createHash } from 'node:crypto';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { expect, test } from 'vitest';
import { momentOf, roundFrom } from '../../../contract/draw/beacon.ts';
import { isBeacon } from '../../../contract/draw/beacon-signature.ts';
import { checkDraw, type DrawTools, provePlace } from '../../../contract/draw/check.ts';
import { fromHex, type Hash, toHex } from '../../../contract/draw/hashing.ts';
import { pathOf, rootOf, treeOf } from '../../../contract/draw/list.ts';
import { commitmentTo, numbersOf, seedOf } from '../../../contract/draw/order.ts';
import {
  type DrawFacts,
  type DrawRecord,
  readDraw,
  writeDraw,
} from '../../../contract/draw/record.ts';

const hash: Hash = (bytes) => createHash('sha256').update(bytes).digest();
const tools: DrawTools = {
  hash,
  isBeacon: (round, signature) => isBeacon(bls12_381.shortSignatures, hash, round, signature),
};
/** As quicknet published it. */
const beacon = {
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};
const event = 'konser-senja-jakarta';
const secret = '5e'.repeat(32);

test('a draw gives each number from 1 to the count of entrants once (§11.50)', () => {
  for (const count of [1, 2, 3, 256, 257]) {
    const numbers = drawOf(count).entries.map(({ number }) => number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  }
});

test('the order of a known draw stays as it is, or published draws could not be verified', () => {
  const { facts, entries } = drawOf(5);
  expect(entries.map(({ number }) => number)).toEqual([2, 5, 3, 4, 1]);
  expect(facts).toMatchObject({
    commitment: '7d84284fee4c6e576920bf49d6be9b782a59e9d00eac59ff027be1195d091de9',
    root: '1313d0bc0c87f34883da30607b0fc4059d6aa6d03160c04f96451ff9817e7039',
  });
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

test('the file of a draw is read as it was written, and is right (§11.52)', () => {
  const draw = drawOf(300);
  expect(readDraw(writeDraw(draw))).toEqual(draw);
  const { commitment, root } = draw.facts;
  expect(checkDraw(tools, draw, { commitment, root })).toEqual([]);
});

const zzzz = { name: 'zzzz' };
test.each<[string, (draw: DrawRecord) => DrawRecord, string[]]>([
  ['one entrant more', (draw) => withEntry(draw, 20, { ...zzzz, number: 21 }), ['count', 'list']],
  [
    'one entrant less',
    ({ facts, entries }) => ({ facts, entries: entries.slice(1) }),
    ['count', 'list'],
  ],
  ['one byte of the list', (draw) => withEntry(draw, 19, zzzz), ['list']],
  ['a name that is none', (draw) => withEntry(draw, 19, { name: 'zé' }), ['names']],
  [
    'a repeated name',
    (draw) => withEntry(draw, 1, { name: draw.entries[0]?.name ?? '' }),
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
    (draw) => {
      const [first, second] = draw.entries.map(({ number }) => ({ number }));
      return withEntry(withEntry(draw, 0, second ?? {}), 1, first ?? {});
    },
    ['order'],
  ],
])('the check names the wrong part: %s', (_, change, parts) => {
  expect(checkDraw(tools, change(drawOf(20)), {}).map(({ part }) => part)).toEqual(parts);
});

test('a draw that agrees with itself is refused if other facts were published before (§11.51)', () => {
  const { commitment, root } = drawOf(20).facts;
  const faults = checkDraw(tools, drawOf(21, { secret: 'aa'.repeat(32) }), { commitment, root });
  expect(faults.map(({ part }) => part)).toEqual(['commitment', 'list']);
});

test('a beacon of the named round enters the order, and its value is checked (§11.51)', () => {
  const draw = drawOf(20, { beacon, closed_at: instantOf(momentOf(1000) - 1) });
  expect(draw.entries).not.toEqual(drawOf(20).entries);
  expect(checkDraw(tools, draw, { round: 1000 })).toEqual([]);
  const wrong = [
    withFacts(draw, { beacon: { ...beacon, round: 1001 } }),
    withFacts(draw, { beacon: { ...beacon, signature: `00${beacon.signature.slice(2)}` } }),
    // Known before the list was closed.
    drawOf(20, { beacon, closed_at: instantOf(momentOf(1000)) }),
  ];
  for (const one of wrong) {
    expect(checkDraw(tools, one).map(({ part }) => part)).toContain('beacon');
  }
  const noted = checkDraw(tools, draw, { round: 999 }).map(({ part }) => part);
  expect(noted).toEqual(['beacon']);
});

test('the first round from an instant on is not published before it', () => {
  const at = momentOf(1000);
  expect([roundFrom(at - 1), roundFrom(at), roundFrom(at + 1)]).toEqual([1000, 1000, 1001]);
});

test('the numbers of a draw follow those who waited before it', () => {
  const draw = drawOf(20, { first: 101 });
  const numbers = draw.entries.map(({ number }) => number).toSorted((a, b) => a - b);
  expect([numbers[0], numbers.at(-1)]).toEqual([101, 120]);
  expect(checkDraw(tools, draw)).toEqual([]);
});

test('a Merkle path proves a place without the list, for every entry of lists of any length', () => {
  for (const count of [1, 2, 3, 7, 20]) {
    const { facts, entries } = drawOf(count);
    const names = entries.map(({ name }) => name);
    for (const [index, { name, number }] of entries.entries()) {
      const path = pathOf(treeOf(hash, names), index).map(toHex);
      expect(provePlace(tools, facts, { name, index, path })).toBe(number);
    }
  }
});

test('a proof for another name, index, path or secret is refused', () => {
  const { facts, entries } = drawOf(7);
  const names = entries.map(({ name }) => name);
  const path = pathOf(treeOf(hash, names), 2).map(toHex);
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
    expect(provePlace(tools, facts, wrong)).toMatchObject({ part: 'list' });
  }
  expect(provePlace(tools, { ...facts, secret: 'ab'.repeat(32) }, proof)).toMatchObject({
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

function drawOf(count: number, given: Partial<DrawFacts> = {}): DrawRecord {
  const { secret: secretHex = secret, first = 1 } = given;
  const names = Array.from({ length: count }, (_, at) =>
    toHex(hash(Uint8Array.of(at >> 8, at & 255))).slice(0, 16),
  ).sort();
  const facts: DrawFacts = {
    version: 1,
    event,
    kind: 'sale',
    closed_at: '2023-08-23T15:00:00Z',
    first,
    beacon: null,
    commitment: toHex(commitmentTo(hash, event, fromHex(secretHex))),
    root: toHex(rootOf(treeOf(hash, names))),
    entrants: count,
    secret: secretHex,
    ...given,
  };
  const placeAt = numbersOf(hash, seedOf(hash, facts), count);
  return { facts, entries: names.map((name, at) => ({ name, number: first - 1 + placeAt(at) })) };
}

function withFacts({ facts, entries }: DrawRecord, changed: Partial<DrawFacts>): DrawRecord {
  return { facts: { ...facts, ...changed }, entries };
}

/** The same draw with one entry changed, or added behind the last. */
function withEntry(
  { facts, entries }: DrawRecord,
  at: number,
  changed: Partial<DrawRecord['entries'][number]>,
): DrawRecord {
  const entry = { name: '', number: 0, ...entries[at], ...changed };
  return { facts, entries: [...entries.slice(0, at), entry, ...entries.slice(at + 1)] };
}

function instantOf(at: number): string {
  return new Date(at).toISOString();
}
