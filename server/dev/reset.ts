import type { FastifyInstance } from 'fastify';
import { clearAll } from '../seed/insert.ts';
import type { Services } from '../services.ts';

/** POST /dev/reset: the seed again, the clock on the system's time, everybody signed out (design §4). */
export function mountResetTool(
  app: FastifyInstance,
  services: Services,
  reseed: () => Promise<void>,
): void {
  const { broker, clock, db } = services;
  app.post('/dev/reset', async () => {
    const sessions = await db.query<{ id_hash: string }>('select id_hash from auth_sessions');
    clock.advance(-clock.offsetSeconds);
    await clearAll(db);
    await reseed();
    for (const session of sessions) broker.dropSession(session.id_hash);
    return { reset: true, now: clock.now().toISOString() };
  });
}
