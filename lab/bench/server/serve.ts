import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../../shared/serve.ts';

/** The real server of the folder BENCH_ROOT, started by the bench, to which it reports its port; ends with it. */
const load = (file: string) =>
  import(pathToFileURL(join(process.env.BENCH_ROOT ?? '', 'server', file)).href);
const { createApp }: typeof import('../../../server/app.ts') = await load('app.ts');
const { readConfig }: typeof import('../../../server/config.ts') = await load('config.ts');

const only = (process.env.BENCH_EVENTS ?? '').split(',');
const app = await createApp(readConfig(process.env), {}, { seed: { only, accounts: false } });
await serve(app);
