import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds that running calls may take when the server stops. */
const drainMs = 5_000;

/**
 * Lets running calls finish before a stop closes their connections, so that no buyer loses the response to a purchase. Refuses new calls with 503
 * meanwhile.
 */
export function drainOnClose(app: FastifyInstance): void {
  let answering = 0;
  let drained: (() => void) | undefined;
  const end = () => {
    answering -= 1;
    if (answering === 0) drained?.();
  };
  app.addHook('onRequest', (_request, reply, done) => {
    answering += 1;
    // Also after a response that was sent whole.
    reply.raw.once('close', end);
    done();
  });
  app.addHook('preClose', async () => {
    if (answering === 0) return;
    const enough = new AbortController();
    const empty = new Promise<void>((resolve) => {
      drained = resolve;
    });
    const late = sleep(drainMs, undefined, { signal: enough.signal }).catch(() => {});
    await Promise.race([empty, late]);
    enough.abort();
  });
}
