import type { GatewayMethod, RefundTerms } from '../gateway.ts';

/** One payment method of Xendit with the words of its wire. */
export interface XenditMethod extends GatewayMethod {
  readonly channel: string;
  readonly kind: 'qr' | 'wallet' | 'account';
}

const minutes = 60;
const days = 24 * 60 * minutes;
const payout = { by: 'payout', withinDays: null, closed: null } as const;
const sent = { by: 'api', withinDays: 30, closed: null } as const;

const banks = ['bca', 'bni', 'bri', 'mandiri', 'cimb', 'permata', 'bjb', 'bsi'];

function wallet(code: string, refund: RefundTerms): XenditMethod {
  return {
    code,
    channel: code.toUpperCase(),
    kind: 'wallet',
    minAmount: 1_000,
    maxAmount: 20_000_000,
    // Their end is the channel's own; we void them with the hold.
    window: { least: minutes, most: 30 * minutes },
    asks: null,
    refund,
  };
}

/**
 * The methods that this adapter sells. Amounts are whole rupiah. Of QRIS each payer's bank decides about parts (docs.xendit.co/docs/qr): its refusal
 * says so. LinkAja takes none by docs.durianpay.id/docs/refund-limitations, and an OVO payment is not refunded (help.xendit.co, articles/360049598671).
 */
export const xenditMethods: readonly XenditMethod[] = [
  {
    code: 'qris',
    channel: 'QRIS',
    kind: 'qr',
    minAmount: 1_000,
    maxAmount: 10_000_000,
    window: { least: minutes, most: days },
    asks: null,
    refund: sent,
  },
  wallet('dana', payout),
  { ...wallet('ovo', payout), window: { least: minutes, most: minutes }, asks: 'phone' },
  wallet('linkaja', { ...sent, parts: 'whole' }),
  wallet('shopeepay', sent),
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
