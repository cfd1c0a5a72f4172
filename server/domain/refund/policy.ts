import type { RefundPolicy } from '../../../contract/refund/refund-policy.ts';
import { type PricedPayment, sharesOf } from '../ledger/shares.ts';
import { isOffered, type Offer } from './offers.ts';

/** A paid order with what decides about its refund. */
export interface Refundable extends PricedPayment {
  /** Null: bought tickets are not taken back. */
  readonly refund_policy: RefundPolicy | null;
  /** What the organiser offers after the event was postponed or moved; null for nothing. */
  readonly offer: Offer | null;
  readonly starts_at: Date;
}

const dayMs = 86_400_000;

/**
 * What its buyer may ask back of a paid order now, in whole rupiah; 0 for nothing. By the policy it is a part of the price and its tax, less
 * the fee of the policy; the fees of the event and of the payment method stay. While that is offered, all of it.
 */
export function refundableAmount(order: Refundable, now: Date): number {
  const { refund_policy: policy, starts_at: startsAt } = order;
  if (isOffered(order.offer, now)) return order.amount;
  const days = (startsAt.getTime() - now.getTime()) / dayMs;
  const steps = (policy?.steps ?? []).filter(({ daysBefore }) => days > 0 && days >= daysBefore);
  const step = steps.toSorted((one, other) => other.daysBefore - one.daysBefore)[0];
  if (policy === null || step === undefined) return 0;
  const { organiser, taxOffice } = sharesOf(order);
  return Math.max(Math.floor(((organiser + taxOffice) * step.percent) / 100) - policy.fee, 0);
}
