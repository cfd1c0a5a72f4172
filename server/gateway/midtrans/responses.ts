import * as z from 'zod/mini';
import type { ChargeStatus, GatewayRefund, GatewayStatus } from '../gateway.ts';
import { noPaymentData, pageAddress, safeAddress, type WholePaymentData } from '../wire.ts';

const word = z.string().check(z.maxLength(300));
const optionalWord = z.optional(z.nullable(word));

/** Code and message of every response. Codes are text; the HTTP status may be another. */
export const codeSchema = z.object({
  status_code: z.coerce.string(),
  status_message: optionalWord,
});

/** A transaction as charge, status and notification show it; unknown fields are ignored. */
export const transactionSchema = z.object({
  status_code: z.coerce.string(),
  transaction_id: word,
  order_id: word,
  transaction_status: word,
  fraud_status: optionalWord,
  gross_amount: z.string().check(z.regex(/^\d{1,15}(\.\d{1,2})?$/)),
  currency: optionalWord,
  merchant_id: optionalWord,
  payment_type: optionalWord,
  expiry_time: optionalWord,
  refund_amount: z.optional(z.nullable(z.string().check(z.regex(/^\d{1,15}(\.\d{1,2})?$/)))),
  refund_key: optionalWord,
  refunds: z.optional(
    z.nullable(
      z.array(
        z.object({
          refund_key: optionalWord,
          refund_chargeback_id: z.optional(z.nullable(z.coerce.string())),
          refund_amount: z.optional(z.coerce.number()),
        }),
      ),
    ),
  ),
  qr_string: z.optional(z.nullable(z.string().check(z.maxLength(1000)))),
  redirect_url: z.optional(z.nullable(z.string().check(z.maxLength(2000)))),
  actions: z.optional(
    z.nullable(z.array(z.object({ name: word, url: z.string().check(z.maxLength(2000)) }))),
  ),
  va_numbers: z.optional(z.nullable(z.array(z.object({ bank: word, va_number: word })))),
  permata_va_number: optionalWord,
  bill_key: optionalWord,
  biller_code: optionalWord,
});
/** A transaction as charge, status and notification show it. */
export type Transaction = z.infer<typeof transactionSchema>;

const statuses: Readonly<Record<string, GatewayStatus>> = {
  pending: 'pending',
  authorize: 'pending',
  settlement: 'settlement',
  capture: 'settlement',
  deny: 'deny',
  failure: 'deny',
  cancel: 'cancel',
  expire: 'expire',
  refund: 'refund',
  partial_refund: 'partial_refund',
  chargeback: 'chargeback',
  partial_chargeback: 'partial_refund',
};

/** Codes of a transaction that is paid, and of one whose fraud check has not ended. */
const successCode = '200';

/**
 * The status of a transaction; null for a word that we do not know, or that its code contradicts: the signature of a notification covers
 * the code, not the word.
 */
export function statusOf(said: Transaction): GatewayStatus | null {
  const status = Object.hasOwn(statuses, said.transaction_status)
    ? (statuses[said.transaction_status] ?? null)
    : null;
  if (status !== 'settlement') return status;
  if (said.fraud_status != null && said.fraud_status !== 'accept') return 'pending';
  return said.status_code === successCode ? status : null;
}

/** Whole rupiah of '145000.00'; not whole for one with cents, so that it fits no payment. */
export function amountOf(said: Transaction): number {
  return Number(said.gross_amount);
}

/** The state of a charge in the words of the port; null for one that `statusOf` does not know. A part of the money counts with its own amount. */
export function chargeStatusOf(said: Transaction): ChargeStatus | null {
  const status = statusOf(said);
  if (status === null) return null;
  const part = said.refund_amount ?? null;
  return {
    status,
    amount: status === 'partial_refund' && part !== null ? Number(part) : amountOf(said),
    currency: said.currency ?? 'IDR',
    reference: said.refund_key ?? said.refunds?.at(-1)?.refund_key ?? null,
    transaction: said.transaction_id,
    ...refundsOf(said, status),
  };
}

/** Midtrans lists a refund once the money has gone back. */
function refundsOf(said: Transaction, status: GatewayStatus): Pick<ChargeStatus, 'refunds'> {
  const { refunds, refund_key } = said;
  if (refunds?.length) return { refunds: refunds.map(bookedRefund) };
  if (status !== 'refund') return {};
  const whole = { key: status, amount: amountOf(said), reference: refund_key ?? null };
  return { refunds: [{ ...whole, state: 'done' }] };
}

function bookedRefund(
  one: NonNullable<Transaction['refunds']>[number],
  index: number,
): GatewayRefund {
  const { refund_amount: amount = 0, refund_key, refund_chargeback_id } = one;
  const key = refund_key ?? refund_chargeback_id ?? String(index + 1);
  return { key, amount, state: 'done', reference: refund_key ?? null };
}

const helpers = /^(?:generate-qr|get-status|cancel)/;

/** How to pay the charge; null if the response does not say it, as that to a later query about a QR code. */
export function paymentDataOf(said: Transaction): WholePaymentData | null {
  if (said.payment_type === 'ovo') return { ...noPaymentData, push: true };
  if (said.bill_key != null && said.biller_code != null) {
    const { bill_key, biller_code } = said;
    return { ...noPaymentData, bank: 'mandiri', bill_key, biller_code };
  }
  const [account] = said.va_numbers ?? [];
  if (account !== undefined) {
    return { ...noPaymentData, virtual_account: account.va_number, bank: account.bank };
  }
  if (said.permata_va_number != null) {
    return { ...noPaymentData, virtual_account: said.permata_va_number, bank: 'permata' };
  }
  const actions = said.actions ?? [];
  const find = (is: (name: string) => boolean) => actions.find(({ name }) => is(name))?.url ?? null;
  const qr_string = said.qr_string ?? null;
  const data = {
    ...noPaymentData,
    qr_string,
    qr_code_url:
      qr_string === null ? pageAddress(find((name) => name.startsWith('generate-qr'))) : null,
    deeplink: safeAddress(find((name) => name.startsWith('deeplink'))),
    checkout_url: pageAddress(
      said.redirect_url ?? find((name) => !name.startsWith('deeplink') && !helpers.test(name)),
    ),
  };
  const way = data.qr_string ?? data.qr_code_url ?? data.deeplink ?? data.checkout_url;
  return way === null ? null : data;
}

/** The end of the charge, which Midtrans writes in Jakarta's time without saying so; null where it names none. */
export function endOf(said: Transaction): Date | null {
  const text = said.expiry_time ?? '';
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null;
  const at = new Date(`${text.replace(' ', 'T')}+07:00`);
  return Number.isNaN(at.getTime()) ? null : at;
}
