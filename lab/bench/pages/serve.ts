import fastifyStatic from '@fastify/static';
import { createApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { serve } from '../../shared/serve.ts';

/**
 * The real server with the bare pages beside the app, so that both use the same process, connection and compression.
 * Started by the bench, to which it reports its port; ends with it.
 */
const folder = process.env.BENCH_FOLDER;
if (folder === undefined) throw new Error('BENCH_FOLDER is not set.');

const app = await createApp({ ...readConfig(process.env), databaseUrl: null }, {}, { seed: {} });
await app.fastify.register(fastifyStatic, {
  root: folder,
  prefix: '/bench/',
  decorateReply: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    const isHashed = path.includes('/assets/');
    reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    // The policy of the app refuses the inline style of a bare page.
    if (path.includes('.html'))
      reply.header('content-security-policy', "default-src 'self'; style-src 'unsafe-inline'");
  },
});
await serve(app);
