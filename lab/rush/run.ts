import { join } from 'node:path';
import { NoPostgresError } from '../../scripts/postgres/cluster.ts';
import { endOnSignal } from '../shared/end-on-signal.ts';
import { laboratory } from '../shared/laboratory.ts';
import { type RushOptions, readRushOptions, usage } from './options.ts';
import { createProgress } from './progress.ts';
import { wordsOf, writeReport } from './report.ts';
import { rush } from './rush.ts';
import { clusterShop, embeddedShop, runningShop, type Shop } from './shop.ts';

await laboratory(usage, async (args) => {
  const options = readRushOptions(args);
  const opening = shopOf(options);
  endOnSignal(opening);
  const shop = await opening;
  const view = createProgress(process.stdout, options.people, options.seats);
  const result = await rush(shop, options, view).finally(() => shop.close());
  for (const line of wordsOf(writeReport(result, options.to))) view.say(line);
  view.say(`The report is in ${join(options.to, 'report.html')} and report.json.`);
  return result.wrong.length === 0;
});

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
