import type { PaymentMethod } from '../../contract/payment.ts';
import type {
  PaymentContext,
  PaymentNotice,
  PaymentReading,
  PaymentText,
} from './payment.types.ts';

const shownNotices = 2;

/** How a payment stands, for the buyer. Completed wins over the clock (§4.71); a state this build does not know is pending; 'reopened' is over unpaid with its seats still held (§4.75). */
export function standingOf(
  reading: PaymentReading,
): 'pending' | 'completed' | 'expired' | 'failed' | 'reopened' {
  const { status, is_expired, can_change } = reading.payment;
  if (can_change === true && (status === 'failed' || status === 'expired')) return 'reopened';
  switch (status) {
    case 'completed':
      return 'completed';
    case 'failed':
    case 'refund_due':
    case 'refunded':
      return 'failed';
    case 'expired':
      return 'expired';
    default:
      return is_expired ? 'expired' : 'pending';
  }
}

/** Text of a payment that brings no tickets (F42). */
export function failedText(reading: PaymentReading | null): PaymentText {
  if (reading?.payment.in_review === true) return { key: 'payment.inReview' };
  switch (reading?.payment.status) {
    case 'refund_due':
      return { key: 'payment.refundDue' };
    case 'refunded':
      return { key: 'payment.refunded' };
    default:
      return { key: 'payment.failedUnpaid' };
  }
}

/** Fee of a method in whole rupiah: 0 when it has none, and for a free order (§2.284). */
export function feeOf(
  context: Pick<PaymentContext, 'methods' | 'draft'>,
  methodCode: string,
): number {
  if (isFree(context)) return 0;
  return methodOf(context.methods, methodCode)?.fee_calculation.total_fee ?? 0;
}

/** The offered method of a code. */
export function methodOf(
  methods: readonly PaymentMethod[],
  methodCode: string,
): PaymentMethod | undefined {
  return methods.find(({ code }) => code === methodCode);
}

/**
 * Code of the method that stands chosen at first: the last used, else the operator's first. None after a charge that ended (§2.281),
 * because its buyer is there to choose another; a free order has nothing to choose.
 */
export function preselectedOf(
  context: Pick<PaymentContext, 'methods' | 'draft' | 'reopened'>,
  lastUsed: string | null,
): string | null {
  const { methods, reopened } = context;
  if (reopened !== null && !isFree(context)) return null;
  return (methodOf(methods, lastUsed ?? '') ?? methods[0])?.code ?? null;
}

/** True for an order without anything to pay. */
export function isFree({ draft }: Pick<PaymentContext, 'draft'>): boolean {
  return draft?.order.total_price === 0;
}

/** The notices with one more; the last two are kept (§9.38), and the same twice in a row is said once. */
export function withNotice(
  context: Pick<PaymentContext, 'notices' | 'noticeCount'>,
  event: PaymentNotice['event'],
): Pick<PaymentContext, 'notices' | 'noticeCount'> {
  const { notices, noticeCount } = context;
  if (notices.at(-1)?.event === event) return { notices, noticeCount };
  return {
    notices: [...notices, { id: noticeCount, event }].slice(-shownNotices),
    noticeCount: noticeCount + 1,
  };
}

/** The notices that still hold while the money is awaited: none of an end. */
export function pendingNotices(notices: readonly PaymentNotice[]): readonly PaymentNotice[] {
  return notices.filter(({ event }) => event === 'payment_started');
}
