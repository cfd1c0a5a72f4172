import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from '../../server/http/refusal.ts';
import { clearAll, resetPeople } from '../../server/seed/insert.ts';
import type { Services } from '../../server/services.ts';
import type { Faults } from './faults.ts';
import { clearTwinStores } from './twins/tool.ts';
import type { Twin } from './twins/twin.ts';

/** Parts of a reset beside the rows of the database. */
export interface ResetActions {
  readonly faults: Faults;
  readonly twins: readonly Twin[];
  /** Inserts the seed into empty tables. */
  reseed(): Promise<void>;
  /** Clears the counts of all limits. */
  clearLimits(): void;
}

const bodySchema = z.strictObject({ keep_events: z.optional(z.boolean()) });

/**
 * POST /dev/reset: inserts the seed again, sets the clock to the system's time, signs out all accounts, starts the broker, ends all faults and
 * delays, empties the twins (§16.10). With {"keep_events": true} the catalogue and its seats stay, and only the data of people is reset: in a few hundred
 * milliseconds instead of seconds; a seed of another day is inserted completely. Throws 422 for another body.
 */
export function mountResetTool(
  app: FastifyInstance,
  services: Services,
  { faults, twins, ...actions }: ResetActions,
): void {
  const { broker, clock, db, mailer } = services;
  app.post('/dev/reset', async (request) => {
    const body = bodySchema.safeParse(request.body ?? {});
    if (!body.success) throw new Refusal(422, 'Send nothing, or {"keep_events": true}');
    const sessions = await db.query<{ id_hash: string }>('select id_hash from auth_sessions');
    clock.advance(-clock.offsetSeconds);
    faults.clear();
    for (const twin of twins) twin.reset();
    await clearTwinStores(db);
    mailer.delay.seconds = 0;
    broker.setUp(true);
    actions.clearLimits();
    const isKept = body.data.keep_events === true && (await resetPeople(db, clock));
    if (!isKept) {
      await clearAll(db);
      await actions.reseed();
    }
    for (const session of sessions) broker.dropSession(session.id_hash);
    return { reset: true, now: clock.now().toISOString() };
  });
}
