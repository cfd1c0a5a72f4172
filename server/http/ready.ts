import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { apiRoot } from '../../contract/limits.ts';
import { envelope } from './envelope.ts';
import { type SeenBy, seenCaller } from './seen-caller.ts';

/** Whether a process wants new callers. */
export interface Readiness {
  readonly isReady: boolean;
  /** Ends the readiness; resolves after `delayMs` milliseconds, in which the process still takes every call. */
  beginStop(delayMs: number): Promise<void>;
}

/**
 * Mounts GET /api/ready, by which a load balancer or Kubernetes decides whether this process gets new callers: 200 until the stop begins, then 503
 * (§7.115). It does not ask the database, which all processes share: its outage would take every process away, and with them the pages that explain
 * it (decision 079).
 */
export function mountReady(
  app: FastifyInstance,
  seenBy: SeenBy,
  wait: (ms: number) => Promise<unknown> = sleep,
): Readiness {
  let isReady = true;
  app.get(`${apiRoot}/ready`, { compress: false }, async (request, reply) => {
    const status = isReady ? 200 : 503;
    const caller = seenCaller(request, seenBy);
    const words = isReady ? 'OK' : 'This process is about to stop';
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send(envelope(status, words, { ready: isReady, ...(caller !== null && { caller }) }));
  });
  return {
    get isReady() {
      return isReady;
    },
    beginStop: async (delayMs) => {
      isReady = false;
      if (delayMs > 0) await wait(delayMs);
    },
  };
}
