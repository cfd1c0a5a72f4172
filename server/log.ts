import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { loggedError } from './http/errors.ts';

/** Options of the logger: JSON lines on stdout, errors without user input, requests without address and query. */
export function logOptions(
  level: string,
): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    serializers: {
      err: loggedError,
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions.url ?? null,
      }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode ?? null }),
    },
  };
}
