import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { demoEmailsPath, demoPaymentsPath } from '../../contract/settings.ts';
import { namesOfMethods } from '../gateway/methods.ts';
import { type SimulatedGateway, simulatedOf } from '../gateway/simulated.ts';
import { type Caller, readCaller, sessionIdOf } from '../http/caller.ts';
import { refuseForeignBrowser } from '../http/csrf.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { emailsPage } from './emails-page.ts';
import { bankAppPage } from './gateway-page.ts';
import { takeForms } from './take-forms.ts';
import { devPagePolicy } from './tool-page.ts';

const emailsShown = 20;
const outcomeSchema = z.strictObject({ outcome: z.enum(['settlement', 'expire', 'deny']) });
const idSchema = z.uuid();
const noPayment = 'You have no such payment';
const back = '<a href="/my-tickets">Tiket saya</a>';

/**
 * Replaces the bank and the mail server in a public demo (§16.3): a page that plays the bank for a payment of the signed-in account, and,
 * without a mail server, the e-mails to that account. Other accounts get 404, visitors are sent to the sign-in. The caller mounts these pages
 * in demo mode only.
 */
export function mountDemo(app: FastifyInstance, services: Services): void {
  const { config } = services;
  const gateway = simulatedOf(services.gateways);
  void app.register((scope, _options, ready) => {
    takeForms(scope);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    });
    if (gateway !== null) mountBank(scope, services, gateway);
    if (config.smtpUrl === null) mountEmails(scope, services);
    ready();
  });
}

function mountBank(scope: FastifyInstance, services: Services, gateway: SimulatedGateway): void {
  const path = `${demoPaymentsPath}/:id`;
  scope.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const caller = await callerOf(services, request);
    if (caller === null) return reply.redirect('/login', 303);
    const charge = await ownCharge(services, gateway, caller, request.params.id);
    const method = namesOfMethods.get(charge.method_code);
    return sendPage(reply, bankAppPage(charge, method?.name ?? charge.method_code, back));
  });
  scope.post<{ Params: { id: string } }>(path, async (request, reply) => {
    refuseForeignBrowser(request, services.config.publicUrl);
    const caller = await callerOf(services, request);
    if (caller === null) throw new Refusal(401, 'Unauthenticated');
    const charge = await ownCharge(services, gateway, caller, request.params.id);
    const body = outcomeSchema.safeParse(request.body);
    if (!body.success) throw new Refusal(422, 'Send outcome=settlement, expire or deny');
    await gateway.settle(charge.payment_id, body.data.outcome);
    return reply.redirect(`${demoPaymentsPath}/${charge.payment_id}`, 303);
  });
}

function mountEmails(scope: FastifyInstance, services: Services): void {
  scope.get(demoEmailsPath, async (request, reply) => {
    const caller = await callerOf(services, request);
    if (caller === null) return reply.redirect('/login', 303);
    // A demo does not verify addresses, so messages to the support, which contain a reply address, are not listed.
    const emails = await services.db.query<{ subject: string; body_text: string; at: Date }>(
      `select m.subject, m.body_text, m.created_at as at
         from mails m join accounts a on lower(a.email) = lower(m.recipient)
        where a.id = $1 and m.created_at >= a.created_at and m.reply_to is null order by m.id desc limit ${emailsShown}`,
      [caller.id],
    );
    return sendPage(reply, emailsPage(emails));
  });
}

function callerOf(
  { clock, config, db }: Services,
  request: FastifyRequest,
): Promise<Caller | null> {
  const sessionId = sessionIdOf(config, request.headers, request.protocol === 'https');
  return readCaller(db, sessionId, clock.now());
}

/** The charge of a payment of this account. Throws Refusal 404 for a missing one and for one of another account. */
async function ownCharge({ db }: Services, gateway: SimulatedGateway, caller: Caller, id: string) {
  if (!idSchema.safeParse(id).success) throw new Refusal(404, noPayment);
  const own = await db.query(
    'select 1 from payments p join orders o on o.id = p.order_id where p.id = $1 and o.account_id = $2',
    [id, caller.id],
  );
  const charge = own.length === 0 ? null : await gateway.find(id);
  if (charge === null) throw new Refusal(404, noPayment);
  return charge;
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', devPagePolicy)
    .send(html);
}
