import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildAll } from '../../scripts/build/build-app.ts';
import { type Build, isBuildFresh } from '../../scripts/build/build-stamp.ts';
import { findChromium } from '../../tests/support/browser/browser.ts';
import { seedVariable } from '../../tests/support/browser/seed.ts';
import { type Proof, proofsOfPlaywright, proofsOfVitest } from './reports.ts';
import { faultRows } from './rows.ts';
import { catalogueTable, judge, terminalTable, withTable } from './table.ts';
import { findClaims, grepOf } from './titles.ts';

const usage = `Usage: npm run lab -- faults [OPTIONS]
  --only F05,F17  these rows alone
  --seed N        repeats the random delays and cases of an earlier run
  --docs          writes the table of docs/faults.md and runs nothing
  --help          prints this`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const docsPath = join(root, 'docs', 'faults.md');
const largestSeed = 2 ** 31 - 1;

process.chdir(root);
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seed: { type: 'string' },
    docs: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const claims = findClaims(root);
if (values.help) console.log(usage);
else if (values.docs) {
  writeFileSync(
    docsPath,
    withTable(readFileSync(docsPath, 'utf8'), catalogueTable(faultRows, claims)),
  );
  console.log('docs/faults.md is up to date.');
} else process.exitCode = await runFaults();

async function runFaults(): Promise<number> {
  const wanted = values.only?.split(',') ?? faultRows.map(({ id }) => id);
  const rows = faultRows.filter(({ id }) => wanted.includes(id));
  const seed = values.seed === undefined ? randomSeed() : Number(values.seed);
  const hasSeed = Number.isInteger(seed) && seed >= 0 && seed <= largestSeed;
  if (rows.length !== wanted.length || !hasSeed) {
    console.error(`${usage}\nRows are F01 to F${faultRows.length}, a seed is a whole number.`);
    return 2;
  }
  const ids = rows.map(({ id }) => id);
  const files = [...claims]
    .filter(([, claimed]) => ids.some((id) => claimed.has(id)))
    .map(([file]) => file);
  const journeys = files.filter((file) => file.endsWith('.spec.ts'));
  const units = files.filter((file) => !file.endsWith('.spec.ts'));
  console.log(
    `Seed ${seed}: ${rows.length} rows in ${units.length} files of tests and ${journeys.length} of browser journeys.`,
  );

  const reports = mkdtempSync(join(tmpdir(), 'roetix-faults-'));
  const proofs: Proof[] = [];
  try {
    if (units.length > 0) proofs.push(...(await runUnits(units, ids, seed, reports)));
    if (journeys.length > 0) proofs.push(...(await runJourneys(journeys, ids, seed, reports)));
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }

  const verdicts = judge(rows, proofs);
  console.log(`\n${terminalTable(verdicts).join('\n')}`);
  const bad = verdicts.filter(({ outcome }) => outcome !== 'pass');
  const again = bad.length === 0 ? '' : ` Again: npm run lab -- faults --seed ${seed}`;
  console.log(`\n${verdicts.length - bad.length} of ${verdicts.length} rows hold.${again}`);
  return bad.length === 0 ? 0 : 1;
}

async function runUnits(
  files: readonly string[],
  ids: readonly string[],
  seed: number,
  reports: string,
): Promise<Proof[]> {
  console.log('\n▶ vitest');
  const report = join(reports, 'vitest.json');
  await run(
    ['vitest', 'run', ...files, '-t', grepOf(ids), '--reporter=default', '--reporter=json'],
    [`--outputFile.json=${report}`],
    { [seedVariable]: String(seed) },
  );
  return proofsIn(report, proofsOfVitest);
}

async function runJourneys(
  files: readonly string[],
  ids: readonly string[],
  seed: number,
  reports: string,
): Promise<Proof[]> {
  console.log('\n▶ browser');
  const needed: readonly Build[] = ['client', 'server'];
  if (!buildAll(needed.filter((build) => !isBuildFresh(root, build)))) return [];
  const report = join(reports, 'playwright.json');
  await run(['playwright', 'test', ...files, '--grep', grepOf(ids), '--reporter=list,json'], [], {
    [seedVariable]: String(seed),
    CHROMIUM_PATH: await findChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  return proofsIn(report, proofsOfPlaywright);
}

/** The tests of a report; none if the runner died before it wrote one, and then its rows count as missing. */
function proofsIn(report: string, read: (text: string, root: string) => Proof[]): Proof[] {
  if (existsSync(report)) return read(readFileSync(report, 'utf8'), root);
  console.error('The tests did not run to their end; the lines above say why.');
  return [];
}

/** Runs a test runner with its output on the terminal. The report contains all that its exit code says. */
async function run(
  command: readonly string[],
  more: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn('npx', ['--no-install', ...command, ...more], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  await once(child, 'exit');
}

function randomSeed(): number {
  return Math.floor(Math.random() * largestSeed);
}
