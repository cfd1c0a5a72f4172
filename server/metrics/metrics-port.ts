import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sharedRead } from '../db/shared-read.ts';
import type { Readiness } from '../http/ready.ts';
import { Refusal } from '../http/refusal.ts';
import { listenOn } from '../listen.ts';
import type { Services } from '../services.ts';
import type { Metrics } from './metrics.ts';
import { readShopFigures } from './shop-figures.ts';

/** Time for a request of the collector to arrive, in milliseconds. */
const requestMs = 5_000;
const otherCall = 'other';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the call in the contract that the route serves. */
    readonly call?: string;
  }
}

/** Counts every response of a server; call it before any route is mounted. */
export function countResponses(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async ({ routeOptions }, reply) => {
    const call = routeOptions.config.call ?? otherCall;
    metrics.answered(call, reply.statusCode, reply.elapsedTime / 1000);
  });
  app.addHook('onError', async ({ routeOptions }, _reply, error) => {
    if (!(error instanceof Refusal) || error.code === undefined) return;
    metrics.refused(routeOptions.config.call ?? otherCall, error.code);
  });
}

/** The open port of the metrics. */
export interface MetricsPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves GET /metrics on a port of its own. Simultaneous collectors share one read of the database; while that fails, the figures of the process go
 * on, and `roetix_shop_figures_up` is 0. Undefined where the settings open no port. Throws StartError if the port is unavailable.
 */
export async function serveMetrics(
  services: Services,
  readiness: Readiness,
): Promise<MetricsPort | undefined> {
  const { broker, clock, config, log, mailer, metrics } = services;
  if (config.metrics === null || metrics === null) return undefined;
  const ownFigures = () => ({
    isReady: readiness.isReady,
    isBrokerUp: broker.up,
    isMailUp: mailer.isUp(),
    realtimeAccounts: broker.accounts().length,
    shutQueues: services.shutQueues(),
  });
  const db = services.db.lane('tick');
  const readShop = sharedRead(() => readShopFigures(db, clock));
  const server = createServer({ requestTimeout: requestMs }, (request, response) => {
    const isScrape = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
    if (!isScrape) {
      response.writeHead(404).end('Metrics are at /metrics.\n');
      return;
    }
    readShop()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the figures of the shop could not be read');
        return null;
      })
      .then((shop) => metrics.expose(shop, ownFigures()))
      .then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'the metrics could not be written');
          response.writeHead(500).end();
        },
      );
  });
  const port = await listenOn(server, config.metrics);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
