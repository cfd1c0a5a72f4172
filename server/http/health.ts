import type { FastifyInstance } from 'fastify';
import { apiRoot } from '../../contract/limits.ts';
import { sharedRead } from '../db/shared-read.ts';
import type { Services } from '../services.ts';
import type { DiskWatch } from '../upkeep/disk.ts';
import { envelope } from './envelope.ts';

/**
 * GET /api/health: 200 while the database responds and its disk has free space, else 503; reports whether the broker is up. Simultaneous callers
 * share one check of the database that starts after their call. For load balancers, not part of §7.
 */
export function mountHealth(app: FastifyInstance, services: Services, disk: DiskWatch): void {
  const db = services.db.lane('health');
  const check = async () => {
    const database = await db.query('select 1').then(
      () => true,
      (error: unknown) => {
        services.log.error({ err: error }, 'the database does not answer');
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
    const body = JSON.stringify(envelope(status, wordsOf(database, isFull), data));
    return { status, body };
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

function wordsOf(database: boolean, isFull: boolean): string {
  if (!database) return 'The database does not answer';
  return isFull ? 'The disk of the data folder is nearly full' : 'OK';
}
