import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { promote, steerRoom } from '../domain/queue.ts';
import { kick } from '../domain/sessions.ts';
import { envelope } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

const maxPromoted = 10_000;
const maxReason = 200;
const wants =
  'any of {"capacity": n or null, "paused": true|false, "promote": n, "kick": EMAIL, "reason": TEXT}';

const steeringSchema = z.strictObject(
  {
    capacity: z.optional(
      z.nullable(
        z
          .int('"capacity" must be a whole number, or null for no limit')
          .check(z.nonnegative('"capacity" must not be negative')),
      ),
    ),
    paused: z.optional(z.boolean('"paused" must be true or false')),
    promote: z.optional(
      z
        .int('"promote" must be a whole number')
        .check(
          z.positive('"promote" must be at least 1'),
          z.maximum(maxPromoted, `"promote" must be at most ${maxPromoted}`),
        ),
    ),
    kick: z.optional(z.string('"kick" must be the e-mail address of an account')),
    reason: z.optional(
      z.string('"reason" must be text').check(z.maxLength(maxReason, '"reason" is too long')),
    ),
  },
  `Send ${wants}`,
);

/**
 * POST /dev/queue/{slug}: steers the queue of an event (design §4). `promote` lets that many in whatever the capacity or a pause says.
 * Throws 404 for an unknown event or account, 422 for a body that says nothing.
 */
export function mountQueueTool(app: FastifyInstance, services: Services): void {
  app.post<{ Params: { slug: string } }>('/dev/queue/:slug', async (request, reply) => {
    const parsed = steeringSchema.safeParse(request.body);
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => ({ message: issue.message }));
      throw new Refusal(422, errors[0]?.message ?? `Send ${wants}`, { errors });
    }
    const { capacity, paused, promote: count, kick: email, reason } = parsed.data;
    if ([capacity, paused, count, email].every((value) => value === undefined)) {
      throw new Refusal(422, `Send ${wants}`);
    }
    const { slug } = request.params;
    const room = await steerRoom(services, slug, {
      ...(capacity === undefined ? {} : { capacity }),
      ...(paused === undefined ? {} : { paused }),
    });
    if (email !== undefined) await kick(services, slug, email, reason ?? null);
    const forced =
      count === undefined ? 0 : await promote(services, room.event_id, { force: count });
    const promoted = forced + (await promote(services, room.event_id));
    const data = { slug, capacity: room.capacity, paused: room.paused, promoted };
    return reply.send(envelope(200, 'OK', data));
  });
}
