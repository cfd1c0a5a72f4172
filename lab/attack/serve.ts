import { createApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { serve } from '../shared/serve.ts';

await serve(await createApp(readConfig(process.env), {}, { seed: {} }));
