import { describe, expect, it } from 'vitest';
import {
  type Column,
  curveVerdicts,
  percentile,
  type Round,
  tableOf,
  verdicts,
} from '../../scripts/bench/seatmap/figures.ts';
import { readOptions } from '../../scripts/bench/seatmap/options.ts';

const round = (changes: Partial<Round> = {}): Round => ({
  firstPaint: 100,
  frame: 16.7,
  busy: 2,
  idleShown: 33,
  oneWork: 3,
  oneShown: 33,
  manyWork: 12,
  manyShown: 33,
  nodes: 150,
  ...changes,
});
const slow = round({
  firstPaint: 400,
  frame: 50,
  busy: 20,
  oneWork: 9,
  oneShown: 50,
  manyWork: 60,
});
const columns = (ours: Partial<Round> = {}): readonly Column[] => [
  { way: 'ours', rounds: [round(ours)] },
  { way: 'dom', rounds: [{ ...slow, nodes: 50_010, manyShown: 120 }] },
  { way: 'konva', rounds: [{ ...slow, firstPaint: 4_000, nodes: 12, manyShown: 90 }] },
];

describe('the options of the bench', () => {
  it('have defaults, and are parsed', () => {
    const defaults = { runs: 3, seats: [1_000, 10_000, 50_000], json: null, check: false };
    expect(readOptions([])).toEqual(defaults);
    expect(readOptions(['--runs=5', '--seats', '500,2000', '--check', '--json', 'x'])).toEqual({
      runs: 5,
      seats: [500, 2_000],
      json: 'x',
      check: true,
    });
    expect(readOptions(['--help'])).toBeNull();
  });

  it.each([
    '--runs=0',
    '--runs=21',
    '--seats=0',
    '--seats=1e9',
    '--seats=many',
    '--json=',
    '--fast',
  ])('refuse %s with the reason', (argument) => {
    expect(typeof readOptions([argument])).toBe('string');
  });
});

it('a percentile is the value that this share does not exceed', () => {
  const values = [5, 1, 4, 2, 3];
  expect([0.2, 0.5, 0.95, 1].map((share) => percentile(values, share))).toEqual([1, 3, 5, 5]);
  expect(() => percentile([], 0.5)).toThrow();
});

describe('the verdicts', () => {
  const missed = (seats: number, ours: Partial<Round> = {}) =>
    verdicts(seats, columns(ours)).flatMap(({ isMet, words }) => (isMet ? [] : [words]));

  it('are met if ours is the fastest in all, even with more nodes than the others', () => {
    expect(verdicts(10_000, columns())).toHaveLength(7);
    expect(missed(10_000)).toEqual([]);
    expect(missed(50_000)).toEqual([]);
  });

  it('name the figures that are slower than the best of the others', () => {
    expect(missed(10_000, { firstPaint: 500 })).toEqual([
      '10000 seats, First paint, ms: ours 500, the best of the others 400',
    ]);
  });

  it('require a change of 50,000 seats within one frame', () => {
    expect(missed(50_000, { manyWork: 17 })).toEqual([
      "50000 seats, the dearest change took 17.0 ms of a frame's 16.7",
    ]);
    expect(missed(10_000, { manyWork: 17 })).toEqual([]);
  });

  it('allow a curved hall half as much time again as a grid', () => {
    const missedOf = (ours: Partial<Round>) =>
      curveVerdicts(50_000, columns(ours), columns()).filter(({ isMet }) => !isMet);
    expect(missedOf({ firstPaint: 150, frame: 33.3 })).toEqual([]);
    expect(missedOf({ firstPaint: 151 }).map(({ words }) => words)).toEqual([
      '50000 seats, First paint, ms: on curves 151, on a grid 100 (×1.5)',
    ]);
  });

  it('ignore small seat maps, where any rendering is fast enough', () => {
    expect(verdicts(1_000, columns())).toEqual([]);
  });
});

it('the table has a line per figure, and ratios to ours', () => {
  const [head, first] = tableOf(columns()).split('\n');
  expect(head?.trim().split(/ +/)).toEqual(['ours', 'dom', 'konva']);
  expect(first?.split(/ {3,}/)).toEqual(['First paint, ms', '100', '400 ×4.0', '4000 ×40.0']);
});
