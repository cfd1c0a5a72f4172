import type { GatewayMethod } from '../gateway.ts';

/** One payment method of Xendit with the words of its wire. */
export interface XenditMethod extends GatewayMethod {
  readonly channel: string;
  readonly kind: 'qr' | 'wallet' | 'account';
}

const minutes = 60;
const days = 24 * 60 * minutes;
const payout = { by: 'payout', withinDays: null, closed: null } as const;

const banks = ['bca', 'bni', 'bri', 'mandiri', 'cimb', 'permata', 'bjb', 'bsi'];

function wallet(code: string, refundDays: number | null): XenditMethod {
  return {
    code,
    channel: code.toUpperCase(),
    kind: 'wallet',
    minAmount: 1_000,
    maxAmount: 20_000_000,
    // Their end is the channel's own; we void them with the hold.
    window: { least: minutes, most: 30 * minutes },
    asks: null,
    refund: refundDays === null ? payout : { by: 'api', withinDays: refundDays, closed: null },
  };
}

/** The methods that this adapter sells. Amounts are whole rupiah. */
export const xenditMethods: readonly XenditMethod[] = [
  {
    code: 'qris',
    channel: 'QRIS',
    kind: 'qr',
    minAmount: 1_000,
    maxAmount: 10_000_000,
    window: { least: minutes, most: days },
    asks: null,
    refund: { by: 'api', withinDays: 30, closed: null },
  },
  wallet('dana', null),
  { ...wallet('ovo', null), window: { least: minutes, most: minutes }, asks: 'phone' },
  wallet('linkaja', 30),
  wallet('shopeepay', 30),
  ...banks.map(
    (code): XenditMethod => ({
      code,
      channel: `${code.toUpperCase()}_VIRTUAL_ACCOUNT`,
      kind: 'account',
      minAmount: 10_000,
      maxAmount: 500_000_000,
      window: { least: minutes, most: 30 * days },
      asks: null,
      refund: payout,
    }),
  ),
];
