import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from '../http/refusal.ts';
import { clearAll, relayPeople } from '../seed/insert.ts';
import type { Services } from '../services.ts';
import type { Faults } from './faults.ts';

/** What a reset puts back beside the rows of the database. */
export interface ResetActions {
  /** Lays the seed into empty tables. */
  reseed(): Promise<void>;
  /** Forgets whose calls were counted. */
  clearLimits(): void;
}

const bodySchema = z.strictObject({ keep_events: z.optional(z.boolean()) });

/**
 * POST /dev/reset: the seed again, the clock on the system's time, everybody signed out, broker up, no fault, no delay (design §4).
 * With {"keep_events": true} the catalogue and its seats stay as they are laid and only what people did is undone: a few hundred
 * milliseconds in place of seconds; a seed of another day is laid whole. Throws 422 for another body.
 */
export function mountResetTool(
  app: FastifyInstance,
  services: Services,
  faults: Faults,
  actions: ResetActions,
): void {
  const { broker, clock, db, mailer } = services;
  app.post('/dev/reset', async (request) => {
    const body = bodySchema.safeParse(request.body ?? {});
    if (!body.success) throw new Refusal(422, 'Send nothing, or {"keep_events": true}');
    const sessions = await db.query<{ id_hash: string }>('select id_hash from auth_sessions');
    clock.advance(-clock.offsetSeconds);
    faults.clear();
    mailer.delay.seconds = 0;
    broker.setUp(true);
    actions.clearLimits();
    const isKept = body.data.keep_events === true && (await relayPeople(db, clock));
    if (!isKept) {
      await clearAll(db);
      await actions.reseed();
    }
    for (const session of sessions) broker.dropSession(session.id_hash);
    return { reset: true, now: clock.now().toISOString() };
  });
}
