import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml } from '../../../contract/texts/html.ts';
import type { PaymentGateway } from '../../gateway/gateway.ts';
import { twinAccounts, twinsPath } from '../../gateway/stand-in.ts';
import { envelope } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import { takeForms } from '../forms.ts';
import { devPage, devPagePolicy, prefersHtml } from '../page.ts';
import { mountMidtransTwin } from './midtrans.ts';
import { type Twin, type TwinNotice, twinActs, twinFaults, twinPosts } from './twin.ts';
import { mountXenditTwin } from './xendit.ts';

const orderSchema = z.union([
  z.strictObject({ payment_id: z.uuid(), act: z.enum(twinActs) }),
  z.strictObject({ fault: z.enum(twinFaults) }),
  z.strictObject({ post: z.enum(twinPosts) }),
  z.strictObject({ flush: z.literal(true) }),
  z.strictObject({ late_seconds: z.int().check(z.nonnegative()) }),
]);
const usage = `Send one of {"payment_id": ID, "act": ${twinActs.join('|')}}, {"fault": ${twinFaults.join('|')}}, {"post": ${twinPosts.join('|')}}, {"flush": true}, {"late_seconds": n}`;

/**
 * Mounts the twin of each gateway that has no account here, and their steering at /dev/gateway/twins/{name}: GET lists the charges, POST acts
 * as the payer, sets the fault of the next call, or decides how notifications travel. Throws 404 for another twin or charge, 409 for an act
 * that the status does not allow, 422 for an order that it does not know.
 */
export function mountTwins(app: FastifyInstance, services: Services): void {
  const { clock, config, gateways } = services;
  const now = () => clock.now();
  const twins: Twin[] = [];
  const play = (
    name: string,
    mount: (deliver: (notice: TwinNotice) => Promise<number>) => Twin,
  ) => {
    const gateway = gateways.all.find((one) => one.name === name);
    if (gateway !== undefined) twins.push(mount((notice) => deliverTo(app, gateway, notice)));
  };
  if (config.midtrans === null) {
    play('midtrans', (deliver) =>
      mountMidtransTwin(app, { ...twinAccounts.midtrans, now, deliver }),
    );
  }
  if (config.xendit === null) {
    play('xendit', (deliver) => mountXenditTwin(app, { ...twinAccounts.xendit, now, deliver }));
  }
  const known = (name: string): Twin => {
    const twin = twins.find((one) => one.name === name);
    if (twin === undefined) throw new Refusal(404, `No twin of ${name} runs here`);
    return twin;
  };

  void app.register((scope, _options, ready) => {
    takeForms(scope);
    scope.get<{ Params: { name: string } }>('/dev/gateway/twins/:name', async (request, reply) => {
      const twin = known(request.params.name);
      if (!prefersHtml(request.headers.accept)) {
        return reply.send(envelope(200, 'OK', { charges: twin.charges() }));
      }
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', devPagePolicy)
        .send(twinPage(twin));
    });
    scope.post<{ Params: { name: string } }>('/dev/gateway/twins/:name', async (request, reply) => {
      const twin = known(request.params.name);
      const order = orderSchema.safeParse(request.body);
      if (!order.success) throw new Refusal(422, usage);
      const { data } = order;
      if ('act' in data) await twin.act(data.payment_id, data.act);
      else if ('fault' in data) twin.faultNext(data.fault);
      else if ('post' in data) twin.post(data.post);
      else if ('flush' in data) await twin.flush();
      else twin.expireLate(data.late_seconds);
      const isForm = request.headers['content-type']?.includes('form') === true;
      if (isForm) return reply.redirect(`/dev/gateway/twins/${twin.name}`, 303);
      return reply.send(envelope(200, 'OK', { charges: twin.charges() }));
    });
    ready();
  });
}

async function deliverTo(
  app: FastifyInstance,
  { webhookPath }: PaymentGateway,
  { body, headers }: TwinNotice,
): Promise<number> {
  const answer = await app.inject({ method: 'POST', url: webhookPath, headers, payload: body });
  return answer.statusCode;
}

function twinPage(twin: Twin): string {
  const button = (name: string, value: string) =>
    `<button name="${name}" value="${value}">${value}</button>`;
  const charges = twin
    .charges()
    .map(
      ({ paymentId, method, amount, status }) =>
        `<article><form method="post"><input type="hidden" name="payment_id" value="${escapeHtml(paymentId)}">
<p>${escapeHtml(method)}, Rp${amount.toLocaleString('id-ID')}, <strong>${escapeHtml(status)}</strong><br><code>${escapeHtml(paymentId)}</code></p>
${twinActs.map((act) => button('act', act)).join(' ')}</form></article>`,
    )
    .reverse()
    .join('');
  return devPage(
    `Twin of ${twin.name} (SIMULASI)`,
    `<p class="quiet">Speaks the wire of the gateway at ${twinsPath}/${escapeHtml(twin.name)}; no money moves.</p>
<form method="post"><p>The next call: ${twinFaults.map((fault) => button('fault', fault)).join(' ')}</p></form>
<form method="post"><p>Notifications: ${twinPosts.map((way) => button('post', way)).join(' ')}</p></form>
${charges === '' ? '<p>No charge yet.</p>' : charges}`,
  );
}
