import type { IncomingHttpHeaders } from 'node:http';
import { apiRoot } from '../../contract/limits.ts';
import { applyNotice } from '../domain/settlement.ts';
import { isSimulated } from '../gateway/simulated.ts';
import { envelope } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import type { Routes } from '../http/serve.ts';

/** Where the gateway sends its notifications. */
export const webhookPath = `${apiRoot}/webhooks/payment`;

/**
 * POST /api/webhooks/payment (resolutions §3): 401 for what the gateway did not sign or signed too long ago, 409 for a wrong amount,
 * currency or order, 404 for a payment that is not ours; else 200, also for a notification that was seen before.
 */
export const routes: Routes = (_serve, services, app) => {
  void app.register((scope, _options, ready) => {
    // The signature stands over the bytes as sent: parsing them first would lose it.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhookPath, async (request, reply) => {
      const rawBody = typeof request.body === 'string' ? request.body : '';
      const now = services.clock.now();
      const notice = services.gateway.readNotice(rawBody, singleHeaders(request.headers), now);
      if (notice === null) {
        request.log.warn('a payment notification was not signed by the gateway');
        throw new Refusal(401, 'The signature of the notification does not hold');
      }
      const verdict = await applyNotice(services, notice);
      if (verdict === 'unknown') throw new Refusal(404, 'No such payment');
      return reply.send(envelope(200, 'OK', { duplicate: verdict === 'duplicate' }));
    });
    ready();
  });
  const { gateway } = services;
  if (isSimulated(gateway)) {
    gateway.deliverThrough(async (payload, headers) => {
      const answer = await app.inject({ method: 'POST', url: webhookPath, headers, payload });
      return answer.statusCode;
    });
  }
};

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
