import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { StartError } from '../../../server/start-error.ts';
import { CHROMIUM_ARGS, findChromium } from '../../../tests/support/browser/browser.ts';
import { laboratory, Misunderstood, readOptions } from '../../shared/laboratory.ts';
import { curveVerdicts, judgedAt, type Round, tableOf, verdicts } from './figures.ts';
import { measureRound } from './measure.ts';
import type { HallKind } from './page/make-seat-map.ts';

const ways = ['ours', 'dom', 'svg', 'konva'] as const;

const usage = `npm run lab -- bench/seatmap [OPTIONS]
  --runs N       measured rounds of each drawing, 1 to 20 (3)
  --seats LIST   numbers of seats, with commas (1000,10000,50000)
  --json FILE    also writes every figure to FILE
  --check        exits with 1 when a target is missed`;

const mostSeats = 200_000;

await laboratory(usage, async (args) => {
  const texts = { seats: '1000,10000,50000', json: null };
  const given = readOptions(args, { runs: [3, 1, 20] }, texts, ['check']);
  const seats = (given.seats ?? '').split(',').map(Number);
  if (!seats.every((count) => Number.isInteger(count) && count > 0 && count <= mostSeats))
    throw new Misunderstood(
      `--seats takes whole numbers from 1 to ${mostSeats}, not '${given.seats}'.`,
    );
  const chromiumPath = await findChromium();
  const folder = mkdtempSync(join(tmpdir(), 'roetix-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  console.log('Making the page…');
  const server = await servePage(folder);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    return await bench({ ...given, seats }, browser, server.origin);
  } finally {
    await browser.close();
    await server.close();
  }
});

interface Options {
  readonly runs: number;
  readonly seats: readonly number[];
  readonly json: string | null;
  readonly check: boolean;
}

/** Builds the page like the product, and serves it. */
async function servePage(folder: string) {
  process.env.NODE_ENV = 'production';
  const settings = {
    configFile: false,
    root: fileURLToPath(new URL('./page', import.meta.url)),
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1_000,
    },
  } as const;
  await build({ ...settings, plugins: [react()] });
  const server = await preview({
    ...settings,
    preview: { host: '127.0.0.1', port: Number(process.env.PORT ?? 0) },
  });
  const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (origin === undefined) throw new StartError('The page is not served.');
  return { origin, close: () => server.close() };
}

interface Hall {
  readonly seats: number;
  readonly hall: HallKind;
}

/** A hall on a grid; a large one on curves too. */
function hallsOf(seats: number): readonly Hall[] {
  const grid = { seats, hall: 'grid' } as const;
  return seats < judgedAt ? [grid] : [grid, { seats, hall: 'curved' }];
}

function nameOf({ seats, hall }: Hall): string {
  return hall === 'grid' ? `${seats} seats` : `${seats} seats on curves`;
}

async function bench(options: Options, browser: Browser, origin: string): Promise<boolean> {
  const busyAtStart = loadavg()[0] ?? 0;
  const seatMaps: (Hall & { readonly columns: { way: string; rounds: Round[] }[] })[] = [];
  const halls = options.seats.flatMap((seats) => hallsOf(seats));
  for (const { seats, hall } of halls) {
    const columns = ways.map((way) => ({ way, rounds: [] as Round[] }));
    for (let round = 1; round <= options.runs; round += 1) {
      for (const { way, rounds } of columns) {
        const measured = await measureRound(browser, origin, way, seats, hall);
        rounds.push(measured);
        console.log(
          `${nameOf({ seats, hall })}, round ${round} of ${options.runs}: ${way.padEnd(5)} first paint ${Math.round(measured.firstPaint)} ms, p95 frame ${measured.frame.toFixed(1)} ms`,
        );
      }
    }
    seatMaps.push({ seats, hall, columns });
  }
  for (const seatMap of seatMaps) console.log(`\n${nameOf(seatMap)}\n${tableOf(seatMap.columns)}`);
  console.log(`\n${conditions(browser, options.runs, busyAtStart)}`);
  const judged = seatMaps.flatMap(({ seats, hall, columns }) => {
    const grid = seatMaps.find((other) => other.seats === seats && other.hall === 'grid');
    const bends = hall === 'curved' && grid ? curveVerdicts(seats, columns, grid.columns) : [];
    return [...verdicts(seats, columns, nameOf({ seats, hall })), ...bends];
  });
  for (const { isMet, words } of judged) console.log(`${isMet ? '✔' : '✘'} ${words}`);
  if (options.json !== null) {
    const report = {
      at: new Date().toISOString(),
      chromium: browser.version(),
      runs: options.runs,
      processors: cpus().length,
      loadAverage: busyAtStart,
      verdicts: judged,
      seatMaps,
    };
    writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`All figures are in ${options.json}.`);
  }
  return !options.check || judged.every(({ isMet }) => isMet);
}

function conditions(browser: Browser, runs: number, load: number): string {
  const { length } = cpus();
  return [
    `Medians of ${runs} rounds, in turns, each in a page of its own; ratios to ours. Chromium ${browser.version()} without a graphics card.`,
    'Ours is the whole map of the seats page with its grid, buttons and legend; the others draw plain rectangles.',
    ...(load > length / 2
      ? [
          `This machine was busy (load ${load.toFixed(1)} on ${length} processors): the figures are noisy. Repeat it when it is idle.`,
        ]
      : []),
  ].join('\n');
}
