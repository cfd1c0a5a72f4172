import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { envelope } from '../../server/http/envelope.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Services } from '../../server/services.ts';

const bodySchema = z.strictObject({ up: z.boolean() });

/**
 * GET /dev/broker returns whether it is up and how many topics pages read. POST /dev/broker with {"up": false} drops every real-time
 * connection and refuses new ones until {"up": true}. Throws 422 for another body.
 */
export function mountBrokerTool(app: FastifyInstance, services: Services): void {
  app.get('/dev/broker', async () => {
    const { up, subscriptions } = services.broker;
    return { up, subscriptions };
  });
  app.post('/dev/broker', async (request, reply) => {
    const body = bodySchema.safeParse(request.body);
    if (!body.success) throw new Refusal(422, 'Send {"up": true} or {"up": false}');
    services.broker.setUp(body.data.up);
    return reply.send(envelope(200, 'OK', { up: services.broker.up }));
  });
}
