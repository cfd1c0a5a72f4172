import { casesOf, playCase } from './all-cases.ts';
import { type Bench, type Maker, openTwinBench } from './bench.ts';
import { makers, sandboxOf } from './makers.ts';

const usage = `npm run lab -- gateway ${Object.keys(makers).join('|')}

Plays the cases of a payment gateway against its twin, and against the sandbox of its maker if the environment holds keys of one. Prints a
table; exits with 1 if a case fails.`;

type Result = 'ok' | 'failed' | 'needs the twin';

/** Plays every case, each on a bench of its own; returns the results, and prints the reason of each failure. */
async function prove(maker: Maker, place: string, sandbox: Bench | null): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, test] of casesOf(maker).entries()) {
    const bench = sandbox ?? (await openTwinBench(maker));
    const began = performance.now();
    let result: Result;
    let reason = '';
    try {
      result = (await playCase(test, bench)) ? 'ok' : 'needs the twin';
    } catch (error) {
      result = 'failed';
      reason = `\n      ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    } finally {
      if ('close' in bench && typeof bench.close === 'function') await bench.close();
    }
    const ms = `${Math.round(performance.now() - began)} ms`;
    const number = String(index + 1).padStart(3);
    console.log(`${number}  ${result.padEnd(14)} ${ms.padStart(8)}  ${test.title}${reason}`);
    results.push(result);
  }
  const count = (wanted: Result) => results.filter((result) => result === wanted).length;
  console.log(
    `${maker.name}, ${place}: ${count('ok')} of ${results.length - count('needs the twin')} cases hold.\n`,
  );
  return results;
}

const maker = makers[process.argv[2] ?? ''];
if (maker === undefined || process.argv.length > 3) {
  console.error(usage);
  process.exit(1);
}
const results = await prove(maker, 'twin', null);
const sandbox = sandboxOf(maker, process.env);
if (typeof sandbox === 'string') console.log(sandbox);
else results.push(...(await prove(maker, 'sandbox', sandbox)));
process.exitCode = results.includes('failed') ? 1 : 0;
