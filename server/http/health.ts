import type { FastifyInstance } from 'fastify';
import { apiRoot } from '../../contract/limits.ts';
import { sharedRead } from '../db/shared-read.ts';
import type { Services } from '../services.ts';
import { envelope } from './envelope.ts';

/**
 * GET /api/health: 200 while the database responds, else 503; reports whether the broker is up. Simultaneous callers share one check of the
 * database that starts after their call. For load balancers (§7.115).
 */
export function mountHealth(app: FastifyInstance, services: Services): void {
  const db = services.db.lane('health');
  const check = async () => {
    const database = await db.query('select 1').then(
      () => true,
      (error: unknown) => {
        services.log.error({ err: error }, 'the database does not respond');
        return false;
      },
    );
    const status = database ? 200 : 503;
    const words = database ? 'OK' : 'The database does not respond';
    const data = { ok: database, database, broker: services.broker.up };
    return { status, body: JSON.stringify(envelope(status, words, data)) };
  };
  // Without pauses: a load balancer counts a late response as none.
  const shared = sharedRead(check, { rest: () => Promise.resolve() });
  app.get(`${apiRoot}/health`, { compress: false }, async (_request, reply) => {
    const { status, body } = await shared();
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body);
  });
}
