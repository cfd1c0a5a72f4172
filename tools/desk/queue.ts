import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { emailSchema, slugSchema } from '../../contract/fields.ts';
import { judgedAt } from '../../server/domain/catalogue/sale.ts';
import { promote, steerQueue } from '../../server/domain/session/queue.ts';
import { kick } from '../../server/domain/session/sessions.ts';
import { envelope } from '../../server/http/envelope.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Services } from '../../server/services.ts';

const maxPromoted = 10_000;
const maxCapacity = 1_000_000;
const maxReason = 200;
const maxOpensIn = 30 * 24 * 3600;
/** PostgreSQL refuses NUL in a text. */
const noNul = /^[^\0]*$/;
const kickWords = '"kick" must be the e-mail address of an account';
const wants =
  'any of {"capacity": n or null, "paused": true|false, "promote": n, "kick": EMAIL, "reason": TEXT, "sale_opens_in": SECONDS}';

const steeringSchema = z.strictObject(
  {
    capacity: z.optional(
      z.nullable(
        z
          .int('"capacity" must be a whole number, or null for no limit')
          .check(
            z.nonnegative('"capacity" must not be negative'),
            z.maximum(maxCapacity, `"capacity" must be at most ${maxCapacity}`),
          ),
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
    sale_opens_in: z.optional(
      z
        .int('"sale_opens_in" must be whole seconds')
        .check(
          z.nonnegative('"sale_opens_in" must not be negative'),
          z.maximum(maxOpensIn, `"sale_opens_in" must be at most ${maxOpensIn}`),
        ),
    ),
    kick: z.optional(emailSchema.check(z.regex(noNul, kickWords))),
    reason: z.optional(
      z
        .string('"reason" must be text')
        .check(
          z.maxLength(maxReason, '"reason" is too long'),
          z.regex(noNul, '"reason" holds NUL'),
        ),
    ),
  },
  `Send ${wants}`,
);

/**
 * POST /dev/queue/{slug}: controls the queue of an event (§16.10). `promote` makes that many sessions online regardless of capacity and
 * pause; `sale_opens_in` moves the start of the sale, at which a waiting room is drawn. Throws 404 for an unknown event or account, 422 for an empty body.
 */
export function mountQueueTool(app: FastifyInstance, services: Services): void {
  app.post<{ Params: { slug: string } }>('/dev/queue/:slug', async (request, reply) => {
    const parsed = steeringSchema.safeParse(request.body);
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => ({ message: issue.message }));
      throw new Refusal(422, errors[0]?.message ?? `Send ${wants}`, { errors });
    }
    const { capacity, paused, promote: count, kick: email, reason } = parsed.data;
    const { sale_opens_in: opensIn } = parsed.data;
    if ([capacity, paused, count, email, opensIn].every((value) => value === undefined)) {
      throw new Refusal(422, `Send ${wants}`);
    }
    const { slug } = request.params;
    if (!slugSchema.safeParse(slug).success) throw new Refusal(404, 'Event not found');
    const room = await steerQueue(services, slug, {
      ...(capacity === undefined ? {} : { capacity }),
      ...(paused === undefined ? {} : { paused }),
    });
    if (opensIn !== undefined) {
      await services.db.query(
        `update events set sale_starts_at = ${judgedAt(services.clock)} + make_interval(secs => $2) where slug = $1`,
        [slug, opensIn],
      );
    }
    if (email !== undefined) await kick(services, slug, email, reason ?? null);
    const forced =
      count === undefined ? 0 : await promote(services, room.event_id, { force: count });
    const promoted = forced + (await promote(services, room.event_id));
    const data = { slug, capacity: room.capacity, paused: room.paused, promoted };
    return reply.send(envelope(200, 'OK', data));
  });
}
