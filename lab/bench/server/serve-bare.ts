import Fastify from 'fastify';
import { serve } from '../../shared/serve.ts';

/** A Fastify with one JSON response, the measure of all calls. */
const app = Fastify();
app.get('/api/health', async () => ({ status: 200, message: 'OK', data: { ok: true } }));
await serve({
  listen: async () => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port),
  close: () => app.close(),
});
