import type { FastifyInstance } from 'fastify';
import { makeGatePass } from '../../server/domain/gate/gate-passes.ts';
import { voidTicket } from '../../server/domain/ticket/ticket-void.ts';
import { envelope } from '../../server/http/envelope.ts';
import type { Services } from '../../server/services.ts';

/**
 * POST /dev/gate-pass/{slug}: creates a gate pass for an event, as an operator does. GET /dev/gate?slug= creates one and opens the page with
 * it. POST /dev/void-ticket/{code} voids a ticket. Throws 404 for an unknown event or ticket, 409 for a void one.
 */
export function mountGateTool(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  app.post<{ Params: { slug: string } }>('/dev/gate-pass/:slug', async (request, reply) => {
    const { path, expiresAt } = await makeGatePass(db, request.params.slug, clock.now());
    return reply.send(envelope(200, 'OK', { path, expires_at: expiresAt.toISOString() }));
  });
  app.post<{ Params: { code: string } }>('/dev/void-ticket/:code', async (request, reply) => {
    const { slug, place } = await voidTicket(db, services, request.params.code, clock.now(), {
      seat: 'kept',
    });
    return reply.send(envelope(200, 'OK', { slug, place }));
  });
  app.get<{ Querystring: { slug?: string } }>('/dev/gate', async (request, reply) => {
    const { path } = await makeGatePass(db, String(request.query.slug), clock.now());
    return reply.redirect(path, 303);
  });
}
