import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { GatewayStatus } from '../../../server/gateway/gateway.ts';
import { midtransSignature } from '../../../server/gateway/midtrans/notice.ts';

/** Start of a link that opens ShopeePay on a phone, before its token. */
export const shopeePay =
  'https://wsa.wallet.airpay.co.id/universal-link/wallet/pay?deep_and_deferred=1&token=';

/** Names of one line in the body of a charge: Midtrans refuses longer ones. */
const name = z.string().check(z.minLength(1), z.maxLength(50));
const callback = z.object({ callback_url: z.url() });

/** The body of a charge as Midtrans accepts it; the sum of the lines must be the amount. */
export const chargeSchema = z
  .object({
    payment_type: z.enum([
      'qris',
      'gopay',
      'shopeepay',
      'dana',
      'ovo',
      'bank_transfer',
      'echannel',
    ]),
    transaction_details: z.object({
      order_id: z.string().check(z.regex(/^[\w.~-]{1,50}$/)),
      gross_amount: z.int().check(z.positive()),
    }),
    item_details: z.array(
      z.object({ id: name, name, price: z.int(), quantity: z.int().check(z.positive()) }),
    ),
    customer_details: z.object({ first_name: name, email: z.email() }),
    custom_expiry: z.optional(
      z.object({
        order_time: z.string().check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0700$/)),
        expiry_duration: z.int().check(z.positive()),
        unit: z.enum(['second', 'minute']),
      }),
    ),
    gopay: z.optional(callback),
    shopeepay: z.optional(callback),
    dana: z.optional(callback),
    ovo: z.optional(z.object({ payer_phone_number: z.string().check(z.regex(/^08\d{7,12}$/)) })),
    bank_transfer: z.optional(z.object({ bank: z.enum(['bca', 'bni', 'bri', 'cimb', 'permata']) })),
    echannel: z.optional(
      z.object({
        bill_info1: z.string().check(z.maxLength(10)),
        bill_info2: z.string().check(z.maxLength(30)),
      }),
    ),
  })
  .check(
    z.refine(
      ({ item_details: items, transaction_details: total }) =>
        items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) ===
        total.gross_amount,
      'transaction_details.gross_amount is not equal to the sum of item_details',
    ),
    z.refine(
      (body) =>
        ['qris', 'gopay'].includes(body.payment_type) || body[body.payment_type as 'ovo'] != null,
      'the object of the payment type is missing',
    ),
  );
/** The body of a charge. */
export type MidtransCharge = z.infer<typeof chargeSchema>;

/** A transaction of the twin; it keeps nothing of the buyer. */
export interface TwinTransaction {
  readonly id: string;
  /** Our payment id, by which tools steer; the key of the call that made it. */
  readonly paymentId: string;
  readonly charge: Pick<MidtransCharge, 'payment_type' | 'transaction_details' | 'bank_transfer'>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  status: GatewayStatus;
  /** True from the payment on, whatever became of the money; absent in rows of before. */
  isPaid?: boolean;
  readonly refunds: { readonly refund_key: string; readonly refund_amount: string }[];
}

const defaultMinutes = 15;
const ovoSeconds = 60;

/** A transaction that waits for its payer. */
export function newTransaction(
  body: MidtransCharge,
  paymentId: string,
  now: Date,
): TwinTransaction {
  const { bank_transfer, custom_expiry: expiry, payment_type: type, transaction_details } = body;
  const factor = expiry?.unit === 'minute' ? 60 : 1;
  const seconds =
    type === 'ovo'
      ? ovoSeconds
      : (expiry?.expiry_duration ?? defaultMinutes * 60) * (expiry ? factor : 1);
  const createdAt = now;
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  const charge = { payment_type: type, transaction_details, bank_transfer };
  return {
    id: randomUUID(),
    paymentId,
    charge,
    createdAt,
    expiresAt,
    status: 'pending',
    refunds: [],
  };
}

/** A transaction from its JSON text. */
export function revivedTransaction(text: string): TwinTransaction {
  const of = JSON.parse(text) as TwinTransaction;
  return {
    ...of,
    paymentId: of.paymentId ?? of.charge.transaction_details.order_id,
    createdAt: new Date(of.createdAt),
    expiresAt: new Date(of.expiresAt),
  };
}

/** The book of the twin about one transaction, in whole rupiah. */
export function bookOf({ charge, isPaid = false, refunds, status }: TwinTransaction) {
  const { gross_amount: amount } = charge.transaction_details;
  const refunded = refunds.reduce((sum, { refund_amount: part }) => sum + Number(part), 0);
  const isGone = isPaid && ['deny', 'refund', 'chargeback'].includes(status);
  return { amount, received: isPaid ? amount : 0, returned: isGone ? amount : refunded };
}

const codes: Readonly<Record<string, string>> = { pending: '201', deny: '202', expire: '202' };

/** The fields that every response and notification about a transaction has. */
export function factsOf(of: TwinTransaction, merchantId: string, code?: string) {
  const refunded = of.refunds.reduce((sum, { refund_amount: part }) => sum + Number(part), 0);
  return {
    status_code: code ?? codes[of.status] ?? '200',
    status_message: 'Success, transaction is found',
    transaction_id: of.id,
    order_id: of.charge.transaction_details.order_id,
    merchant_id: merchantId,
    gross_amount: `${of.charge.transaction_details.gross_amount}.00`,
    currency: 'IDR',
    payment_type: of.charge.payment_type,
    transaction_time: jakartaText(of.createdAt),
    transaction_status: of.status,
    fraud_status: 'accept',
    expiry_time: jakartaText(of.expiresAt),
    ...accountOf(of),
    ...(of.refunds.length === 0 ? {} : { refunds: of.refunds, refund_amount: `${refunded}.00` }),
  };
}

/** Account numbers stand in the response to a charge and in that to a later query. */
function accountOf({ id, charge }: TwinTransaction): object {
  const digits = (parseInt(id.replaceAll('-', '').slice(0, 11), 16) % 1e10)
    .toString()
    .padStart(10, '0');
  const { bank_transfer: transfer, payment_type: type } = charge;
  if (type === 'echannel') return { bill_key: digits, biller_code: '70012' };
  if (transfer?.bank === 'permata') return { permata_va_number: `850${digits}` };
  if (transfer === undefined) return {};
  return { va_numbers: [{ bank: transfer.bank, va_number: `8800${digits}` }] };
}

/** No such site exists. */
const site = 'https://midtrans.example.invalid';

/** QR codes and links stand in the response to a charge alone. */
export function waysToPay(
  { id, paymentId, charge }: TwinTransaction,
  payerPages = `${site}/pay`,
): object {
  const action = (label: string, url: string) => ({ name: label, method: 'GET', url });
  const qr = action('generate-qr-code', `${site}/v2/qris/${id}/qr-code`);
  const status = action('get-status', `${site}/v2/${id}/status`);
  switch (charge.payment_type) {
    case 'qris':
      return { acquirer: 'gopay', qr_string: `SIMULASI-QRIS-${id}`, actions: [qr] };
    case 'gopay':
      return {
        actions: [
          qr,
          action('deeplink-redirect', `https://gojek.link/gopay/merchanttransfer?tref=${id}`),
          status,
        ],
      };
    case 'shopeepay':
      return {
        actions: [action('deeplink-redirect', `${shopeePay}${id}`)],
      };
    case 'dana':
      return {
        actions: [action('web-checkout', `${payerPages}/${paymentId}`)],
      };
    default:
      return {};
  }
}

/** A signed notification about the present status. */
export function noticeOf(of: TwinTransaction, merchantId: string, serverKey: string): string {
  const facts = factsOf(of, merchantId);
  return JSON.stringify({
    ...facts,
    status_message: 'midtrans payment notification',
    signature_key: midtransSignature(facts, serverKey),
    // Midtrans adds fields without notice.
    transaction_type: 'off-us',
    a_field_of_tomorrow: { nested: [1, 2] },
  });
}

function jakartaText(at: Date): string {
  return new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
