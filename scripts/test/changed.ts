import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importersOf, trackedFiles } from '../nearest-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where a whole run leaves how long each file took. */
export const timesFile = `${root}node_modules/.cache/roetix-test-times.json`;

/** Of the two minutes that the tests of a change may take, lint and types use the rest. */
const budgetMs = 80_000;
const unknownFileMs = 2_000;

export interface ChangedTests {
  /** The commit that the work tree was compared with, and the files that differ. */
  readonly base: string;
  readonly files: readonly string[];
  /** The test files that the change can break, nearest first, as many as two minutes hold. */
  readonly tests: readonly string[];
  readonly leftOut: readonly string[];
}

/** What a change can break, by imports: of the work tree against `base`, or, where nothing differs from HEAD, of the last commit. */
export function changedTests(base: string | undefined, lanes: number): ChangedTests {
  const against = base ?? (filesSince('HEAD').length > 0 ? 'HEAD' : 'HEAD~1');
  const files = filesSince(against);
  const steps = importersOf(files);
  const isTest = (file: string) =>
    /^tests\/.*\.test\.tsx?$/.test(file) && !file.startsWith('tests/architecture/');
  const reached = [...steps.keys()].filter(isTest);
  const nearest = reached.toSorted((a, b) => (steps.get(a) ?? 0) - (steps.get(b) ?? 0));
  // Rules over the whole tree see files without importing them.
  const rules = trackedFiles.filter((file) => /^tests\/architecture\/.*\.test\.ts$/.test(file));
  const known = knownTimes();
  const tests: string[] = [];
  let left = budgetMs * lanes;
  for (const file of [...rules, ...nearest]) {
    const ms = known[file] ?? unknownFileMs;
    if (ms > left) continue;
    left -= ms;
    tests.push(file);
  }
  return { base: against, files, tests, leftOut: nearest.filter((file) => !tests.includes(file)) };
}

function filesSince(base: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

function knownTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(timesFile, 'utf8')) as Record<string, number>;
  } catch {
    // Nothing was measured on this machine yet.
    return {};
  }
}
