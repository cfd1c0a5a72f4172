import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Plugin } from 'vite';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { testsByDistance, trackedFiles } from '../../scripts/nearest-tests.ts';
import config from '../../vite.config.ts';
import { machineMutationsOf } from './machine-mutations.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rooms = ['machines', 'contract', 'server', 'src'] as const;
const usage = `Usage: npm run lab -- mutate [${rooms.join('|')}…] [--file PATH] [--sample N] [--seed S] [--tests N] [--only PATH] [--minutes N]
Changes one place of a module at a time; the nearest tests must fail each time. --file takes a file, or a folder
such as machines/payment; --sample counts mutations in each room (12), --tests the test files for each (6); --only keeps the tests whose
path begins so (tests/model/payment), which measures one proof by itself.`;

/** Without behaviour of their own, or not in a product: words, samples, tools of developers, steps of the schema. */
const left = /^(?:src\/(?:text|sample|inspector)|server\/seed|contract\/texts)\//;
/** A mutation may make a test wait for an event that never comes. */
const patienceMs = 20_000;
const longestRunMs = 90_000;

type Room = (typeof rooms)[number];
interface Trial extends Mutation {
  readonly room: Room;
  readonly file: string;
  readonly source: string;
}
interface Tally {
  killed: number;
  survived: Trial[];
}

const changed: { trial: Trial | null } = { trial: null };
/** Test files that pass without a mutation. */
const sound = new Set<string>();
process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === null) return 2;
  const trials = options.rooms.flatMap((room) => chosen(room, options));
  if (trials.length === 0) {
    console.error(`No mutation in ${options.file}.\n${usage}`);
    return 2;
  }
  const vitest = await openVitest();
  try {
    return await tryAll(vitest, trials, options);
  } finally {
    await vitest.close();
  }
}

function readOptions() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        file: { type: 'string', default: '' },
        sample: { type: 'string', default: '12' },
        seed: { type: 'string', default: '1' },
        tests: { type: 'string', default: '6' },
        only: { type: 'string', default: '' },
        minutes: { type: 'string', default: '60' },
      },
    });
    const count = (name: 'sample' | 'seed' | 'tests' | 'minutes') => {
      const number = Number(values[name]);
      if (Number.isInteger(number) && number > 0) return number;
      throw new Error(`--${name} takes a whole number above 0, not '${values[name]}'.`);
    };
    const unknown = positionals.find((name) => !rooms.includes(name as Room));
    if (unknown !== undefined) throw new Error(`No room '${unknown}'.`);
    const named = rooms.filter((room) =>
      positionals.length > 0 ? positionals.includes(room) : values.file.startsWith(room),
    );
    return {
      rooms: named.length > 0 ? named : rooms,
      file: values.file,
      sample: count('sample'),
      seed: count('seed'),
      tests: count('tests'),
      only: values.only,
      minutes: count('minutes'),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`);
    return null;
  }
}
type Options = NonNullable<ReturnType<typeof readOptions>>;

/** Vitest with the projects of our configuration, each with a transform that applies the current mutation. */
function openVitest(): Promise<Vitest> {
  const mutate: Plugin = {
    name: 'mutate',
    enforce: 'pre',
    transform: (code, id) => {
      const { trial } = changed;
      if (trial === null || id.split('?')[0] !== root + trial.file) return null;
      if (code !== trial.source) throw new Error(`${trial.file} changed while the mutations ran.`);
      return code.slice(0, trial.start) + trial.replacement + code.slice(trial.end);
    },
  };
  const projects = (config.test?.projects ?? []) as { test: { name: string } }[];
  const shared = { bail: 1, maxWorkers: 1, testTimeout: patienceMs };
  return createVitest('test', {
    config: false,
    root,
    watch: false,
    ...shared,
    reporters: [{}],
    projects: projects
      .filter(({ test }) => test.name !== 'architecture')
      .map(({ test }) => ({
        plugins: [mutate],
        test: { ...test, ...shared, isolate: true },
      })),
  });
}

async function tryAll(vitest: Vitest, trials: readonly Trial[], options: Options): Promise<number> {
  const endAt = Date.now() + options.minutes * 60_000;
  const tallies = new Map<Room, Tally>();
  console.log(`${trials.length} mutations; each has to turn one of its nearest tests red.\n`);
  for (const [index, trial] of trials.entries()) {
    if (Date.now() > endAt) {
      console.log(`${options.minutes} minutes are over; ${trials.length - index} were not tried.`);
      break;
    }
    const began = Date.now();
    const tests = testsByDistance(trial.file)
      .filter((test) => test.startsWith(options.only))
      .slice(0, options.tests);
    if (tests.length === 0) {
      console.error(
        `No test file '${options.only}…' imports ${trial.file}, directly or through others.`,
      );
      return 2;
    }
    const killer = await killerOf(vitest, trial, tests);
    const tally = tallies.get(trial.room) ?? { killed: 0, survived: [] };
    tallies.set(trial.room, tally);
    if (killer === null) tally.survived.push(trial);
    else tally.killed += 1;
    const mark = killer === null ? '✘ SURVIVED' : '✔';
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`${mark} ${index + 1}/${trials.length} ${wordsOf(trial)}  (${seconds} s)`);
    console.log(`    ${killer ?? `unnoticed by ${tests.length} test files: ${tests.join(' ')}`}`);
  }
  console.log('\nroom       killed  survived  score');
  for (const [room, { killed, survived }] of tallies) {
    const score = Math.round((100 * killed) / (killed + survived.length));
    const cells = [room.padEnd(9), String(killed).padStart(7), String(survived.length).padStart(9)];
    console.log(`${cells.join(' ')} ${String(score).padStart(5)}%`);
  }
  const survivors = [...tallies.values()].flatMap(({ survived }) => survived);
  for (const survivor of survivors) console.log(`✘ ${wordsOf(survivor)}`);
  return survivors.length === 0 ? 0 : 1;
}

/** The first failure that a mutation causes, or null; a test file that fails without it proves nothing and is an error. */
async function killerOf(vitest: Vitest, trial: Trial, tests: readonly string[]) {
  for (const group of [tests.slice(0, 2), tests.slice(2)]) {
    if (group.length === 0) continue;
    changed.trial = trial;
    vitest.invalidateFile(root + trial.file);
    const failure = await firstFailure(vitest, group);
    changed.trial = null;
    vitest.invalidateFile(root + trial.file);
    if (failure === null) continue;
    await proveSound(vitest, failure.file);
    return failure.words;
  }
  return null;
}

async function proveSound(vitest: Vitest, file: string): Promise<void> {
  if (sound.has(file)) return;
  const failure = await firstFailure(vitest, [file]);
  if (failure !== null)
    throw new Error(`Fails without a mutation: ${failure.words}. Mend it first.`);
  sound.add(file);
}

async function firstFailure(vitest: Vitest, files: readonly string[]) {
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
    files.includes(moduleId.slice(root.length)),
  );
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    endWorkers();
  }, longestRunMs);
  const run = await vitest
    .rerunTestSpecifications(specifications)
    .finally(() => clearTimeout(timer));
  if (isOver) return { file: files[0] ?? '', words: 'the tests did not end' };
  // Vitest returns the modules of earlier runs too, with their old results.
  const modules = run.testModules.filter(({ moduleId }) =>
    files.includes(moduleId.slice(root.length)),
  );
  return modules.map(failureOf).find((failure) => failure !== null) ?? null;
}

/** Ends the test processes of this run: one that loops without end takes no message. */
function endWorkers(): void {
  const own = execFileSync('pgrep', ['-P', String(process.pid), '-f', 'vitest'], {
    encoding: 'utf8',
  });
  for (const pid of own.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
}

function failureOf(module: TestModule): { file: string; words: string } | null {
  const file = module.moduleId.slice(root.length);
  for (const test of module.children.allTests()) {
    if (test.result().state === 'failed') return { file, words: `${file}: ${test.name}` };
  }
  return module.state() === 'failed' ? { file, words: `${file}: does not load` } : null;
}

/** The sample of a room, the same for the same seed. */
function chosen(room: Room, { file: under, sample, seed }: Options): readonly Trial[] {
  const files = trackedFiles.filter(
    (file) => file.startsWith(`${room}/`) && !left.test(file) && file.startsWith(under),
  );
  const all = files.flatMap((file): Trial[] => {
    const source = readFileSync(root + file, 'utf8');
    const isTable = room === 'machines' && !file.endsWith('.rules.ts');
    const mutations = isTable ? machineMutationsOf(source) : mutationsOf(source, file);
    return mutations.map((mutation) => ({ ...mutation, room, file, source }));
  });
  let state = seed;
  // The generator of Lehmer: enough to choose, and equal everywhere.
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  random();
  return all
    .map((trial) => ({ trial, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, sample)
    .map(({ trial }) => trial);
}

function wordsOf({ kind, file, line, what }: Trial): string {
  return `${kind} at ${file}:${line}  ${what}`;
}
