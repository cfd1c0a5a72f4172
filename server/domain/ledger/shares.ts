import type { PriceLine } from '../../../contract/price/price-rules.ts';

/** Those among whom the price of an order is divided; amounts in whole rupiah. */
export interface Shares {
  readonly organiser: number;
  readonly taxOffice: number;
  /** The fees of the event's price rules. */
  readonly platform: number;
  /** The fee of the payment method, where the buyer pays it. */
  readonly methodFee: number;
}

/** A payment with the price of its order. */
export interface PricedPayment {
  readonly amount: number;
  readonly service_fee: number;
  readonly total: number;
  readonly price_lines: readonly PriceLine[];
}

/** Divides what a payment brings in: taxes and fees by the lines of the order, included ones too, the rest to the organiser (decision 074). */
export function sharesOf({ amount, service_fee, price_lines }: PricedPayment): Shares {
  const of = (kind: PriceLine['kind']) =>
    price_lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.amount, 0);
  const taxOffice = of('tax');
  const platform = of('fee');
  return {
    organiser: amount - service_fee - taxOffice - platform,
    taxOffice,
    platform,
    methodFee: service_fee,
  };
}

/**
 * What each party gives back of a refund of `amount`: the price and its tax in proportion first, rounded to the organiser's side, then the fees
 * of the event, then that of the method. Throws an Error for more than the payment brought in.
 */
export function sharesOfRefund(shares: Shares, amount: number): Shares {
  const priced = shares.organiser + shares.taxOffice;
  const ofPrice = Math.min(amount, priced);
  const taxOffice = priced === 0 ? 0 : Math.floor((shares.taxOffice * ofPrice) / priced);
  const platform = Math.min(amount - ofPrice, shares.platform);
  const methodFee = amount - ofPrice - platform;
  if (amount < 0 || methodFee > shares.methodFee) {
    throw new Error(`Rp${amount} cannot go back of a payment that brought in less.`);
  }
  return { organiser: ofPrice - taxOffice, taxOffice, platform, methodFee };
}
