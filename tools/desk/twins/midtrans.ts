import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { GatewayStatus } from '../../../server/gateway/gateway.ts';
import { twinsPath } from '../../../server/gateway/stand-in.ts';
import {
  bookOf,
  chargeSchema,
  factsOf,
  newTransaction,
  noticeOf,
  revivedTransaction,
  type TwinTransaction,
  waysToPay,
} from './midtrans-transaction.ts';
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

/** What the twin of Midtrans stands on. */
export interface MidtransTwinSettings {
  /** Its server key. */
  readonly key: string;
  readonly merchantId: string;
  readonly now: () => Date;
  readonly deliver: DeliverTwinNotice;
  readonly store?: TwinStore;
  /** Start of the address of its pages for payers, before the payment id; a site that does not exist where it is left out. */
  readonly payerPages?: string;
}

const root = `${twinsPath}/midtrans`;
const keyLifeMs = 5 * 60_000;
const refundSchema = z.object({ refund_key: z.string(), amount: z.int().check(z.positive()) });
const refundable = ['qris', 'gopay', 'shopeepay', 'dana', 'ovo'];

const acts = {
  // Late money comes after the expiry, too.
  settle: { from: ['pending', 'expire'], to: 'settlement' },
  deny: { from: ['pending'], to: 'deny' },
  expire: { from: ['pending'], to: 'expire' },
  reverse: { from: ['settlement'], to: 'deny' },
  chargeback: { from: ['settlement'], to: 'chargeback' },
  refund: { from: ['settlement', 'partial_refund'], to: 'refund' },
  refundPart: { from: ['settlement', 'partial_refund'], to: 'partial_refund' },
} as const satisfies Record<
  Exclude<TwinAct, 'repeat'>,
  { readonly from: readonly GatewayStatus[]; readonly to: GatewayStatus }
>;
const allowed = actsIn(acts);

/** Mounts a server that speaks the Core API of Midtrans as far as our adapter uses it. Without a store its charges end with it. */
export function mountMidtransTwin(app: FastifyInstance, settings: MidtransTwinSettings): Twin {
  const { key: serverKey, merchantId, now, store } = settings;
  const transactions = new Map(
    store?.read.map(({ paymentId: orderId, text }) => [orderId, revivedTransaction(text)]),
  );
  const answered = new Map<string, { readonly body: object; readonly at: Date }>();
  const { isOver, notify, reset, steering, takeFault } = createTwinControls(settings.deliver, now);

  const announce = (of: TwinTransaction) =>
    notify({
      body: noticeOf(of, merchantId, serverKey),
      headers: { 'content-type': 'application/json' },
    });
  const expireDue = () => {
    for (const of of transactions.values()) {
      if (of.status === 'pending' && isOver(of.expiresAt)) of.status = 'expire';
    }
  };
  const save = (of: TwinTransaction) =>
    store?.save(of.charge.transaction_details.order_id, JSON.stringify(of));
  const set = async (of: TwinTransaction, status: GatewayStatus) => {
    of.status = status;
    await save(of);
    await announce(of);
  };
  const say = (reply: FastifyReply, code: string, message: string, more: object = {}) =>
    reply.send({ status_code: code, status_message: message, ...more });
  const find = (request: FastifyRequest) => {
    expireDue();
    const { id } = request.params as { id: string };
    return transactions.get(id) ?? [...transactions.values()].find((one) => one.id === id);
  };
  const notFound = (reply: FastifyReply) => say(reply, '404', "Transaction doesn't exist.");

  const charge = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = String(request.headers['idempotency-key'] ?? '');
    const known = answered.get(key);
    if (known !== undefined && now().getTime() - known.at.getTime() < keyLifeMs) {
      return reply.send(known.body);
    }
    const body = chargeSchema.safeParse(request.body);
    if (!body.success) {
      return say(reply, '400', 'One or more parameters in the payload is invalid.', {
        validation_messages: body.error.issues.map(({ message }) => message),
      });
    }
    if (takeFault('running')) return reply.code(202).send({ status_code: '202' });
    if (takeFault('disabled')) {
      return say(reply, '402', "Merchant doesn't have access for this payment type");
    }
    const orderId = body.data.transaction_details.order_id;
    expireDue();
    if (['pending', 'settlement'].includes(transactions.get(orderId)?.status ?? '')) {
      return say(reply, '406', 'The request could not be completed: order_id has been utilized');
    }
    const of = newTransaction(body.data, key === '' ? orderId : key, now());
    if (takeFault('denied')) of.status = 'deny';
    transactions.set(orderId, of);
    const response = { ...factsOf(of, merchantId), ...waysToPay(of, settings.payerPages) };
    if (of.status === 'pending') answered.set(key, { body: response, at: now() });
    await save(of);
    await announce(of);
    if (takeFault('lost')) return loseResponse(reply);
    if (takeFault('otherAmount')) return reply.send({ ...response, gross_amount: '1.00' });
    return reply.send(response);
  };

  const end =
    (verb: 'cancel' | 'expire') => async (request: FastifyRequest, reply: FastifyReply) => {
      const of = find(request);
      if (of === undefined) return notFound(reply);
      if (of.status !== 'pending') {
        return say(reply, '412', 'Transaction status cannot be updated.');
      }
      await set(of, verb);
      return reply.send(factsOf(of, merchantId, verb === 'expire' ? '407' : '200'));
    };

  const refund = async (request: FastifyRequest, reply: FastifyReply) => {
    const of = find(request);
    const body = refundSchema.safeParse(request.body);
    if (of === undefined) return notFound(reply);
    if (!body.success) return say(reply, '400', 'One or more parameters is invalid.');
    const { amount, refund_key } = body.data;
    const total = of.charge.transaction_details.gross_amount;
    const left = total - of.refunds.reduce((sum, one) => sum + Number(one.refund_amount), 0);
    if (of.refunds.some((one) => one.refund_key === refund_key)) {
      return say(reply, '406', 'Refund key has been used.');
    }
    if (!['settlement', 'partial_refund'].includes(of.status) || amount > left) {
      return say(reply, '412', 'Merchant cannot modify the status of the transaction');
    }
    const { payment_type: type } = of.charge;
    const isClosed = type === 'shopeepay' && isShopeeClosed(now());
    if (!refundable.includes(type) || isClosed || takeFault('refundRefused')) {
      return say(reply, '414', 'Refund is rejected by the payment provider.');
    }
    of.refunds.push({ refund_key, refund_amount: `${amount}.00` });
    await set(of, amount === left ? 'refund' : 'partial_refund');
    if (takeFault('lost')) return loseResponse(reply);
    return reply.send({ ...factsOf(of, merchantId, '200'), refund_key });
  };

  void app.register((scope, _options, ready) => {
    scope.addHook('preHandler', async (request, reply) => {
      if (!isKeyRight(request, serverKey)) {
        return say(
          reply,
          '401',
          'Transaction cannot be authorized with the current client/server key.',
        );
      }
      if (takeFault('error')) return say(reply.code(500), '500', 'Internal Server Error.');
      if (takeFault('slow')) {
        await staySilent(request);
        return say(reply.code(504), '504', 'Gateway Timeout');
      }
    });
    scope.post(`${root}/v2/charge`, charge);
    scope.get(`${root}/v2/:id/status`, async (request, reply) => {
      const of = find(request);
      return of === undefined ? notFound(reply) : reply.send(factsOf(of, merchantId));
    });
    scope.post(`${root}/v2/:id/cancel`, end('cancel'));
    scope.post(`${root}/v2/:id/expire`, end('expire'));
    scope.post(`${root}/v2/:id/refund`, refund);
    scope.post(`${root}/v2/:id/refund/online/direct`, refund);
    ready();
  });

  return {
    ...steering,
    name: 'midtrans',
    charges() {
      expireDue();
      return [...transactions.values()].map((of) => ({
        paymentId: of.paymentId,
        method:
          of.charge.payment_type === 'echannel'
            ? 'mandiri'
            : (of.charge.bank_transfer?.bank ?? of.charge.payment_type),
        ...bookOf(of),
        status: of.status,
        acts: allowed(of.status),
        expiresAt: of.expiresAt,
      }));
    },
    async act(paymentId, act) {
      expireDue();
      const charges = [...transactions.values()];
      const of = chargeFor(
        charges.findLast((one) => one.paymentId === paymentId),
        act,
        allowed,
      );
      if (act === 'settle') of.isPaid = true;
      if (act === 'refund' || act === 'refundPart') {
        const { amount: total, returned } = bookOf(of);
        const amount = act === 'refund' ? total - returned : Math.floor((total - returned) / 2);
        of.refunds.push({ refund_key: `dashboard-${randomUUID()}`, refund_amount: `${amount}.00` });
      }
      await (act === 'repeat' ? announce(of) : set(of, acts[act].to));
    },
    reset() {
      reset();
      transactions.clear();
      answered.clear();
    },
  };
}

/** ShopeePay refunds nothing between 23:55 and 06:00 in Jakarta. */
function isShopeeClosed(at: Date): boolean {
  const time = new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(11, 16);
  return time >= '23:55' || time < '06:00';
}
