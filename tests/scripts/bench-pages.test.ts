import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { staticPage } from '../../scripts/bench/pages/bare-pages.ts';
import {
  figures,
  fileKinds,
  type Load,
  median,
  type Traffic,
  verdicts,
} from '../../scripts/bench/pages/figures.ts';
import { readOptions } from '../../scripts/bench/pages/options.ts';
import { tableOf } from '../../scripts/bench/pages/table.ts';

const nothing = Object.fromEntries(
  fileKinds.map((kind) => [kind, { bytes: 0, requests: 0 }]),
) as Record<(typeof fileKinds)[number], Traffic>;

function load(changes: Partial<Load> = {}): Load {
  return {
    serverAnswer: 10,
    document: 180,
    firstPaint: 400,
    firstContent: 400,
    ownContent: 400,
    largestContent: 500,
    layoutShift: 0,
    blocking: 0,
    busy: 100,
    scripting: 0,
    laying: 0,
    traffic: { ...nothing, document: { bytes: 2345, requests: 1 } },
    ...changes,
  };
}

describe('the options of the bench', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({
      runs: 5,
      lighthouse: 3,
      json: null,
      check: false,
      event: 'konser-senja-jakarta',
    });
  });

  it('are parsed in either spelling', () => {
    const args = ['--runs=9', '--lighthouse=0', '--json', 'out.json', '--check', '--event', 'x'];
    expect(readOptions(args)).toEqual({
      runs: 9,
      lighthouse: 0,
      json: 'out.json',
      check: true,
      event: 'x',
    });
  });

  it('show the usage with --help', () => {
    expect(readOptions(['--help'])).toBeNull();
  });

  it.each(['51', '2.5', '-1', 'many', ''])('refuse %o runs of Lighthouse', (runs) => {
    expect(readOptions([`--lighthouse=${runs}`])).toContain('from 0 to 50');
  });

  it.each(['0', '51', '2.5', '-1', 'many', ''])('refuse %o runs', (runs) => {
    expect(readOptions([`--runs=${runs}`])).toContain('from 1 to 50');
  });

  it.each([['--fast'], ['home'], ['--json'], ['--json=']])(
    'refuse %s with the reason',
    (argument) => {
      expect(readOptions([argument])).toContain(argument.replace('=', ''));
    },
  );
});

describe('median', () => {
  it('is the middle value, or the mean of the two in the middle', () => {
    expect(median([9, 100, 1])).toBe(9);
    expect(median([4, 100, 1, 2])).toBe(3);
    expect(median([7])).toBe(7);
  });

  it('does not reorder its input', () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
  });

  it('refuses an empty list', () => {
    expect(() => median([])).toThrow('no values');
  });
});

describe('the verdicts', () => {
  const judge = (event: Partial<Load>) =>
    verdicts({
      event: [load(event)],
      still: [load({ firstPaint: 400, firstContent: 400, busy: 100 })],
      react: [load({ firstPaint: 500, firstContent: 950 })],
    }).map(({ isMet }) => isMet);
  const met = { firstContent: 520, ownContent: 499, busy: 250, blocking: 250 };

  it('allow each figure up to its target', () => {
    expect(judge(met)).toEqual([true, true, true, true, true]);
  });

  it.each([
    ['the first content at most 1.3 times the time of the static page', { firstContent: 521 }, [0]],
    ['own content at most 1.5 times its first paint', { ownContent: 601 }, [1, 2]],
    ['own content only before the first paint of the empty page', { ownContent: 500 }, [2]],
    ['at most 2.5 times its work', { busy: 251 }, [3]],
    ['at most 250 ms of blocked main thread', { blocking: 251 }, [4]],
  ])('allow %s', (_target, missed, places) => {
    const judged = judge({ ...met, ...missed });
    expect(judged.flatMap((isMet, place) => (isMet ? [] : [place]))).toEqual(places);
  });

  it('use medians, so that one slow load does not count', () => {
    const event = [load({ firstContent: 400 }), load({ firstContent: 9000 }), load()];
    const [first] = verdicts({ event, still: [load()], react: [load()] });
    expect(first?.isMet).toBe(true);
    expect(first?.words).toContain('400 ms, 1.00 times');
  });
});

describe('the table', () => {
  const columns = [
    { name: 'static HTML', loads: [load({ firstContent: 300 }), load({ firstContent: 500 })] },
    {
      name: '/event',
      loads: [load({ firstContent: 500, layoutShift: 0.0123 }), load({ firstContent: 700 })],
    },
  ];
  const lines = tableOf(columns).split('\n');

  it('names its columns and every figure', () => {
    expect(lines[0]?.trim().split(/\s{2,}/)).toEqual(['static HTML', '/event']);
    for (const { name } of figures)
      expect(lines.filter((line) => line.startsWith(name))).not.toEqual([]);
  });

  it('shows medians with the ratio to the first column, and their range', () => {
    const at = lines.findIndex((line) => line.startsWith('First content'));
    expect(lines[at]).toMatch(/ 400 ms +600 ms +×1\.50$/);
    expect(lines[at + 1]).toMatch(/^ {2}from–to +300–500 ms +500–700 ms$/);
  });

  it('shows no ratio without two values', () => {
    const shift = lines.find((line) => line.startsWith('Layout shift'));
    expect(shift).toMatch(/ 0\.000 +0\.006$/);
    expect(lines.find((line) => line.startsWith('Transferred'))).toMatch(/ 2\.3 kB +2\.3 kB$/);
  });

  it('has aligned columns', () => {
    const ends = ['Server answered', 'Main thread at work'].map((name) =>
      lines.find((line) => line.startsWith(name))?.indexOf(' ms'),
    );
    expect(ends[0]).toBe(ends[1]);
  });
});

describe('the static page', () => {
  const shell = readFileSync('scripts/bench/pages/react-page/index.html', 'utf8');
  const page = staticPage(shell, {
    poster: { src: '/media/a.svg?b=1&c="2"', width: 360, height: 203 },
    blocks: [
      { tag: 'h1', words: 'Dari <Rp1> & $& naik' },
      { tag: 'p', words: 'Sore' },
    ],
  });

  it('has the escaped content in place of the root', () => {
    expect(page).toContain('<h1>Dari &lt;Rp1&gt; &amp; $&amp; naik</h1>\n<p>Sore</p>');
    expect(page).toContain('src="/media/a.svg?b=1&amp;c=&quot;2&quot;" width="360" height="203"');
  });

  it('contains no script', () => {
    expect(page).not.toMatch(/<script|id="root"/);
  });

  it('is refused for a page of another form', () => {
    expect(() =>
      staticPage('<body></body>', { poster: { src: '', width: 0, height: 0 }, blocks: [] }),
    ).toThrow();
  });
});
