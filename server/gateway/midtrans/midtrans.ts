import { apiRoot } from '../../../contract/limits.ts';
import {
  ChargeDenied,
  type ChargeRequest,
  type MadeCharge,
  type PaymentGateway,
  RefundRefused,
} from '../gateway.ts';
import { createWire, type WireResponse, type WireSettings } from '../wire.ts';
import { type MidtransMethod, midtransMethods } from './methods.ts';
import { readMidtransNotice } from './notice.ts';
import { chargeBody, orderIdOf, refundBody } from './requests.ts';
import {
  amountOf,
  chargeStatusOf,
  codeSchema,
  endOf,
  paymentDataOf,
  statusOf,
  type Transaction,
  transactionSchema,
} from './responses.ts';

/** Settings of Midtrans; the key belongs to one merchant and one environment. */
export interface MidtransSettings extends WireSettings {
  /** Compared with notifications where it is known. */
  readonly merchantId?: string | null;
}

/** Codes of a refund that the charge does not allow, for example because all of its money has gone back, and that its provider rejects. */
const refusals = ['412', '414'];

/** The Core API of Midtrans (issue 19, decision 072). */
export function createMidtrans(settings: MidtransSettings): PaymentGateway {
  const ask = createWire(settings);
  const pathOf = (orderId: string) => `/v2/${encodeURIComponent(orderId)}`;

  const find = async (orderId: string): Promise<Transaction | null> => {
    const response = await ask('GET', `${pathOf(orderId)}/status`);
    if (codeOf(response) === '404') return null;
    return transactionOf(response, orderId);
  };

  const statusOfCharge = async (orderId: string) => {
    const found = await find(orderId);
    if (found === null) return null;
    const status = chargeStatusOf(found);
    if (status === null) throw new Error('Midtrans sent a status that we do not know.');
    return status;
  };

  const voidCharge = async (orderId: string): Promise<boolean> => {
    // Expire first: it ends a charge that waits, and nothing else. A cancellation of a wallet's charge that is just being paid returns money.
    for (const verb of ['expire', 'cancel']) {
      const code = codeOf(await ask('POST', `${pathOf(orderId)}/${verb}`));
      if (code === '404') return true;
      // A response of 200 or 407 means success, but the state says what happened: the buyer may have paid meanwhile.
      const status = (await statusOfCharge(orderId))?.status ?? 'cancel';
      if (status !== 'pending') return ['expire', 'cancel', 'deny'].includes(status);
    }
    return false;
  };

  /** A charge with our id exists, and Midtrans remembers its response no longer. */
  const recall = async (charge: ChargeRequest): Promise<MadeCharge> => {
    const found = await find(orderIdOf(charge));
    if (found === null) throw new Error('Midtrans refuses a charge that it does not know.');
    if (statusOf(found) === 'pending') {
      if (paymentDataOf(found) !== null) return made(found, charge.amount);
      if (!(await voidCharge(orderIdOf(charge)))) {
        throw new Error('Midtrans did not void a charge whose data it does not give again.');
      }
    } else if (statusOf(found) === 'settlement') {
      throw new Error('Midtrans has a paid charge of this payment.');
    }
    throw new ChargeDenied('Midtrans does not give the data of this charge again.');
  };

  return {
    name: 'midtrans',
    methods: midtransMethods,
    webhookPath: `${apiRoot}/webhooks/midtrans`,
    signatureFields: ['signature_key'],
    async charge(charge) {
      const response = await ask('POST', '/v2/charge', {
        body: chargeBody(charge, methodOf(charge.methodCode)),
        headers: { 'idempotency-key': charge.paymentId },
      });
      const code = codeOf(response);
      if (code === '200' || code === '201') {
        return made(transactionOf(response, orderIdOf(charge)), charge.amount);
      }
      if (code === '406') return recall(charge);
      if (isDenied(code, response)) throw new ChargeDenied(`Midtrans denied a charge (${code}).`);
      throw new Error(`Midtrans did not make a charge (${code}).`);
    },
    status: (charge) => statusOfCharge(orderIdOf(charge)),
    void: (charge) => voidCharge(orderIdOf(charge)),
    async refund(charge, amount, key) {
      const orderId = orderIdOf(charge);
      const { refundPath } = methodOf(charge.methodCode);
      const response = await ask('POST', `${pathOf(orderId)}/${refundPath}`, {
        body: refundBody(key, amount),
        // Keys are shared by all calls of a merchant.
        headers: { 'idempotency-key': `${key}-refund` },
      });
      if (codeOf(response) === '200') return transactionOf(response, orderId).refund_key ?? null;
      // A repeated refund key is refused: the first one holds.
      const found = await find(orderId);
      if (found?.refunds?.some(({ refund_key: known }) => known === key) === true) return key;
      const code = codeOf(response);
      const reason = `Midtrans did not refund (${code}).`;
      throw refusals.includes(code) ? new RefundRefused(reason) : new Error(reason);
    },
    readNotice: (rawBody) => readMidtransNotice(rawBody, settings.key, settings.merchantId ?? null),
  };
}

function methodOf(code: string): MidtransMethod {
  const method = midtransMethods.find((candidate) => candidate.code === code);
  if (method === undefined) throw new Error('Midtrans has no such method.');
  return method;
}

function codeOf({ status, body }: WireResponse): string {
  const code = codeSchema.safeParse(body);
  return code.success ? code.data.status_code : String(status);
}

/** Refusals that a repetition does not change; 202 is a denial only of a transaction, else the first call is still running. */
function isDenied(code: string, response: WireResponse): boolean {
  if (code === '202') {
    const said = transactionSchema.safeParse(response.body);
    return said.success && statusOf(said.data) === 'deny';
  }
  return ['400', '402', '403', '410', '411', '412', '413', '414'].includes(code);
}

function transactionOf(response: WireResponse, orderId: string): Transaction {
  const said = transactionSchema.safeParse(response.body);
  if (!said.success) {
    throw new Error(`Midtrans sent a transaction that we cannot read (${codeOf(response)}).`);
  }
  if (said.data.order_id !== orderId) throw new Error('Midtrans sent another transaction.');
  return said.data;
}

function made(said: Transaction, amount: number): MadeCharge {
  if (amountOf(said) !== amount || (said.currency ?? 'IDR') !== 'IDR') {
    throw new Error('Midtrans made a charge for another amount.');
  }
  const data = paymentDataOf(said);
  if (data === null) throw new Error('Midtrans did not say how to pay a charge.');
  return { data, reference: said.transaction_id, expiresAt: endOf(said) };
}
