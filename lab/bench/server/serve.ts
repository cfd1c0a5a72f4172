import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The real server of the folder BENCH_ROOT, started by the bench, to which it reports its port; ends with it. */
if (process.send === undefined) throw new Error('Started by npm run lab -- bench/server only.');

const load = (file: string) =>
  import(pathToFileURL(join(process.env.BENCH_ROOT ?? '', 'server', file)).href);
const { createApp }: typeof import('../../../server/app.ts') = await load('app.ts');
const { readConfig }: typeof import('../../../server/config.ts') = await load('config.ts');

const only = (process.env.BENCH_EVENTS ?? '').split(',');
const app = await createApp(readConfig(process.env), {}, { seed: { only, accounts: false } });
const port = await app.listen();
process.once('disconnect', () => {
  app.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send({ port });
