import type { FastifyInstance } from 'fastify';
import { apiRoot } from '../../contract/limits.ts';
import type { Services } from '../services.ts';
import type { DiskWatch } from '../upkeep/disk.ts';
import { envelope } from './envelope.ts';

/**
 * GET /api/health: 200 while the database responds and its disk has free space, else 503; reports whether the broker is up. For load balancers, not
 * part of §7.
 */
export function mountHealth(app: FastifyInstance, services: Services, disk: DiskWatch): void {
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
    const room = await disk();
    const isFull = room?.isFull === true;
    const status = database && !isFull ? 200 : 503;
    const data = {
      ok: status === 200,
      database,
      broker: services.broker.up,
      disk: room === null ? null : { ok: !isFull, free_bytes: room.freeBytes },
    };
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send(envelope(status, wordsOf(database, isFull), data));
  });
}

function wordsOf(database: boolean, isFull: boolean): string {
  if (!database) return 'The database does not answer';
  return isFull ? 'The disk of the data folder is nearly full' : 'OK';
}
