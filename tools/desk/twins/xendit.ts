import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { twinsPath } from '../../../server/gateway/stand-in.ts';
import { xenditMethods } from '../../../server/gateway/xendit/methods.ts';
import { tokenHeader } from '../../../server/gateway/xendit/notice.ts';
import { statusOf } from '../../../server/gateway/xendit/translation.ts';
import { shopeePay } from './midtrans-transaction.ts';
import {
  actsIn,
  chargeFor,
  createTwinControls,
  type DeliverTwinNotice,
  isKeyRight,
  loseResponse,
  staySilent,
  type Twin,
  type TwinAct,
  type TwinStore,
} from './twin.ts';
import { mountTwinPayouts } from './xendit-payouts.ts';

/** What the twin of Xendit stands on. */
export interface XenditTwinSettings {
  readonly key: string;
  readonly callbackToken: string;
  readonly merchantId: string;
  readonly now: () => Date;
  readonly deliver: DeliverTwinNotice;
  readonly store?: TwinStore;
  /** Start of the address of its pages for payers, before the payment id; a site that does not exist where it is left out. */
  readonly payerPages?: string;
}

const bodySchema = z.object({
  reference_id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.literal('PAY'),
  country: z.literal('ID'),
  currency: z.literal('IDR'),
  request_amount: z.number().check(z.positive()),
  channel_code: z.enum(xenditMethods.map(({ channel }) => channel)),
  channel_properties: z.object({
    expires_at: z.optional(z.iso.datetime()),
    display_name: z.optional(z.string().check(z.maxLength(50))),
    success_return_url: z.optional(z.url()),
    account_mobile_number: z.optional(z.string().check(z.regex(/^\+628\d{7,12}$/))),
  }),
});

const refundSchema = z.object({
  reference_id: z.string(),
  payment_request_id: z.string(),
  currency: z.literal('IDR'),
  amount: z.number().check(z.positive()),
  reason: z.string(),
});

/** A payment request of the twin; it keeps nothing of the buyer. */
interface TwinRequest {
  readonly id: string;
  readonly paymentId: string;
  readonly body: Omit<z.infer<typeof bodySchema>, 'channel_properties'> & {
    readonly channel_properties: { readonly expires_at?: string | undefined };
  };
  readonly expiresAt: Date;
  status: string;
  /** True from the payment on, whatever became of the money; absent in rows of before. */
  isPaid?: boolean;
  readonly refunds: { id: string; reference_id: string; amount: number; status: string }[];
}

const root = `${twinsPath}/xendit`;
const walletMs = 30 * 60_000;
const sitePages = 'https://xendit.example.invalid/pay';

const acts: Readonly<
  Record<Exclude<TwinAct, 'repeat'>, { readonly from: readonly string[]; readonly to: string }>
> = {
  // Late money comes after the expiry, too.
  settle: { from: ['REQUIRES_ACTION', 'EXPIRED'], to: 'SUCCEEDED' },
  deny: { from: ['REQUIRES_ACTION'], to: 'FAILED' },
  expire: { from: ['REQUIRES_ACTION'], to: 'EXPIRED' },
  reverse: { from: ['SUCCEEDED'], to: 'FAILED' },
  // Xendit tells a dispute by other ways.
  chargeback: { from: [], to: '' },
  refund: { from: ['SUCCEEDED'], to: 'SUCCEEDED' },
  refundPart: { from: ['SUCCEEDED'], to: 'SUCCEEDED' },
};
const allowed = actsIn(acts);

/** Mounts a server that speaks version 3 of Xendit's Payments API as far as our adapter uses it. Without a store its charges end with it. */
export function mountXenditTwin(app: FastifyInstance, settings: XenditTwinSettings): Twin {
  const { key, callbackToken, merchantId, now, store, payerPages = sitePages } = settings;
  const requests = new Map(store?.read.map(({ paymentId, text }) => [paymentId, revived(text)]));
  const controls = createTwinControls(settings.deliver, now);
  const { isOver, steering, takeFault } = controls;

  /** A payment request as Xendit shows it. */
  const shown = ({ id, body, paymentId, status }: TwinRequest) => ({
    payment_request_id: id,
    ...body,
    status,
    actions: actionsOf(id, body.channel_code, `${payerPages}/${paymentId}`),
  });
  const say = (reply: FastifyReply, status: number, error_code: string) =>
    reply.code(status).send({ error_code, message: 'A message for people.' });
  const notFound = (reply: FastifyReply) => say(reply, 404, 'DATA_NOT_FOUND');
  const notify = (event: string, data: object) =>
    controls.notify({
      body: JSON.stringify({ event, business_id: merchantId, api_version: 'v3', data }),
      headers: { 'content-type': 'application/json', [tokenHeader]: callbackToken },
    });
  const announce = async (of: TwinRequest) => {
    // Xendit says nothing of a request that waits.
    if (of.status === 'REQUIRES_ACTION') return;
    const event = of.status === 'SUCCEEDED' ? 'payment.capture' : 'payment.failure';
    await notify(event, { ...shown(of), payment_id: `py-${of.id}`, a_field_of_tomorrow: {} });
  };
  const save = (of: TwinRequest) => store?.save(of.paymentId, JSON.stringify(of));
  const set = async (of: TwinRequest, status: string) => {
    of.status = status;
    await save(of);
    await announce(of);
  };
  const expireDue = () => {
    for (const of of requests.values()) {
      if (of.status === 'REQUIRES_ACTION' && isOver(of.expiresAt)) of.status = 'EXPIRED';
    }
  };
  const byId = (id: string) => {
    expireDue();
    return [...requests.values()].find((one) => one.id === id);
  };
  const addRefund = async (of: TwinRequest, reference_id: string, amount: number) => {
    const refund = { id: `rfd-${randomUUID()}`, reference_id, amount, status: 'SUCCEEDED' };
    of.refunds.push(refund);
    await save(of);
    await notify('refund.succeeded', { ...refund, payment_request_id: of.id, currency: 'IDR' });
    return refund;
  };

  let paidOut: (paymentId: string) => number = () => 0;
  const bookOf = ({ body, isPaid = false, paymentId, refunds, status }: TwinRequest) => {
    const { request_amount: amount } = body;
    const refunded = refunds.reduce((sum, one) => sum + one.amount, 0);
    const reversed = isPaid && status !== 'SUCCEEDED' ? amount : 0;
    const returned = refunded + reversed + paidOut(paymentId);
    return { amount, received: isPaid ? amount : 0, returned };
  };
  // What went back already is not sent back again from here.
  const actsOf = (of: TwinRequest) => {
    const { amount, returned } = bookOf(of);
    return allowed(of.status).filter(
      (act) => act === 'repeat' || returned < (act.startsWith('refund') ? amount : 1),
    );
  };

  const charge = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = bodySchema.safeParse(request.body);
    if (!body.success) return say(reply, 400, 'API_VALIDATION_ERROR');
    if (takeFault('running')) return say(reply, 409, 'IDEMPOTENCY_ERROR');
    if (takeFault('disabled')) return say(reply, 403, 'CHANNEL_NOT_ACTIVATED');
    const paymentId = body.data.reference_id;
    expireDue();
    const known = requests.get(paymentId);
    if (known !== undefined) {
      if (request.headers['idempotency-key'] === paymentId) return reply.send(shown(known));
      return say(reply, 409, 'DUPLICATE_ERROR');
    }
    const { expires_at: end } = body.data.channel_properties;
    const kept = { ...body.data, channel_properties: { expires_at: end } };
    const of: TwinRequest = {
      id: `pr-${randomUUID()}`,
      paymentId,
      body: kept,
      expiresAt: end === undefined ? new Date(now().getTime() + walletMs) : new Date(end),
      status: takeFault('denied') ? 'FAILED' : 'REQUIRES_ACTION',
      refunds: [],
    };
    requests.set(paymentId, of);
    await save(of);
    if (takeFault('lost')) return loseResponse(reply);
    const amount = takeFault('otherAmount') ? { request_amount: 1 } : {};
    return reply.code(201).send({ ...shown(of), ...amount });
  };

  const refund = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = refundSchema.safeParse(request.body);
    if (!body.success) return say(reply, 400, 'API_VALIDATION_ERROR');
    const of = byId(body.data.payment_request_id);
    if (of === undefined) return notFound(reply);
    const { amount, reference_id } = body.data;
    const left = of.body.request_amount - of.refunds.reduce((sum, one) => sum + one.amount, 0);
    if (of.status !== 'SUCCEEDED') return say(reply, 400, 'INELIGIBLE_TRANSACTION');
    if (amount > left) return say(reply, 400, 'MAXIMUM_REFUND_AMOUNT_REACHED');
    if (of.body.channel_code.endsWith('_VIRTUAL_ACCOUNT') || takeFault('refundRefused')) {
      return say(reply, 403, 'REFUND_NOT_SUPPORTED');
    }
    const made = await addRefund(of, reference_id, amount);
    return takeFault('lost') ? loseResponse(reply) : reply.send(made);
  };

  void app.register((scope, _options, ready) => {
    scope.addHook('preHandler', async (request, reply) => {
      if (!isKeyRight(request, key)) return say(reply, 401, 'INVALID_API_KEY');
      if (takeFault('error')) return say(reply, 500, 'SERVER_ERROR');
      if (takeFault('slow')) {
        await staySilent(request);
        return say(reply, 504, 'GATEWAY_TIMEOUT');
      }
    });
    scope.post(`${root}/v3/payment_requests`, charge);
    scope.get<{ Querystring: { reference_id?: string } }>(
      `${root}/v3/payment_requests`,
      async (request, reply) => {
        expireDue();
        const of = requests.get(request.query.reference_id ?? '');
        return reply.send({ data: of === undefined ? [] : [shown(of)], has_more: false });
      },
    );
    scope.get<{ Params: { id: string } }>(
      `${root}/v3/payment_requests/:id`,
      async (request, reply) => {
        const of = byId(request.params.id);
        return of === undefined ? notFound(reply) : reply.send(shown(of));
      },
    );
    scope.post<{ Params: { id: string } }>(
      `${root}/v3/payment_requests/:id/cancel`,
      async (request, reply) => {
        const of = byId(request.params.id);
        if (of === undefined) return notFound(reply);
        if (of.status !== 'REQUIRES_ACTION') return say(reply, 400, 'PAYMENT_REQUEST_INACTIVE');
        of.status = 'CANCELED';
        await save(of);
        return reply.send(shown(of));
      },
    );
    paidOut = mountTwinPayouts(scope, root);
    scope.post(`${root}/refunds`, refund);
    scope.get<{ Querystring: { payment_request_id?: string } }>(
      `${root}/refunds`,
      async (request, reply) =>
        reply.send({ data: byId(request.query.payment_request_id ?? '')?.refunds ?? [] }),
    );
    ready();
  });

  return {
    ...steering,
    name: 'xendit',
    charges() {
      expireDue();
      return [...requests.values()].map((of) => ({
        paymentId: of.paymentId,
        method: xenditMethods.find(({ channel }) => channel === of.body.channel_code)?.code ?? '',
        ...bookOf(of),
        status: of.refunds.length > 0 ? 'refund' : (statusOf(of.status) ?? 'pending'),
        acts: actsOf(of),
        expiresAt: of.expiresAt,
      }));
    },
    async act(paymentId, act) {
      expireDue();
      const known = requests.get(paymentId);
      const of = chargeFor(known, act, () => (known === undefined ? [] : actsOf(known)));
      if (act === 'settle') of.isPaid = true;
      if (act === 'repeat') await announce(of);
      else if (act === 'refund' || act === 'refundPart') {
        const left = of.body.request_amount - bookOf(of).returned;
        const amount = act === 'refund' ? left : Math.floor(left / 2);
        await addRefund(of, `dashboard-${randomUUID()}`, amount);
      } else await set(of, acts[act].to);
    },
    reset() {
      controls.reset();
      requests.clear();
    },
  };
}

function revived(text: string): TwinRequest {
  const of = JSON.parse(text) as TwinRequest;
  return { ...of, expiresAt: new Date(of.expiresAt) };
}

function actionsOf(id: string, channel: string, page: string): object {
  const present = (descriptor: string, value: string) => [
    { type: 'PRESENT_TO_CUSTOMER', descriptor, value },
  ];
  const link = (descriptor: string, value: string) => [
    { type: 'REDIRECT_CUSTOMER', descriptor, value },
  ];
  if (channel === 'QRIS') return present('QR_STRING', `SIMULASI-QRIS-${id}`);
  if (channel === 'OVO') return [];
  if (channel === 'SHOPEEPAY') return link('DEEPLINK_URL', `${shopeePay}${id}`);
  // The shape of the older API, which some channels still have.
  if (channel === 'DANA') return { mobile_web_checkout_url: page, desktop_web_checkout_url: page };
  if (!channel.endsWith('_VIRTUAL_ACCOUNT')) return link('WEB_URL', page);
  const digits = (parseInt(id.replace(/[^0-9a-f]/g, '').slice(0, 11), 16) % 1e10).toString();
  return present('VIRTUAL_ACCOUNT_NUMBER', `8800${digits.padStart(10, '0')}`);
}
