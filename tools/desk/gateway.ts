import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { bankAppPage } from '../../server/demo/gateway-page.ts';
import { isForm, takeForms } from '../../server/demo/take-forms.ts';
import { devPagePolicy, prefersHtml } from '../../server/demo/tool-page.ts';
import { namesOfMethods } from '../../server/gateway/methods.ts';
import { simulatedOutcomes } from '../../server/gateway/simulated.ts';
import { envelope } from '../../server/http/envelope.ts';
import { Refusal } from '../../server/http/refusal.ts';
import type { Payers, PlayedCharge } from './payers.ts';
import { gatewaysPage } from './twins/page.ts';

const outcomeSchema = z.strictObject({ outcome: z.enum(simulatedOutcomes) });
const idSchema = z.uuid();
const toPending = '<a href="/dev/gateway">Semua pembayaran</a>';
const badOutcome = `Send {"outcome": ${simulatedOutcomes.map((outcome) => `"${outcome}"`).join('|')}}`;

/**
 * /dev/gateway: plays the payer's bank app (§16.10) at every gateway that moves no money here. GET lists the charges that await payment, and is
 * the page that steers the twins; GET with a payment id shows its page, POST with an outcome settles it. Throws 404 for an unknown payment, 409
 * for an outcome that its status does not allow, 422 for an invalid outcome.
 */
export function mountGatewayTool(
  app: FastifyInstance,
  payers: Payers,
  drain: () => Promise<void>,
): void {
  void app.register((scope, _options, ready) => {
    takeForms(scope);
    scope.get('/dev/gateway', async (request, reply) => {
      const charges = await payers.pending();
      if (!prefersHtml(request.headers.accept)) return reply.send(charges);
      return sendPage(reply, gatewaysPage(charges, payers.twins));
    });
    scope.get<{ Params: { id: string } }>('/dev/gateway/:id', async (request, reply) => {
      const charge = await chargeOf(payers, request.params.id);
      if (!prefersHtml(request.headers.accept)) return reply.send(envelope(200, 'OK', charge));
      return sendPage(
        reply,
        bankAppPage(
          charge,
          namesOfMethods.get(charge.method_code)?.name ?? charge.method_code,
          toPending,
          charge.outcomes,
        ),
      );
    });
    scope.post<{ Params: { id: string } }>('/dev/gateway/:id', async (request, reply) => {
      const charge = await chargeOf(payers, request.params.id);
      const body = outcomeSchema.safeParse(request.body);
      if (!body.success) throw new Refusal(422, badOutcome);
      const settled = await payers.settle(charge.payment_id, body.data.outcome);
      // The page of the buyer follows at once.
      await drain();
      if (isForm(request)) return reply.redirect(`/dev/gateway/${charge.payment_id}`, 303);
      return reply.send(
        envelope(200, 'OK', { payment_id: settled.payment_id, outcome: settled.status }),
      );
    });
    ready();
  });
}

async function chargeOf(payers: Payers, id: string): Promise<PlayedCharge> {
  const charge = idSchema.safeParse(id).success ? await payers.find(id) : null;
  if (charge === null) throw new Refusal(404, 'No such payment at the gateways played here');
  return charge;
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', devPagePolicy)
    .send(html);
}
