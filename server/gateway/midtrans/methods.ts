import type { GatewayMethod } from '../gateway.ts';

/** One payment method of Midtrans with the words of its wire. */
export interface MidtransMethod extends GatewayMethod {
  readonly paymentType: string;
  /** Bank of a `bank_transfer`. */
  readonly bank: string | null;
  /** Path of a refund after the id of the charge. */
  readonly refundPath: 'refund' | 'refund/online/direct';
}

const minutes = 60;
const days = 24 * 60 * minutes;

const wallet = {
  bank: null,
  minAmount: 1_000,
  // The batch that ends them at Midtrans runs late below 15 minutes.
  window: { least: 15 * minutes, most: days },
  asks: null,
  refundPath: 'refund/online/direct',
} as const;

function account(code: string): MidtransMethod {
  return {
    code,
    paymentType: 'bank_transfer',
    bank: code,
    minAmount: 10_000,
    maxAmount: 500_000_000,
    window: { least: 20, most: 180 * days },
    asks: null,
    refund: { by: 'payout', withinDays: null, closed: null },
    refundPath: 'refund',
  };
}

// docs.midtrans.com/docs/what-payment-method-that-have-refund-feature names parts for QRIS, GoPay and ShopeePay alone; DANA and OVO take
// none by docs.durianpay.id/docs/refund-limitations.
const whole = { by: 'api', closed: null, parts: 'whole' } as const;

/** The methods of the Core API that this adapter sells. Amounts are whole rupiah; an account with higher limits still pays within them. */
export const midtransMethods: readonly MidtransMethod[] = [
  {
    ...wallet,
    code: 'qris',
    paymentType: 'qris',
    maxAmount: 10_000_000,
    refund: { by: 'api', withinDays: 7, closed: null },
  },
  {
    ...wallet,
    code: 'gopay',
    paymentType: 'gopay',
    maxAmount: 20_000_000,
    refund: { by: 'api', withinDays: 45, closed: null },
  },
  {
    ...wallet,
    code: 'shopeepay',
    paymentType: 'shopeepay',
    maxAmount: 20_000_000,
    refund: { by: 'api', withinDays: 1, closed: ['23:55', '06:00'] },
  },
  {
    ...wallet,
    code: 'dana',
    paymentType: 'dana',
    maxAmount: 20_000_000,
    refund: { ...whole, withinDays: 45 },
    refundPath: 'refund',
  },
  {
    ...wallet,
    code: 'ovo',
    paymentType: 'ovo',
    maxAmount: 20_000_000,
    window: { least: minutes, most: minutes },
    asks: 'phone',
    refund: { ...whole, withinDays: 7 },
    refundPath: 'refund',
  },
  ...['bca', 'bni', 'bri', 'cimb', 'permata'].map(account),
  { ...account('mandiri'), paymentType: 'echannel', bank: null },
];
