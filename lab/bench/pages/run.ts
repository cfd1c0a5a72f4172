import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { buildFolder, isBuildFresh } from '../../../scripts/build/build-stamp.ts';
import { sampleEvents } from '../../../server/seed/samples.ts';
import { StartError } from '../../../server/start-error.ts';
import { CHROMIUM_ARGS, findChromium } from '../../../tests/support/browser/browser.ts';
import { type BenchServer, startBenchServer } from '../../shared/bench-server.ts';
import { laboratory, Misunderstood, readOptions } from '../../shared/laboratory.ts';
import { buildBarePages } from './bare-pages.ts';
import { type Content, readContent } from './content.ts';
import { figures, type Load, medianOf, verdicts } from './figures.ts';
import { lighthouseVerdicts, measureLighthouse } from './lighthouse.ts';
import { cpuSlowdown, fast4g, measureLoad, phone, type Target } from './measure.ts';
import { tableOf } from './table.ts';

/** The real server with the pages of a folder under /bench/. */
const serveScript = fileURLToPath(new URL('./serve.ts', import.meta.url));

const root = fileURLToPath(new URL('../../..', import.meta.url));
const usage = `npm run lab -- bench/pages [OPTIONS]
  --runs N        measured loads of each page, 1 to 50 (5)
  --event SLUG    event of the seed whose page is measured (konser-senja-jakarta)
  --lighthouse N  runs of Lighthouse for each page, 0 to 50 (3)
  --json FILE     also writes every figure to FILE
  --check         exits with 1 when a target is missed`;

await laboratory(usage, async (args) => {
  const texts = { event: 'konser-senja-jakarta', json: null };
  const numbers = { runs: [5, 1, 50], lighthouse: [3, 0, 50] } as const;
  const options = readOptions(args, numbers, texts, ['check']);
  const event = sampleEvents().find(({ slug }) => slug === options.event);
  if (event === undefined) {
    const known = sampleEvents().map(({ slug }) => slug);
    throw new Misunderstood(
      `The seed has no event '${options.event}'; it has ${known.join(', ')}.`,
    );
  }
  const files = [
    join(root, buildFolder('client'), 'index.html'),
    join(root, buildFolder('server'), 'server-entry.js'),
  ];
  if (!files.every((file) => existsSync(file)))
    throw new StartError('The app has not been built. Make a build with: npm run build');
  if (!isFresh()) {
    console.error(
      'The build is older than its sources: these are the figures of the old one. Renew it with: npm run build',
    );
  }
  const chromiumPath = await findChromium();
  return withServer(async (server, folder) => {
    const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
    try {
      const { slug, name } = event;
      return await bench(
        { ...options, event: slug },
        name,
        { browser, chromiumPath },
        server,
        folder,
      );
    } finally {
      await browser.close();
    }
  });
});

interface Options {
  readonly runs: number;
  readonly lighthouse: number;
  readonly event: string;
  readonly json: string | null;
  readonly check: boolean;
}

function isFresh(): boolean {
  return isBuildFresh(root, 'client') && isBuildFresh(root, 'server');
}

async function withServer(
  work: (server: BenchServer, folder: string) => Promise<boolean>,
): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'roetix-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  // The bundler reads it: a development build of React would distort the comparison.
  process.env.NODE_ENV = 'production';
  console.log('Starting the server…');
  const server = await startBenchServer(serveScript, { BENCH_FOLDER: folder });
  try {
    return await work(server, folder);
  } finally {
    await server.stop();
  }
}

async function bench(
  options: Options,
  name: string,
  { browser, chromiumPath }: { browser: Browser; chromiumPath: string },
  server: BenchServer,
  folder: string,
): Promise<boolean> {
  const eventPath = `/event/${options.event}`;
  console.log('Making the two bare pages…');
  await buildBarePages(await contentOf(browser, `${server.origin}${eventPath}`, name), folder);

  const heading = { selector: 'h1', words: name };
  // On a small phone the events' names on the home page are below the fold, their posters above it.
  const card = { selector: 'article :is(h2, h3, img)', words: null };
  const targets: readonly Target[] = [
    { name: 'static HTML', path: '/bench/static/', own: heading },
    { name: 'empty React', path: '/bench/react/', own: heading },
    { name: '/event', path: eventPath, own: heading },
    { name: '/', path: '/', own: card },
    { name: '/search', path: '/search', own: card },
  ];
  const busyAtStart = loadavg()[0] ?? 0;
  const columns = targets.map((target) => ({ ...target, loads: [] as Load[] }));
  // The first round warms up the server and the posters, and does not count.
  for (let round = 0; round <= options.runs; round++) {
    const label = round === 0 ? 'warming up' : `run ${round} of ${options.runs}`;
    const times: string[] = [];
    for (const column of columns) {
      const load = await measureLoad(browser, server.origin, column);
      if (round > 0) column.loads.push(load);
      times.push(`${column.name} ${Math.round(load.ownContent)}`);
    }
    console.log(`${label.padEnd(12)}  own content after ms: ${times.join(', ')}`);
  }

  const [still, react, event] = columns.map(({ loads }) => loads);
  if (still === undefined || react === undefined || event === undefined)
    throw new Error('A page to compare is missing.');
  const ofLoads = verdicts({ event, still, react }).map((verdict) => ({
    ...verdict,
    words: `${eventPath}: ${verdict.words}`,
  }));
  const lighthouse = await measureLighthouse(server.origin, ['/', eventPath, '/search'], {
    runs: options.lighthouse,
    chromium: chromiumPath,
    say: (line) => console.log(line),
  });
  const judged = [...ofLoads, ...(options.lighthouse > 0 ? lighthouseVerdicts(lighthouse) : [])];
  console.log(`\n${tableOf(columns)}\n`);
  console.log(conditions(browser, options.runs, busyAtStart));
  for (const { isMet, words } of judged) console.log(`${isMet ? '✔' : '✘'} ${words}`);
  if (options.json !== null) {
    const report = {
      at: new Date().toISOString(),
      chromium: browser.version(),
      isBuildFresh: isFresh(),
      event: options.event,
      runs: options.runs,
      line: fast4g,
      cpuSlowdown,
      phone,
      processors: cpus().length,
      loadAverage: busyAtStart,
      verdicts: judged,
      lighthouse,
      pages: columns.map(({ name, path, loads }) => ({
        name,
        path,
        medians: figures.map((figure) => ({ name: figure.name, value: medianOf(figure, loads) })),
        loads,
      })),
    };
    writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
    console.log(`All figures are in ${options.json}.`);
  }
  return !(options.check && judged.some(({ isMet }) => !isMet));
}

/** The content of the idle event page, read without throttling. */
async function contentOf(browser: Browser, address: string, name: string): Promise<Content> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    return await page.evaluate(readContent);
  } finally {
    await context.close();
  }
}

function conditions(browser: Browser, runs: number, load: number): string {
  const { length } = cpus();
  const { width, height } = phone.viewport;
  return [
    `Medians of ${runs} cold loads, in turns; ratios to the static page. Chromium ${browser.version()}, ${width}×${height},`,
    `processor ${cpuSlowdown}× slower than this machine's, Fast 4G (${(fast4g.downloadThroughput * 8) / 1e6} Mbit/s down, ${fast4g.latency} ms a request).`,
    ...(load > length / 2
      ? [
          `This machine was busy (load ${load.toFixed(1)} on ${length} processors): the figures are noisy. Repeat it when it is idle.`,
        ]
      : []),
  ].join('\n');
}
