import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  findChromium,
  locateChromium,
  MissingChromiumError,
} from '../../tests/support/browser/browser.ts';
import { slownessVariable } from '../../tests/support/slowness.ts';
import { type Cluster, NoPostgresError, startCluster } from '../postgres/cluster.ts';
import { type Calibration, calibrate } from './calibrate.ts';
import { changedTests, timesFile } from './changed.ts';
import { playwrightReport } from './playwright-report.ts';
import { noTests, type StageReport, timeTable } from './stage-report.ts';
import { reportVariable } from './vitest-report.ts';

const usage = `Usage: npm test [-- STAGE…] [-- --quick] [-- --changed [--since COMMIT]]
Without words: all stages. --quick: what most mistakes break. --changed: what the difference to a commit can break (HEAD; the last commit
where nothing differs), in two minutes.`;

interface Stage {
  readonly name: string;
  start(): Promise<StageResult>;
}

interface StageResult extends StageReport {
  readonly isOk: boolean;
}

/** What this run takes: which stages, which test files, and what it leaves out. */
interface Plan {
  readonly stages: readonly string[];
  /** Arguments of Vitest that choose files; none chooses all. */
  readonly files: readonly string[];
  readonly leftOut: string[];
}

const reports = mkdtempSync(join(tmpdir(), 'roetix-test-'));
const vitestReport = join(reports, 'vitest.json');
const playwrightJson = join(reports, 'playwright.json');

const checks: Stage[][] = [
  [{ name: 'lint', start: () => runScript('lint') }],
  [{ name: 'types', start: () => runScript('types') }],
  [
    { name: 'build', start: () => runScript('build') },
    { name: 'size', start: () => runFile('scripts/build/first-load.ts') },
    { name: 'browsers', start: () => runFile('scripts/build/browser-check.ts') },
    { name: 'build:qa', start: () => runFile('scripts/build/build.ts', 'qa') },
  ],
];
const stageNames = [...checks.flat().map(({ name }) => name), 'vitest', 'browser'];

/** The rooms of `--quick`, as arguments of Vitest, and the words for what it leaves out. */
const quickFiles = [
  '--exclude=tests/contract/hostile-input.test.ts',
  'tests/contract/',
  'tests/machines/',
  'tests/src/app/',
  'tests/src/effects/',
  'tests/src/text/',
  'tests/src/ui/',
  'tests/server/domain/order/drafts.test.ts',
];
const quickLeavesOut =
  'lint, types and builds; the browser; models, screens, architecture, faults, hostile inputs, and the server but for its drafts';

let machine: Calibration = { cores: 1, slowness: 1 };
try {
  process.exitCode = await main(process.argv.slice(2));
} finally {
  rmSync(reports, { recursive: true, force: true });
}

async function main(args: string[]): Promise<number> {
  let plan: Plan;
  try {
    plan = planOf(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    return 2;
  }
  const testsRun = ['vitest', 'browser'].some((name) => plan.stages.includes(name));
  if (testsRun) {
    machine = await calibrate();
    process.env[slownessVariable] = machine.slowness.toFixed(2);
    console.log(
      `${machine.cores} ${machine.cores === 1 ? 'core' : 'cores'}, ${machine.slowness.toFixed(1)} times the time of the reference: limits grow by that.`,
    );
  }
  if (plan.stages.indexOf('browser') > 0) warnEarly();
  return runStages(plan, testsRun);
}

/** Throws a sentence where the words of the command fit nothing. */
function planOf(args: string[]): Plan {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      changed: { type: 'boolean', default: false },
      since: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !stageNames.includes(name));
  if (unknown !== undefined) {
    throw new Error(`No stage '${unknown}'; there are ${stageNames.join(', ')}.`);
  }
  if (values.quick) return { stages: ['vitest'], files: quickFiles, leftOut: [quickLeavesOut] };
  if (!values.changed) {
    const stages = stageNames.filter(
      (name) => positionals.length === 0 || positionals.includes(name),
    );
    const leftOut = stageNames.filter((name) => !stages.includes(name));
    return {
      stages,
      files: [],
      leftOut: leftOut.length > 0 ? [`the stages ${leftOut.join(', ')}`] : [],
    };
  }
  const { base, files, tests, leftOut } = changedTests(values.since, 2);
  console.log(
    `${files.length} files differ from ${base}; ${tests.length} test files see them within two minutes.`,
  );
  return {
    stages: ['lint', 'types', 'vitest'],
    files: tests,
    leftOut: [
      'builds, sizes and the browser',
      ...(leftOut.length > 0
        ? [
            `${leftOut.length} test files that see the change from further away: ${leftOut.slice(0, 5).join(' ')}${leftOut.length > 5 ? ' …' : ''}`,
          ]
        : []),
    ],
  };
}

async function runStages(plan: Plan, testsRun: boolean): Promise<number> {
  const results: StageResult[] = [];
  const steps = stepsOf(plan);
  for (const [index, lanes] of steps.entries()) {
    const names = lanes.map((lane) => lane.map(({ name }) => name).join(', then '));
    console.log(`\n▶ ${names.join(' and ')} (${index + 1} of ${steps.length})`);
    results.push(...(await Promise.all(lanes.map(runLane))).flat());
    if (results.some(({ isOk }) => !isOk)) break;
  }
  const all = <Key extends 'skipped' | 'failures' | 'files' | 'tests'>(key: Key) =>
    results.flatMap((result) => result[key] as StageReport[Key][number][]) as StageReport[Key];
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  // A stage can fail without a failed test, and the last line must not hide it.
  let failed = results.reduce((sum, one) => sum + Math.max(one.failed, one.isOk ? 0 : 1), 0);
  if (testsRun && failed === 0 && passed === 0) {
    console.error('No test ran.');
    failed = 1;
  }
  if (all('tests').length > 0)
    console.log(`\n${timeTable({ files: all('files'), tests: all('tests') }).join('\n')}`);
  if (failed === 0 && plan.files.length === 0) keepTimes(results);
  const leftOut = [...plan.leftOut, ...all('skipped').map((title) => `the test ${title}`)];
  if (leftOut.length > 0) console.log(`\nLeft out: ${leftOut.join('; ')}.`);
  // Once more at the end: of a long log often only the end is kept.
  for (const { title, reason } of all('failures')) console.log(`\n✘ ${title}\n${reason}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** Steps run one after the other, their lanes side by side, the stages of a lane one after the other. */
function stepsOf(plan: Plan): Stage[][][] {
  const vitest = { name: 'vitest', start: () => runVitest(plan) };
  const browser = { name: 'browser', start: runBrowserTests };
  const isChosen = ({ name }: Stage) => plan.stages.includes(name);
  // One core runs one thing at a time, and two are full with Vitest alone: side by side, each lane only waits for the other.
  const checkLanes = machine.cores > 1 ? checks : [checks.flat()];
  const testLanes = machine.cores > 3 ? [[vitest], [browser]] : [[vitest, browser]];
  return [checkLanes, testLanes]
    .map((step) => step.map((lane) => lane.filter(isChosen)).filter((lane) => lane.length > 0))
    .filter((step) => step.length > 0);
}

/** Runs the stages of a lane up to the first that fails. */
async function runLane(lane: Stage[]): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const { name, start } of lane) {
    const startedAt = performance.now();
    const result = await start();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `${result.isOk ? '✔' : '✘'} ${name} ${result.isOk ? 'passed' : 'failed'} in ${seconds} s`,
    );
    results.push(result);
    if (!result.isOk) break;
  }
  return results;
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

async function runVitest(plan: Plan): Promise<StageResult> {
  const given = process.env.TEST_POSTGRES_URL;
  const cluster = given === undefined ? await ownCluster(plan) : null;
  const url = given ?? cluster?.url;
  // The cluster is removed after the tests have ended, also when Ctrl+C ended them.
  const stay = () => {};
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stay);
  try {
    const code = await run(
      'npx',
      [
        '--no-install',
        'vitest',
        'run',
        '--reporter=./scripts/test/vitest-report.ts',
        '--reporter=./tests/support/model/transition-report.ts',
        ...plan.files,
      ],
      { [reportVariable]: vitestReport, ...(url === undefined ? {} : { TEST_POSTGRES_URL: url }) },
    );
    return withReport(code, () => JSON.parse(readFileSync(vitestReport, 'utf8')) as StageReport);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stay);
    await cluster?.drop();
  }
}

/** A throw-away PostgreSQL server for the tests that need one; null where this machine starts none, which the end of the run says. */
async function ownCluster({ leftOut }: Plan): Promise<Cluster | null> {
  try {
    return await startCluster({ durable: false });
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error;
    leftOut.push(`the tests of tests/server/postgres, since ${error.message}`);
    return null;
  }
}

async function runBrowserTests(): Promise<StageResult> {
  let chromiumPath: string;
  try {
    chromiumPath = await findChromium();
  } catch (error) {
    if (!(error instanceof MissingChromiumError)) throw error;
    console.error(error.message);
    return { ...noTests, isOk: false };
  }
  const code = await run('npx', ['--no-install', 'playwright', 'test', '--reporter=line,json'], {
    CHROMIUM_PATH: chromiumPath,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightJson,
  });
  return withReport(code, () => playwrightReport(readFileSync(playwrightJson, 'utf8')));
}

async function runScript(name: string): Promise<StageResult> {
  const code = await run('npm', ['run', '--silent', name]);
  return { ...noTests, isOk: code === 0 };
}

async function runFile(...words: string[]): Promise<StageResult> {
  const code = await run('npx', ['--no-install', 'tsx', ...words]);
  return { ...noTests, isOk: code === 0 };
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

function withReport(code: number, read: () => StageReport): StageResult {
  try {
    return { isOk: code === 0, ...read() };
  } catch (error) {
    console.error(
      `The report could not be read: ${error instanceof Error ? error.message : error}`,
    );
    return { ...noTests, isOk: false };
  }
}

/** What `--changed` goes by the next time. */
function keepTimes(results: readonly StageResult[]): void {
  const files = results.flatMap((result) => result.files).filter(({ room }) => room !== 'browser');
  if (files.length === 0) return;
  mkdirSync(dirname(timesFile), { recursive: true });
  writeFileSync(
    timesFile,
    JSON.stringify(Object.fromEntries(files.map((one) => [one.file, one.setUpMs + one.testMs]))),
  );
}
