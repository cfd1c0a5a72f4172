import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { staticPage } from '../../scripts/bench/pages/bare-pages.ts';
import * as pages from '../../scripts/bench/pages/figures.ts';
import { readOptions as readPagesOptions } from '../../scripts/bench/pages/options.ts';
import { tableOf as pagesTableOf } from '../../scripts/bench/pages/table.ts';
import * as seatmap from '../../scripts/bench/seatmap/figures.ts';

it.each([
  ...['51', '2.5', '-1', 'many', ''].map((runs) => [`--lighthouse=${runs}`, 'from 0 to 50']),
  ...['0', '51', '2.5', '-1', 'many', ''].map((runs) => [`--runs=${runs}`, 'from 1 to 50']),
  ...['--fast', 'home', '--json', '--json='].map((given) => [given, given.replace('=', '')]),
])('a bench refuses the option %s with the reason', (given = '', reason = '') => {
  expect(readPagesOptions([given])).toContain(reason);
  expect(readPagesOptions([])).toMatchObject({ runs: 5, lighthouse: 3, check: false });
});

it('the static page has the escaped content in place of the root, and no script', () => {
  const poster = { src: '/media/a.svg?b=1&c="2"', width: 360, height: 203 };
  const blocks = [{ tag: 'h1', words: 'Dari <Rp1> & $& naik' }] as const;
  const shell = readFileSync('scripts/bench/pages/react-page/index.html', 'utf8');
  const page = staticPage(shell, { poster, blocks: [...blocks] });
  expect(page).toContain('<h1>Dari &lt;Rp1&gt; &amp; $&amp; naik</h1>');
  expect(page).toContain('src="/media/a.svg?b=1&amp;c=&quot;2&quot;" width="360" height="203"');
  expect(page).not.toMatch(/<script|id="root"/);
  expect(() => staticPage('<body></body>', { poster, blocks: [] })).toThrow();
});

describe('the verdicts on a page', () => {
  const kinds = pages.fileKinds.map((kind) => [kind, { bytes: 0, requests: 0 }]);
  const load = (changes: Partial<pages.Load> = {}): pages.Load => ({
    ...{ serverAnswer: 10, document: 180, firstPaint: 400, firstContent: 400, ownContent: 400 },
    ...{ largestContent: 500, layoutShift: 0, blocking: 0, busy: 100, scripting: 0, laying: 0 },
    traffic: { ...Object.fromEntries(kinds), document: { bytes: 2345, requests: 1 } },
    ...changes,
  });
  const met = { firstContent: 520, ownContent: 499, busy: 250, blocking: 250 };

  it.each([
    ['each figure up to its target', {}, []],
    ['the first content at most 1.3 times the time of the static page', { firstContent: 521 }, [0]],
    ['own content at most 1.5 times its first paint', { ownContent: 601 }, [1, 2]],
    ['own content only before the first paint of the empty page', { ownContent: 500 }, [2]],
    ['at most 2.5 times its work', { busy: 251 }, [3]],
    ['at most 250 ms of blocked main thread', { blocking: 251 }, [4]],
  ])('allow %s', (_target, missed, places) => {
    const judged = pages.verdicts({
      event: [load({ ...met, ...missed })],
      still: [load()],
      react: [load({ firstPaint: 500, firstContent: 950 })],
    });
    expect(judged).toHaveLength(5);
    expect(judged.flatMap(({ isMet }, place) => (isMet ? [] : [place]))).toEqual(places);
  });

  it('use medians, so that one slow load does not count, and stand beside a table of them', () => {
    const event = [load({ firstContent: 400 }), load({ firstContent: 9000 }), load()];
    const [first] = pages.verdicts({ event, still: [load()], react: [load()] });
    expect(first?.isMet).toBe(true);
    expect(first?.words).toContain('400 ms, 1.00 times');
    const still = [load({ firstContent: 300 }), load({ firstContent: 500 })];
    const lines = pagesTableOf([
      { name: 'static HTML', loads: still },
      { name: '/event', loads: [load({ firstContent: 500 }), load({ firstContent: 700 })] },
    ]).split('\n');
    const at = lines.findIndex((line) => line.startsWith('First content'));
    expect(lines[at]).toMatch(/ 400 ms +600 ms +×1\.50$/);
    expect(lines[at + 1]).toMatch(/^ {2}from–to +300–500 ms +500–700 ms$/);
  });
});

describe('the verdicts on a seat map', () => {
  const round = (changes: Partial<seatmap.Round> = {}): seatmap.Round => ({
    ...{ firstPaint: 100, frame: 16.7, busy: 2, idleShown: 33, oneWork: 3, oneShown: 33 },
    ...{ manyWork: 12, manyShown: 33, nodes: 150 },
    ...changes,
  });
  const theirs = { firstPaint: 400, frame: 50, busy: 20, oneWork: 9, oneShown: 50, manyWork: 60 };
  const columns = (ours: Partial<seatmap.Round> = {}): readonly seatmap.Column[] => [
    { way: 'ours', rounds: [round(ours)] },
    { way: 'dom', rounds: [round({ ...theirs, nodes: 50_010, manyShown: 120 })] },
    { way: 'konva', rounds: [round({ ...theirs, firstPaint: 4_000, nodes: 12, manyShown: 90 })] },
  ];

  it.each([
    ['ours is the fastest in all, even with more nodes', 10_000, {}, []],
    [
      'a figure is slower than the best of the others',
      10_000,
      { firstPaint: 500 },
      ['10000 seats, First paint, ms: ours 500, the best of the others 400'],
    ],
    [
      'a change of 50,000 seats takes more than one frame',
      50_000,
      { manyWork: 17 },
      ["50000 seats, the dearest change took 17.0 ms of a frame's 16.7"],
    ],
    ['a change of fewer does', 10_000, { manyWork: 17 }, []],
  ])('name what is missed where %s', (_, seats, ours, missed) => {
    const found = seatmap.verdicts(seats, columns(ours));
    expect(found.flatMap(({ isMet, words }) => (isMet ? [] : [words]))).toEqual(missed);
    expect(found.length).toBeGreaterThan(6);
    // Small maps, which any rendering draws fast enough.
    expect(seatmap.verdicts(1_000, columns(ours))).toEqual([]);
  });

  it('allow a curved hall half as much time again as a grid', () => {
    const missedOf = (ours: Partial<seatmap.Round>) =>
      seatmap.curveVerdicts(50_000, columns(ours), columns()).filter(({ isMet }) => !isMet);
    expect(missedOf({ firstPaint: 150, frame: 33.3 })).toEqual([]);
    expect(missedOf({ firstPaint: 151 }).map(({ words }) => words)).toEqual([
      '50000 seats, First paint, ms: on curves 151, on a grid 100 (×1.5)',
    ]);
  });
});
