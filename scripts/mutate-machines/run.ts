import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { type Mutation, mutationsOf } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const usage = `Usage: npm run mutate-machines [-- --all | FLOW…]
Without arguments three of each kind and flow; a flow's name tries everything in it, --all everything everywhere.`;

/** A mutation may make a test wait for what never comes. */
const patienceMs = 20_000;

interface Trial extends Mutation {
  readonly flow: string;
  readonly file: string;
  readonly source: string;
}

const flows = readdirSync(`${root}machines`).filter(
  (flow) => flow !== 'shared' && existsSync(`${root}machines/${flow}/${flow}.machine.ts`),
);
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const unknown = args.find((arg) => arg !== '--all' && !flows.includes(arg));
  if (unknown !== undefined) {
    console.error(`No flow '${unknown}'; there are ${flows.join(', ')}.\n${usage}`);
    return 2;
  }
  const trials = chosen(args);
  const changed: { trial: Trial | null } = { trial: null };
  const vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      watch: false,
      bail: 1,
      maxWorkers: 2,
      include: ['tests/{machines,model}/**/*.test.ts'],
      testTimeout: patienceMs,
      reporters: [{}],
    },
    {
      plugins: [
        {
          name: 'mutate-machines',
          enforce: 'pre',
          transform: (code, id) =>
            changed.trial === null ? null : changedCode(changed.trial, code, id),
        },
      ],
    },
  );
  try {
    return await tryAll(vitest, trials, changed);
  } finally {
    await vitest.close();
  }
}

async function tryAll(
  vitest: Vitest,
  trials: readonly Trial[],
  changed: { trial: Trial | null },
): Promise<number> {
  for (const flow of new Set(trials.map((trial) => trial.flow))) {
    const failed = await firstFailure(vitest, flow);
    if (failed === null) continue;
    console.error(`The tests of ${flow} fail without any mutation: ${failed}. Mend them first.`);
    return 1;
  }
  console.log(`${trials.length} mutations, each of which has to turn the tests of its flow red.\n`);
  const survivors: Trial[] = [];
  for (const [index, trial] of trials.entries()) {
    changed.trial = trial;
    vitest.invalidateFile(trial.file);
    const killer = await firstFailure(vitest, trial.flow);
    changed.trial = null;
    vitest.invalidateFile(trial.file);
    if (killer === null) survivors.push(trial);
    const mark = killer === null ? '✘ SURVIVED' : '✔';
    console.log(
      `${mark} ${index + 1}/${trials.length} ${wordsOf(trial)}\n    ${killer ?? 'no test noticed'}`,
    );
  }
  console.log(
    `\n${trials.length - survivors.length} of ${trials.length} mutations turned the run red.`,
  );
  for (const survivor of survivors) console.log(`✘ ${wordsOf(survivor)}`);
  return survivors.length === 0 ? 0 : 1;
}

/** Name of the first test that fails for a flow, or null; the quick tests come first. */
async function firstFailure(vitest: Vitest, flow: string): Promise<string | null> {
  const known = await vitest.globTestSpecifications();
  for (const belongs of testsOf(flow)) {
    const specifications = known.filter(({ moduleId }) => belongs.test(moduleId));
    if (specifications.length === 0) continue;
    const { testModules } = await vitest.rerunTestSpecifications(specifications);
    // Vitest hands back the modules of earlier runs too, with what they ended with then.
    const failure = testModules
      .filter(({ moduleId }) => belongs.test(moduleId))
      .flatMap(failuresOf)[0];
    if (failure !== undefined) return failure;
  }
  return null;
}

function testsOf(flow: string): readonly RegExp[] {
  return [
    new RegExp(`/tests/machines/${flow}[-./].*test\\.ts$`),
    new RegExp(`/tests/model/${flow}\\.model\\.test\\.ts$`),
    /\/tests\/model\/journeys\/.*test\.ts$/,
  ];
}

function failuresOf(module: TestModule): readonly string[] {
  const failed = [...module.children.allTests()].filter((test) => test.result().state === 'failed');
  const names = failed.map((test) => `${module.relativeModuleId}: ${test.name}`.slice(0, 140));
  if (names.length > 0) return names;
  return module.state() === 'failed' ? [`${module.relativeModuleId}: does not load`] : [];
}

function chosen(args: readonly string[]): readonly Trial[] {
  const named = flows.filter((flow) => args.includes(flow) || args.includes('--all'));
  if (named.length > 0) return named.flatMap(trialsOf);
  const kinds = ['transition', 'guard', 'delay'] as const;
  return flows.flatMap((flow) => {
    const all = trialsOf(flow);
    return kinds.flatMap((kind) =>
      spread(
        all.filter((trial) => trial.kind === kind),
        3,
      ),
    );
  });
}

/** A few of many, evenly over the list, the same ones each time. */
function spread<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)] as T,
  );
}

function trialsOf(flow: string): readonly Trial[] {
  return readdirSync(`${root}machines/${flow}`)
    .sort()
    .flatMap((name) => {
      const file = `${root}machines/${flow}/${name}`;
      const source = readFileSync(file, 'utf8');
      return mutationsOf(source).map((mutation) => ({ ...mutation, flow, file, source }));
    });
}

function changedCode(trial: Trial, code: string, id: string): string | null {
  if (id !== trial.file) return null;
  if (code !== trial.source) throw new Error(`${id} changed while the mutations ran.`);
  return `${code.slice(0, trial.start)}${trial.replacement}${code.slice(trial.end)}`;
}

function wordsOf({ kind, file, line, what }: Trial): string {
  return `${kind} at ${file.slice(root.length)}:${line}  ${what}`;
}
