import type { IncomingHttpHeaders } from 'node:http';
import type { NoticeState } from '../domain/payment/notice-rows.ts';
import { takeNotice } from '../domain/payment/notices.ts';
import { simulatedOf } from '../gateway/simulated.ts';
import { envelope } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import type { Routes } from '../http/serve.ts';

/** Responses to a notification that waits for an operator: it is stored all the same. */
const refusals: Partial<Record<NoticeState, readonly [status: number, words: string]>> = {
  mismatched: [409, 'The notification does not match the payment'],
  refused: [422, 'The notification cannot be read'],
};

/**
 * POST to the webhook path of each gateway (§12.21): 401, without storing it, for a notification with a wrong or outdated signature. Other notifications
 * are stored, whatever the response: 409 for a wrong amount, currency or order, 422 for an unreadable body; else 200, also for a repeated
 * notification, a test, and one about a payment of somebody else, which no repetition makes ours. A job then asks the gateway whether they hold.
 */
export const routes: Routes = (_serve, services, app) => {
  void app.register((scope, _options, ready) => {
    // The signature covers the bytes as sent: parsing first would lose them.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    for (const gateway of services.gateways.all) {
      scope.post(gateway.webhookPath, async (request, reply) => {
        const rawBody = typeof request.body === 'string' ? request.body : '';
        const now = services.clock.now();
        const headers = singleHeaders(request.headers);
        const read = gateway.readNotice(rawBody, headers, now);
        if (read === 'unsigned') {
          request.log.warn('a payment notification was not signed by the gateway');
          throw new Refusal(401, 'The signature of the notification does not hold');
        }
        const kept = await takeNotice(services, {
          gateway: gateway.name,
          notice: read === 'unreadable' ? null : read,
          rawBody: withoutFields(rawBody, gateway.signatureFields),
        });
        reply.raw.once('finish', () => services.wakeJobs());
        const refusal = refusals[kept.state];
        if (refusal !== undefined) throw new Refusal(...refusal);
        return reply.send(envelope(200, 'OK', { duplicate: kept.isRepeated }));
      });
    }
    ready();
  });
  const simulated = simulatedOf(services.gateways);
  simulated?.setDelivery(async (payload, headers) => {
    const url = simulated.webhookPath;
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    return answer.statusCode;
  });
};

/** A body without the fields that hold its signature: a part of it that is not covered could be exchanged, and the whole sent again. */
function withoutFields(body: string, fields: readonly string[]): string {
  if (fields.length === 0) return body;
  return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    fields.includes(name) ? undefined : value,
  );
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}
