import { apiRoot } from '../../../contract/limits.ts';
import {
  ChargeDenied,
  type ChargeRef,
  type ChargeRequest,
  type ChargeStatus,
  type GatewayRefund,
  type MadeCharge,
  type PaymentGateway,
  RefundRefused,
} from '../gateway.ts';
import { createWire, type WireResponse, type WireSettings } from '../wire.ts';
import { type XenditMethod, xenditMethods } from './methods.ts';
import { readXenditNotice, tokenHeader } from './notice.ts';
import { createXenditPayouts } from './payouts.ts';
import {
  endOf,
  errorSchema,
  listSchema,
  paymentDataOf,
  refundResponseSchema,
  refundsSchema,
  requestBody,
  requestSchema,
  statusOf,
  type XenditRefund,
  type XenditRequest,
} from './translation.ts';

/** Settings of Xendit. */
export interface XenditSettings extends WireSettings {
  /** The token of its notifications. */
  readonly callbackToken: string;
  /** Compared with notifications where it is known. */
  readonly merchantId?: string | null;
}

const path = '/v3/payment_requests';
const version = { 'api-version': '2024-11-11' };

/** Refunds that may fail at the channel before no other is tried. */
const mostFailedRefunds = 3;
/** Errors of a refund that say of the channel, or of the payer's bank, that it never sends this back (docs.xendit.co/qr-codes/test-scenarios). */
const lastRefusals = ['REFUND_NOT_SUPPORTED', 'PARTIAL_REFUND_NOT_SUPPORTED'];
/** Errors of a refund that say that nothing went back. */
const refusals = [...lastRefusals, 'INELIGIBLE_TRANSACTION', 'MAXIMUM_REFUND_AMOUNT_REACHED'];

/** The Payments API of Xendit, version 3 (issue 19, decision 072). */
export function createXendit(settings: XenditSettings): PaymentGateway {
  const ask = createWire(settings);

  /** By Xendit's id; by ours while the response to the charge is missing. */
  const find = async ({ paymentId, reference }: ChargeRef): Promise<XenditRequest | null> => {
    if (reference !== null) {
      const one = `${path}/${encodeURIComponent(reference)}`;
      const response = await ask('GET', one, { headers: version });
      return response.status === 404 ? null : requestOf(response, paymentId);
    }
    const query = `${path}?reference_id=${encodeURIComponent(paymentId)}`;
    const response = await ask('GET', query, { headers: version });
    if (response.status === 404) return null;
    const list = response.status === 200 ? listSchema.safeParse(response.body) : null;
    if (list?.success !== true) throw new Error(`Xendit did not list (${response.status}).`);
    return list.data.data.find((one) => one.reference_id === paymentId) ?? null;
  };

  const refundsOf = async (requestId: string): Promise<readonly XenditRefund[]> => {
    const query = `/refunds?payment_request_id=${encodeURIComponent(requestId)}`;
    const response = await ask('GET', query);
    if (response.status === 404) return [];
    const list = response.status === 200 ? refundsSchema.safeParse(response.body) : null;
    if (list?.success !== true) {
      throw new Error(`Xendit did not list refunds (${response.status}).`);
    }
    return list.data.data;
  };

  const status = async (charge: ChargeRef): Promise<ChargeStatus | null> => {
    const found = await find(charge);
    if (found === null) return null;
    const word = statusOf(found.status);
    if (word === null) throw new Error('Xendit sent a status that we do not know.');
    const { request_amount: amount, currency, payment_request_id: transaction } = found;
    if (word !== 'settlement')
      return { status: word, amount, currency, reference: null, transaction };
    // A refund does not change the status of a request.
    const all = await refundsOf(found.payment_request_id);
    const done = all.filter(isDone);
    const refunded = done.reduce((sum, one) => sum + one.amount, 0);
    const reference = done.at(-1)?.id ?? null;
    const refunds = all.length === 0 ? {} : { refunds: all.map(bookedRefund) };
    if (refunded === 0)
      return { status: word, amount, currency, reference, transaction, ...refunds };
    return refunded >= amount
      ? { status: 'refund', amount, currency, reference, transaction, ...refunds }
      : {
          status: 'partial_refund',
          amount: refunded,
          currency,
          reference,
          transaction,
          ...refunds,
        };
  };

  return {
    name: 'xendit',
    methods: xenditMethods,
    webhookPath: `${apiRoot}/webhooks/xendit`,
    // Its token is a header.
    signatureFields: [],
    async charge(charge) {
      const method = methodOf(charge.methodCode);
      const response = await ask('POST', path, {
        body: requestBody(charge, method),
        headers: { ...version, 'idempotency-key': charge.paymentId },
      });
      if (response.status === 200 || response.status === 201) {
        return made(requestOf(response, charge.paymentId), charge, method);
      }
      if (response.status === 409) {
        const { paymentId, methodCode } = charge;
        const first = await find({ paymentId, methodCode, reference: null });
        if (first !== null) return made(first, charge, method);
      }
      const code = errorOf(response);
      const isDenied =
        response.status === 400 || (response.status === 403 && code.startsWith('CHANNEL_'));
      if (isDenied) throw new ChargeDenied(`Xendit denied a charge (${code}).`);
      throw new Error(`Xendit did not make a charge (${response.status}).`);
    },
    status,
    async void(charge) {
      const found = await find(charge);
      if (found === null) return true;
      if (statusOf(found.status) === 'pending') {
        const one = `${path}/${encodeURIComponent(found.payment_request_id)}/cancel`;
        await ask('POST', one, { headers: version });
      }
      // The state says what happened: the buyer may have paid meanwhile, and some channels cannot be cancelled.
      const word = (await status(charge))?.status ?? 'cancel';
      return ['expire', 'cancel', 'deny'].includes(word);
    },
    async refund(charge, amount, key) {
      const found = await find(charge);
      if (found === null) throw new Error('Xendit does not know the charge of a refund.');
      const requestId = found.payment_request_id;
      const own = (await refundsOf(requestId)).filter((one) => one.reference_id === key);
      const done = own.find(isDone);
      if (done !== undefined) return done.id;
      const failed = own.filter(isFailed);
      if (own.length > failed.length) throw new Error('A refund at Xendit is still under way.');
      if (failed.length >= mostFailedRefunds) throw new RefundRefused('Refunds at Xendit fail.');
      const response = await ask('POST', '/refunds', {
        body: {
          reference_id: key,
          payment_request_id: requestId,
          currency: 'IDR',
          amount,
          reason: 'REQUESTED_BY_CUSTOMER',
        },
        headers: { 'idempotency-key': `${key}-refund-${failed.length}` },
      });
      const refund = refundResponseSchema.safeParse(response.body);
      if (!refund.success) {
        const code = errorOf(response);
        const reason = `Xendit did not refund (${code}).`;
        throw refusals.includes(code)
          ? new RefundRefused(reason, lastRefusals.includes(code))
          : new Error(reason);
      }
      if (!isDone(refund.data)) throw new Error('A refund at Xendit is still under way.');
      return refund.data.id;
    },
    payouts: createXenditPayouts(ask),
    readNotice: (rawBody, headers) =>
      readXenditNotice(rawBody, headers[tokenHeader], {
        callbackToken: settings.callbackToken,
        merchantId: settings.merchantId ?? null,
      }),
  };
}

function methodOf(code: string): XenditMethod {
  const method = xenditMethods.find((candidate) => candidate.code === code);
  if (method === undefined) throw new Error('Xendit has no such method.');
  return method;
}

function isDone({ status }: XenditRefund): boolean {
  return status === 'SUCCEEDED';
}

function isFailed({ status }: XenditRefund): boolean {
  return status === 'FAILED' || status === 'CANCELLED';
}

function bookedRefund(one: XenditRefund): GatewayRefund {
  const state = isDone(one) ? 'done' : isFailed(one) ? 'failed' : 'pending';
  return { key: one.reference_id ?? one.id, amount: one.amount, state, reference: one.id };
}

function errorOf({ status, body }: WireResponse): string {
  const error = errorSchema.safeParse(body);
  return error.success ? error.data.error_code : String(status);
}

function requestOf(response: WireResponse, paymentId: string): XenditRequest {
  const said = requestSchema.safeParse(response.body);
  if (!said.success) throw new Error(`Xendit sent no payment request (${errorOf(response)}).`);
  if (said.data.reference_id !== paymentId) throw new Error('Xendit sent another payment request.');
  return said.data;
}

function made(said: XenditRequest, charge: ChargeRequest, method: XenditMethod): MadeCharge {
  const status = statusOf(said.status);
  if (status === 'deny' || status === 'expire' || status === 'cancel') {
    throw new ChargeDenied(`The charge at Xendit has ended (${said.status}).`);
  }
  if (said.request_amount !== charge.amount || said.currency !== 'IDR') {
    throw new Error('Xendit made a charge for another amount.');
  }
  const data = paymentDataOf(said, method);
  if (data === null) throw new Error('Xendit did not say how to pay a charge.');
  return { data, reference: said.payment_request_id, expiresAt: endOf(said) };
}
