import type { FastifyInstance } from 'fastify';
import { refusal } from '../http/refuse.ts';
import type { Limit } from './budgets.ts';
import { spendNetwork, type VisitorTools } from './read-visitor.ts';

/** Limits of one host, which may be a carrier's gateway, for each route. */
const ofRoute: Limit = { calls: 6_000, seconds: 60 };
/** A page loads two dozen files and pictures, and everybody in line reads its document. */
const ofFiles: Limit = { calls: 60_000, seconds: 60 };
const files = /^\/(?:assets|media|placeholders|api\/queue)\//;

/** Puts every route that `createServe` did not mount under a limit of its network: pages, files, what programs read, unknown addresses. */
export function limitRoutes(app: FastifyInstance, tools: VisitorTools): void {
  // With callbacks: every call passes here, and a promise for each of them costs CPU.
  app.addHook('onRequest', (request, _reply, done) => {
    const { config, url = 'unknown' } = request.routeOptions;
    if ('isLimited' in config) return done();
    const isFile = files.test(request.url);
    const name = isFile ? 'files' : `route ${url}`;
    spendNetwork(tools, request.ip, name, [isFile ? ofFiles : ofRoute]).then((wait) => {
      done(wait > 0 ? refusal('tooManyRequests', { retryAfterSeconds: wait }) : undefined);
    }, done);
  });
}
