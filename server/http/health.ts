import type { FastifyInstance } from 'fastify';
import { apiRoot } from '../../contract/limits.ts';
import type { Services } from '../services.ts';
import { envelope } from './envelope.ts';

/** GET /api/health: 200 while the database answers, else 503; says whether the broker is up. For load balancers, not part of §7. */
export function mountHealth(app: FastifyInstance, services: Services): void {
  app.get(`${apiRoot}/health`, async (request, reply) => {
    const database = await services.db
      .lane('health')
      .query('select 1')
      .then(
        () => true,
        (error: unknown) => {
          request.log.error({ err: error }, 'the database does not answer');
          return false;
        },
      );
    const status = database ? 200 : 503;
    const data = { ok: database, database, broker: services.broker.up };
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send(envelope(status, database ? 'OK' : 'The database does not answer', data));
  });
}
