import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds that running calls may take when the server stops. */
const drainMs = 5_000;

/**
 * Lets running calls finish before a stop closes their connections, so that no buyer loses the response to a purchase. Refuses new calls with 503
 * meanwhile.
 */
export function drainOnClose(app: FastifyInstance): void {
  const answering = new Set<ServerResponse>();
  let drained: (() => void) | undefined;
  app.addHook('onRequest', (_request, reply, done) => {
    const response = reply.raw;
    answering.add(response);
    const end = () => {
      if (answering.delete(response) && answering.size === 0) drained?.();
    };
    response.once('finish', end);
    response.once('close', end);
    done();
  });
  app.addHook('preClose', async () => {
    if (answering.size === 0) return;
    const enough = new AbortController();
    const empty = new Promise<void>((resolve) => {
      drained = resolve;
    });
    const late = sleep(drainMs, undefined, { signal: enough.signal }).catch(() => {});
    await Promise.race([empty, late]);
    enough.abort();
  });
}
