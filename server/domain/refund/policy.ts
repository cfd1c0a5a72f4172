import { localIso } from '../../../contract/place/time-zone.ts';
import type { RefundPolicy } from '../../../contract/refund/refund-policy.ts';
import type { TicketParts } from '../ledger/ticket-parts.ts';
import { isOffered, type Offer } from './offers.ts';

/** What decides about the refund of the tickets of an order. */
export interface RefundTerms {
  /** Null: bought tickets are not taken back. */
  readonly refund_policy: RefundPolicy | null;
  /** What the organiser offers after the event was postponed or moved; null for nothing. */
  readonly offer: Offer | null;
  readonly starts_at: Date;
  /** Of the venue. */
  readonly time_zone: string;
}

const dayMs = 86_400_000;

/** The day of an instant on the calendar of a zone, as a count. */
const dayOf = (instant: Date, zone: string) =>
  Date.parse(localIso(instant, zone).slice(0, 10)) / dayMs;

/**
 * What its buyer may ask back of a ticket now, in whole rupiah; 0 for nothing. By the policy it is a part of the price and its tax, less the fee of
 * the policy, never below zero. Days are those of the venue's calendar: the last one counts to its midnight. The fees of the event and of the payment method stay. While that is offered, all of it. Pure.
 */
export function refundableOf(ticket: TicketParts, terms: RefundTerms, now: Date): number {
  const { refund_policy: policy, starts_at: startsAt, time_zone: zone } = terms;
  if (isOffered(terms.offer, now)) return ticket.paid;
  const days = dayOf(startsAt, zone) - dayOf(now, zone);
  const steps = (policy?.steps ?? []).filter(({ daysBefore }) => days >= daysBefore);
  const step = steps.toSorted((one, other) => other.daysBefore - one.daysBefore)[0];
  if (policy === null || step === undefined || now >= startsAt) return 0;
  const priced = ticket.paid - ticket.fees - ticket.method_fee;
  return Math.max(Math.floor((priced * step.percent) / 100) - policy.fee, 0);
}
