import Fastify from 'fastify';

/** A Fastify with one JSON response, the measure of all calls: started by the bench, to which it reports its port; ends with it. */
const app = Fastify();
app.get('/api/health', async () => ({ status: 200, message: 'OK', data: { ok: true } }));
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
process.once('disconnect', () => void app.close().then(() => process.exit(0)));
process.send?.({ port: Number(new URL(origin).port) });
