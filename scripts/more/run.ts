import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { resetServer } from '../../tests/support/browser/app-host.ts';
import { type AppServer, startAppServer } from '../../tests/support/browser/app-server.ts';
import { bundleServer } from '../../tests/support/browser/server-bundle.ts';
import { makeDatabaseImage } from '../../tests/support/database/make-database-image.ts';
import { isBuildFresh } from '../build/build-stamp.ts';
import type { Driver } from './driver.ts';
import { type Engine, engines } from './engines.ts';
import { type Forwarder, openForwarder } from './forwarder.ts';
import { steps } from './journey.ts';
import { Page } from './page.ts';

const lanes = 2;
const help = `npm run test:more -- [ENGINE…]
  The smallest set of journeys in each browser engine of this machine, two side by side; those that are missing are named.
  Engines: ${engines.map(({ name }) => name).join(', ')}; the last two are fetched from npm, and run only when they are named.`;

type Outcome = { readonly seconds: number; readonly note?: string } | { readonly failure: string };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !engines.some((engine) => engine.name === name));

if (values.help) console.log(help);
else if (unknown !== undefined) fail(`No engine '${unknown}'.\n${help}`);
else if (!isBuildFresh('.', 'client') || !isBuildFresh('.', 'server')) {
  fail('The build is missing or older than the sources: run "npm run build" first.');
} else await main();

function fail(words: string): void {
  console.error(words);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const startedAt = performance.now();
  const wanted = engines.filter(({ name, debian }) =>
    positionals.length === 0 ? debian !== null : positionals.includes(name),
  );
  const notRun: string[] = [];
  const queue = wanted.filter((engine) => {
    const missing = engine.missing();
    if (missing !== null) {
      notRun.push(`${engine.name}, without ${missing} (apt-get install ${engine.debian})`);
    }
    return missing === null;
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));
  await Promise.all([makeDatabaseImage('seeded'), bundleServer()]);
  const outcomes = new Map<string, Map<string, Outcome>>();
  const work = async () => {
    if (queue.length === 0) return;
    const server = await startAppServer();
    try {
      for (let engine = queue.shift(); engine !== undefined; engine = queue.shift()) {
        outcomes.set(engine.name, await walk(engine, server));
      }
    } finally {
      await server.stop('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`\n${table(outcomes).join('\n')}\n`);
  const all = [...outcomes].flatMap(([name, row]) =>
    [...row].map(([step, outcome]) => ({ title: `${name}, ${step}`, outcome })),
  );
  for (const { title, outcome } of all) {
    if ('note' in outcome) console.log(`${title}: ${outcome.note}.`);
    if ('failure' in outcome) console.log(`✘ ${title}\n  ${outcome.failure}`);
  }
  if (notRun.length > 0) console.log(`Not run: ${notRun.join('; ')}.`);
  const failed = all.filter(({ outcome }) => 'failure' in outcome).length;
  console.log(`${all.length - failed} passed, ${failed} failed in ${seconds} s`);
  if (failed > 0) process.exitCode = 1;
}

/** Takes every step in one engine; none can follow one that failed. */
async function walk(engine: Engine, server: AppServer): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  await resetServer(server.url, { keep_events: true });
  const forwarder = await openForwarder(server.port);
  let driver: Driver | null = null;
  let name = 'start';
  let startedAt = performance.now();
  try {
    driver = await engine.start();
    const visit = visitOf(driver, forwarder, server);
    for (const [step, take] of [
      ['start', async () => undefined] as const,
      ...Object.entries(steps),
    ]) {
      name = step;
      const note = await take(visit);
      const seconds = (performance.now() - startedAt) / 1000;
      outcomes.set(step, { seconds, ...(typeof note === 'string' ? { note } : {}) });
      startedAt = performance.now();
      console.log(`${engine.name}: ${step}, ${seconds.toFixed(1)} s`);
    }
  } catch (error) {
    outcomes.set(name, { failure: error instanceof Error ? error.message : String(error) });
    await keepPicture(engine, driver);
  } finally {
    await driver?.close();
    await forwarder.cut();
  }
  return outcomes;
}

/** What was on the screen when a step failed. */
async function keepPicture({ name }: Engine, driver: Driver | null): Promise<void> {
  const picture = await driver?.picture().catch(() => null);
  if (!picture) return;
  mkdirSync('test-results', { recursive: true });
  writeFileSync(`test-results/more-${name}.png`, picture);
}

function visitOf(driver: Driver, forwarder: Forwarder, server: AppServer) {
  const tool = async (path: string, body?: object) => {
    const answer = await fetch(new URL(path, server.url), {
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json() as Promise<unknown>;
  };
  return { page: new Page(driver, forwarder.url), forwarder, tool, known: {} };
}

function table(outcomes: ReadonlyMap<string, ReadonlyMap<string, Outcome>>): string[] {
  const names = [...outcomes.keys()];
  const cell = (outcome: Outcome | undefined) => {
    if (outcome === undefined) return '–';
    return 'failure' in outcome ? '✘' : `${outcome.seconds.toFixed(1)} s`;
  };
  const rows = [
    ['', ...names],
    ...['start', ...Object.keys(steps)].map((step) => [
      step,
      ...names.map((name) => cell(outcomes.get(name)?.get(step))),
    ]),
  ];
  return rows.map((row) => row.map((text) => text.padStart(14)).join(''));
}
