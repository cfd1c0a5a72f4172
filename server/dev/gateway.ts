import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { namesOfMethods } from '../gateway/methods.ts';
import { type SimulatedGateway, simulatedOf, simulatedOutcomes } from '../gateway/simulated.ts';
import { envelope } from '../http/envelope.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { takeForms } from './forms.ts';
import { bankAppPage, pendingPage } from './gateway-page.ts';
import { devPagePolicy, prefersHtml } from './page.ts';

const outcomeSchema = z.strictObject({ outcome: z.enum(simulatedOutcomes) });
const idSchema = z.uuid();
const toPending = '<a href="/dev/gateway">Semua pembayaran yang menunggu</a>';
const badOutcome = `Send {"outcome": ${simulatedOutcomes.map((outcome) => `"${outcome}"`).join('|')}}`;

/**
 * /dev/gateway: plays the payer's bank app (design §4). GET lists the charges that await payment, GET with a payment id shows its page, POST
 * with an outcome settles it. Throws 404 for an unknown payment, 409 for one that ended otherwise, 422 for an invalid outcome.
 */
export function mountGatewayTool(app: FastifyInstance, services: Services): void {
  const gateway = simulatedOf(services.gateways);
  if (gateway === null) return;
  void app.register((scope, _options, ready) => {
    takeForms(scope);
    scope.get('/dev/gateway', async (request, reply) => {
      const charges = await gateway.pending();
      if (!prefersHtml(request.headers.accept)) return reply.send(charges);
      return sendPage(reply, pendingPage(charges));
    });
    scope.get<{ Params: { id: string } }>('/dev/gateway/:id', async (request, reply) => {
      const charge = await chargeOf(gateway, request.params.id);
      if (!prefersHtml(request.headers.accept)) return reply.send(envelope(200, 'OK', charge));
      return sendPage(
        reply,
        bankAppPage(
          charge,
          namesOfMethods.get(charge.method_code)?.name ?? charge.method_code,
          toPending,
        ),
      );
    });
    scope.post<{ Params: { id: string } }>('/dev/gateway/:id', async (request, reply) => {
      const charge = await chargeOf(gateway, request.params.id);
      const body = outcomeSchema.safeParse(request.body);
      if (!body.success) throw new Refusal(422, badOutcome);
      const settled = await gateway.settle(charge.payment_id, body.data.outcome);
      if (isForm(request)) return reply.redirect(`/dev/gateway/${charge.payment_id}`, 303);
      return reply.send(
        envelope(200, 'OK', { payment_id: settled.payment_id, outcome: settled.status }),
      );
    });
    ready();
  });
}

async function chargeOf(gateway: SimulatedGateway, id: string) {
  const charge = idSchema.safeParse(id).success ? await gateway.find(id) : null;
  if (charge === null) throw new Refusal(404, 'No such payment at the simulated gateway');
  return charge;
}

function isForm(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', devPagePolicy)
    .send(html);
}
