import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const measuredMs = 5_000;
/** Rounds a second of one worker of two on the machine that the limits were set on: two quiet cores. */
const referenceRounds = 210;

/** A piece of what tests do: objects, sorting, text and its parsing. Runs as the text of a worker. */
const work = `
const { parentPort, workerData } = require('node:worker_threads');
const end = performance.now() + workerData;
let rounds = 0;
while (performance.now() < end) {
  const rows = Array.from({ length: 4000 }, (_, at) => ({ at, key: String((at * 7919) % 4001), list: [at, at + 1] }));
  rows.sort((a, b) => a.key.localeCompare(b.key, 'en'));
  JSON.parse(JSON.stringify(rows)).filter(({ key }) => /[13579]$/.test(key));
  rounds += 1;
}
parentPort.postMessage(rounds);
`;

/** How fast this machine is now. */
export interface Calibration {
  /** Processors that this process may use. */
  readonly cores: number;
  /** How many times slower than the reference, 1 at least. */
  readonly slowness: number;
}

/** Loads two workers for five seconds, as the lanes of the tests will, and compares what they did with the reference. */
export async function calibrate(): Promise<Calibration> {
  const rounds = await Promise.all([countRounds(), countRounds()]);
  const perSecond = rounds.reduce((sum, one) => sum + one, 0) / rounds.length / (measuredMs / 1000);
  return { cores: availableParallelism(), slowness: Math.max(1, referenceRounds / perSecond) };
}

function countRounds(): Promise<number> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(work, { eval: true, workerData: measuredMs });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
