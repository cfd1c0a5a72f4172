import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findChromium,
  locateChromium,
  MissingChromiumError,
} from '../../tests/support/browser/browser.ts';
import { type Cluster, NoPostgresError, startCluster } from '../postgres/cluster.ts';
import { countPlaywright, countVitest, type TestCounts } from './test-counts.ts';

interface StageResult extends TestCounts {
  isOk: boolean;
}

interface Stage {
  name: string;
  start(): Promise<StageResult>;
}

const reports = mkdtempSync(join(tmpdir(), 'roetix-test-'));
const vitestReport = join(reports, 'vitest.json');
/** What a run without a failure still did not try, for its end. */
const leftOut: string[] = [];
const playwrightReport = join(reports, 'playwright.json');

/** Rows in the order they run; the lanes of a row run side by side, the stages of a lane one after the other. The first row with a failure ends the run. */
const STEPS: Stage[][][] = [
  [
    [{ name: 'lint', start: () => runScript('lint') }],
    [{ name: 'types', start: () => runScript('types') }],
    [
      { name: 'build', start: () => runScript('build') },
      { name: 'size', start: () => runScript('size') },
      { name: 'build:qa', start: () => runScript('build:qa') },
    ],
  ],
  // A browser mostly waits.
  [[{ name: 'vitest', start: runVitest }], [{ name: 'browser', start: runBrowserTests }]],
];

try {
  process.exitCode = await runStages(process.argv.slice(2));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function runStages(chosen: string[]): Promise<number> {
  const names = STEPS.flat(2).map((stage) => stage.name);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    console.error(`No stage '${unknown}'; there are ${names.join(', ')}.`);
    return 2;
  }
  const steps = STEPS.map((lanes) =>
    lanes
      .map((lane) => lane.filter(({ name }) => chosen.length === 0 || chosen.includes(name)))
      .filter((lane) => lane.length > 0),
  ).filter((lanes) => lanes.length > 0);
  const stages = steps.flat(2);
  if (stages.findIndex(({ name }) => name === 'browser') > 0) warnEarly();

  const total: TestCounts = { passed: 0, failed: 0, failures: [] };
  let isOk = true;
  for (const [index, lanes] of steps.entries()) {
    const told = lanes.map((lane) => lane.map(({ name }) => name).join(', then '));
    console.log(`\n▶ ${told.join(' and ')} (${index + 1} of ${steps.length})`);
    const results = (await Promise.all(lanes.map(runLane))).flat();
    for (const result of results) {
      total.passed += result.passed;
      // A stage can fail without a failed test, and the last line must not hide it.
      total.failed += result.isOk ? result.failed : Math.max(1, result.failed);
      total.failures.push(...result.failures);
      isOk &&= result.isOk;
    }
    if (!isOk) break;
  }
  const countsTests = stages.some(({ name }) => name === 'vitest' || name === 'browser');
  if (isOk && countsTests && total.passed + total.failed === 0) {
    console.error('No test ran.');
    isOk = false;
  }
  for (const words of leftOut) console.log(`\n${words}`);
  // Once more at the end: of a long log often only the end is kept.
  for (const { title, reason } of total.failures) console.log(`\n✘ ${title}\n${reason}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  return isOk && total.failed === 0 ? 0 : 1;
}

/** Runs the stages of a lane up to the first that fails. */
async function runLane(lane: Stage[]): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const stage of lane) {
    const result = await runStage(stage);
    results.push(result);
    if (!result.isOk) break;
  }
  return results;
}

async function runStage({ name, start }: Stage): Promise<StageResult> {
  const startedAt = performance.now();
  const result = await start();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${result.isOk ? '✔' : '✘'} ${name} ${result.isOk ? 'passed' : 'failed'} in ${seconds} s`,
  );
  return result;
}

// The browser comes last; a machine without one should be known minutes earlier.
function warnEarly(): void {
  try {
    locateChromium();
  } catch (error) {
    if (!(error instanceof MissingChromiumError)) throw error;
    console.error(`The last stage will fail. ${error.message}`);
  }
}

async function runVitest(): Promise<StageResult> {
  const given = process.env.TEST_POSTGRES_URL;
  const cluster = given === undefined ? await ownCluster() : null;
  const url = given ?? cluster?.url;
  // The cluster is removed after the tests have ended, also when Ctrl+C ended them.
  const stay = () => {};
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stay);
  try {
    return await runVitestOver(url === undefined ? {} : { TEST_POSTGRES_URL: url });
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stay);
    await cluster?.drop();
  }
}

/** A throw-away PostgreSQL server for the tests that need one; null where this machine starts none, which the end of the run says. */
async function ownCluster(): Promise<Cluster | null> {
  try {
    return await startCluster({ durable: false });
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error;
    leftOut.push(`The tests of tests/server/postgres did not run. ${error.message}`);
    return null;
  }
}

async function runVitestOver(env: Record<string, string>): Promise<StageResult> {
  const args = [
    '--no-install',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=./tests/support/model/transition-report.ts',
    '--reporter=json',
  ];
  const code = await run('npx', [...args, `--outputFile.json=${vitestReport}`], env);
  return withCounts(code, vitestReport, countVitest);
}

async function runBrowserTests(): Promise<StageResult> {
  let chromiumPath: string;
  try {
    chromiumPath = await findChromium();
  } catch (error) {
    if (!(error instanceof MissingChromiumError)) throw error;
    console.error(error.message);
    return { isOk: false, passed: 0, failed: 0, failures: [] };
  }
  const code = await run('npx', ['--no-install', 'playwright', 'test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromiumPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
  });
  return withCounts(code, playwrightReport, countPlaywright);
}

async function runScript(name: string): Promise<StageResult> {
  const code = await run('npm', ['run', '--silent', name]);
  return { isOk: code === 0, passed: 0, failed: 0, failures: [] };
}

async function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

function withCounts(
  code: number,
  reportPath: string,
  count: (report: string) => TestCounts,
): StageResult {
  try {
    return { isOk: code === 0, ...count(readFileSync(reportPath, 'utf8')) };
  } catch (error) {
    console.error(
      `The counts could not be read: ${error instanceof Error ? error.message : error}`,
    );
    return { isOk: false, passed: 0, failed: 0, failures: [] };
  }
}
