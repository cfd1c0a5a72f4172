import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Refusal } from '../../server/http/refusal.ts';
import { clockOffsetName } from '../../server/seed/insert.ts';
import type { Services } from '../../server/services.ts';

const maxAdvanceSeconds = 366 * 24 * 3_600;
const words = `Send {"advance_seconds": n} with a whole number from 0 to ${maxAdvanceSeconds}`;
const bodySchema = z.strictObject({
  advance_seconds: z.int(words).check(z.minimum(0, words), z.maximum(maxAdvanceSeconds, words)),
});

/** GET and POST /dev/clock: returns the server's time, or moves it ahead; due work is done before the response (§16.10). */
export function mountClockTool(
  app: FastifyInstance,
  services: Services,
  tick: () => Promise<void>,
): void {
  const { clock, db } = services;
  const state = () => ({ now: clock.now().toISOString(), offset_seconds: clock.offsetSeconds });
  app.get('/dev/clock', async () => state());
  app.post('/dev/clock', async (request) => {
    const body = bodySchema.safeParse(request.body);
    if (!body.success) throw new Refusal(422, words);
    clock.advance(body.data.advance_seconds);
    await db.query(
      `insert into server_facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
      [clockOffsetName, String(clock.offsetSeconds)],
    );
    // The first round may have started before the clock moved; the second starts after it.
    await tick();
    await tick();
    return state();
  });
}
