import { setTimeout as sleep } from 'node:timers/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Cluster, startCluster } from '../../scripts/postgres/cluster.ts';
import { StartError } from '../../server/start-error.ts';

/** Words of the command line that a laboratory does not take; the message says which. */
export class Misunderstood extends Error {}

/**
 * Runs a laboratory on the words of its command line. The exit code is 0 where everything holds, 1 where something does not, and 2 where it
 * could not run: it prints why, and for `Misunderstood` the usage.
 */
export async function laboratory(
  usage: string,
  work: (args: readonly string[]) => Promise<boolean>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.some((word) => word === '--help' || word === '-h')) {
    console.log(usage);
    return;
  }
  // Seats and payments are made with the tools under /dev, which production refuses.
  delete process.env.NODE_ENV;
  try {
    process.exitCode = (await work(args)) ? 0 : 1;
  } catch (error) {
    process.exitCode = 2;
    if (error instanceof Misunderstood) console.error(`${error.message}\n\n${usage}`);
    else if (error instanceof StartError) console.error(error.message);
    else throw error;
  }
}

type Range = readonly [usual: number, least: number, most: number];

/** Options by name: whole numbers with their usual value and range, texts with their usual value, and flags. Throws Misunderstood. */
export function readOptions<N extends string, T extends string = never, F extends string = never>(
  args: readonly string[],
  numbers: Readonly<Record<N, Range>>,
  texts = {} as Readonly<Record<T, string | null>>,
  flags: readonly F[] = [],
): Record<N, number> & Record<T, string | null> & Record<F, boolean> {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const name of Object.keys({ ...numbers, ...texts })) options[name] = { type: 'string' };
  for (const name of flags) options[name] = { type: 'boolean', default: false };
  let values: Record<string, unknown>;
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new Misunderstood(error instanceof Error ? error.message : String(error));
  }
  const read: Record<string, unknown> = { ...texts, ...values };
  for (const [name, [usual, least, most]] of Object.entries<Range>(numbers)) {
    const text = values[name];
    read[name] = text === undefined ? usual : numberOf(`--${name}`, String(text), least, most);
  }
  return read as ReturnType<typeof readOptions<N, T, F>>;
}

/** Whole numbers above 0 by their place, up to 99,999,999, with the usual ones for those that are left out. Throws Misunderstood. */
export function numbersIn(args: readonly string[], ...usual: readonly number[]): number[] {
  if (args.length > usual.length) throw new Misunderstood('These are too many words.');
  return usual.map((number, index) => {
    const text = args[index];
    return text === undefined ? number : numberOf('The laboratory', text, 1, 99_999_999);
  });
}

function numberOf(name: string, text: string, least: number, most: number): number {
  if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw new Misunderstood(`${name} takes a whole number from ${least} to ${most}, not '${text}'.`);
}

/** A seed that no earlier run had, as far as the clock tells. */
export const freshSeed = (): number => Date.now() % 1_000_000;

/** Works on a durable PostgreSQL server of its own. Throws StartError where this machine starts none. */
export async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  const cluster = await startCluster({ durable: true });
  return work(cluster).finally(() => cluster.drop());
}

/** Prints what goes on, with the seconds since now. */
export function createLog(): (line: string) => void {
  const startedAt = performance.now();
  return (line) => {
    const seconds = String(Math.round((performance.now() - startedAt) / 1000)).padStart(3);
    console.log(`  ${seconds} s  ${line}`);
  };
}

/** Prints a claim with what speaks against it; true if nothing does. */
export function verdict(words: string, wrong: readonly string[]): boolean {
  const holds = wrong.length === 0;
  console.log(`${holds ? '✔' : '✘'} ${words}`);
  for (const line of wrong) console.log(`    ${line}`);
  return holds;
}

/** Waits until something holds; the seconds that it took. Throws after `withinMs`. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  withinMs = 120_000,
): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > withinMs)
      throw new StartError(`A condition was not met within ${withinMs / 1000} s.`);
    await sleep(50);
  }
  return (performance.now() - startedAt) / 1000;
}
