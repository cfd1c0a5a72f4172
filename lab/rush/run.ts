import { join } from 'node:path';
import { requireRecentNode } from '../../scripts/node-version.ts';
import { NoPostgresError } from '../../scripts/postgres/cluster.ts';
import { StartError } from '../../server/start-error.ts';
import { endOnSignal } from '../shared/end-on-signal.ts';
import { type RushOptions, readRushOptions, usage } from './options.ts';
import { createProgress } from './progress.ts';
import { wordsOf, writeReport } from './report.ts';
import { rush } from './rush.ts';
import { clusterShop, embeddedShop, runningShop, type Shop } from './shop.ts';

requireRecentNode();
process.exitCode = await main(process.argv.slice(2));

/** Exit code 0: everything held; 1: something is wrong; 2: the rush could not run. */
async function main(args: readonly string[]): Promise<number> {
  const options = readRushOptions(args, Date.now() % 1_000_000);
  if (options === null) {
    console.log(usage);
    return 0;
  }
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    return 2;
  }
  try {
    // Simulated payments are settled with the tools under /dev, which production refuses.
    delete process.env.NODE_ENV;
    const opening = shopOf(options);
    endOnSignal(opening);
    const shop = await opening;
    const view = createProgress(process.stdout, options.people, options.seats);
    const result = await rush(shop, options, view).finally(() => shop.close());
    const summary = writeReport(result, options.to);
    for (const line of wordsOf(summary)) view.say(line);
    view.say(`The report is in ${join(options.to, 'report.html')} and report.json.`);
    return result.wrong.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function shopOf(options: RushOptions): Promise<Shop> {
  if (options.url !== null) return runningShop(options.url);
  try {
    return await clusterShop(options.processes, options.restarts > 0, options.former);
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error;
    console.log(`${error.message}\nThe embedded database is used in its place.`);
    return embeddedShop();
  }
}
