import { calls } from '../../../contract/call/calls.ts';
import type { Queryable, Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import { logMilestone } from '../../realtime/event-log.ts';
import type { Services } from '../../services.ts';
import { system, type Trail } from '../audit.ts';
import { enqueueHolderEmails } from '../email/holder-emails.ts';
import { type EmailServices, enqueuePaymentEmail } from '../email/payment-emails.ts';
import { postOwed } from '../ledger/ledger.ts';
import { readParts } from '../ledger/ticket-parts.ts';
import { advanceCharge } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceRefund, beginRefund } from '../lifecycle/refund.ts';
import { publishSeats } from '../order/seat-news.ts';
import { applyLocked } from '../payment/notices.ts';
import { findPayment, orderOf, type PaymentRow } from '../payment/payments-view.ts';
import { isOffered, offerFor } from './offers.ts';
import { type RefundTerms, refundableOf } from './policy.ts';
import { findRefund, meantRefund, type RefundRow, refundsOf, restOf } from './refund-rows.ts';
import { undoOrder } from './undo-order.ts';

const refuse = refuseFor(calls.askOrderRefund);

/** Refunds whose sales one run of the ticker undoes. */
const batch = 100;

/** What a request changes data with. */
export type RefundServices = Pick<Services, 'clock' | 'db'> & {
  /** The author for the audit log; the operator's command where it is left out. */
  readonly by?: Trail;
};

/** What the buyer of a paid order may ask back now (decision 075). */
interface Askable {
  /** By its policy, whole rupiah; 0 for nothing. */
  readonly amount: number;
  /** True where the organiser offers it after news of the event: nothing is left to approve. */
  readonly isForAll: boolean;
}

/** What the buyer of a paid order may ask back now. */
export async function askableOf(q: Queryable, payment: PaymentRow, now: Date): Promise<Askable> {
  const [row] = await q.query<
    Pick<RefundTerms, 'refund_policy' | 'starts_at' | 'time_zone'> & { is_used: boolean }
  >(
    `select o.refund_policy, e.starts_at, e.time_zone, exists (
       select 1 from tickets t join gate_entries g on g.ticket_id = t.id where t.order_id = o.id) or exists (
       select 1 from tickets t where t.order_id = o.id and t.account_id <> o.account_id and t.voided_at is null) as is_used
     from orders o join events e on e.id = o.event_id where o.id = $1`,
    [payment.order_id],
  );
  if (payment.status !== 'completed' || row === undefined || row.is_used) {
    return { amount: 0, isForAll: false };
  }
  const offer = await offerFor(q, payment);
  const tickets = [...(await readParts(q, payment.order_id)).values()];
  return {
    amount: tickets.reduce((sum, parts) => sum + refundableOf(parts, { ...row, offer }, now), 0),
    isForAll: isOffered(offer, now),
  };
}

/** A request for the money of an order. */
export interface AskedRefund {
  /** Whole rupiah, by an operator; null is what the policy gives now. */
  readonly amount: number | null;
  /** What the buyer was shown, whole rupiah. */
  readonly expected?: number;
  readonly by: Trail;
}

/**
 * Asks for money of a paid order back, and returns the amount. What the organiser offers to every buyer is approved in the same transaction.
 * Throws Refusal 409 for an order that is not paid, asked for already, not refundable, or that gives another amount than `expected`, 422 for
 * more than was paid.
 */
export async function askRefund(
  services: RefundServices,
  known: PaymentRow,
  given: AskedRefund,
): Promise<number> {
  return applyLocked(services, known, async (tx, payment, _session, now) => {
    if (payment.status !== 'completed' || payment.amount === 0) {
      const sentence = 'Only an order for which money was paid, and kept, can be refunded.';
      throw refuse('refundUnavailable', { sentence });
    }
    const refunds = await refundsOf(tx, payment.id);
    const whole = refunds.findLast(({ kind, state }) => kind === 'whole' && state !== 'refused');
    const askable = await askableOf(tx, payment, now);
    const waiting = whole?.state === 'asked' && given.expected !== undefined && askable.isForAll;
    if (whole !== undefined && !waiting) {
      const sentence = `The refund of this order is ${whole.state} already.`;
      throw refuse('refundBegun', { sentence });
    }
    const rest = restOf(payment, refunds) + (whole?.amount ?? 0);
    const amount = given.amount ?? Math.min(askable.amount, rest);
    if (amount === 0) {
      throw refuse('refundUnavailable', { sentence: 'Its refund policy gives nothing back now.' });
    }
    if (given.expected !== undefined && amount !== given.expected) {
      throw refuse('refundAmountChanged');
    }
    if (amount > rest) throw new Refusal(422, boundSentence(payment, rest));
    const change = { at: now, by: given.by, detail: { amount } };
    const columns = { amount, reason: 'requested', asked_at: now };
    if (whole === undefined) await beginRefund(tx, payment, 'asked', change, columns);
    else await advanceRefund(tx, whole, 'asked', change, columns);
    if (given.expected !== undefined && askable.isForAll) {
      const asked = meantRefund(await refundsOf(tx, payment.id));
      if (asked !== null) await advanceRefund(tx, asked, 'approved', byOperator(now));
    }
    return amount;
  });
}

/** Why no more of a payment goes back than is in no refund yet, open ones included. */
export function boundSentence({ amount }: Pick<PaymentRow, 'amount'>, rest: number): string {
  return rest === amount
    ? `At most Rp${amount} was paid.`
    : `At most Rp${Math.max(rest, 0)} of the Rp${amount} that were paid is in no other refund.`;
}

/**
 * Approves a refund that was asked for; a running server undoes the sale and sends the money. Throws Refusal 409 for any other, and once
 * somebody has entered with a ticket of the order since it was asked for.
 */
export async function approveRefund(
  services: RefundServices,
  known: PaymentRow,
  { id }: Pick<RefundRow, 'id'>,
): Promise<void> {
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const asked = await findRefund(tx, id);
    if (asked?.state !== 'asked') throw notIn(asked?.state, 'asked for');
    if (await isEnteredSince(tx, payment, asked)) {
      const sentence =
        'Somebody has entered with a ticket of this order since its refund was asked for. Refuse it; for money that goes back all the same, ask again with the amount.';
      throw new Refusal(409, sentence);
    }
    await advanceRefund(tx, asked, 'approved', byOperator(now, services.by));
  });
}

/** Whether somebody came in with a ticket of the order since its refund was asked for; waits for entries that are being written. */
async function isEnteredSince(
  q: Tx,
  { order_id }: PaymentRow,
  { asked_at }: RefundRow,
): Promise<boolean> {
  await q.query('select id from tickets where order_id = $1 order by id for update', [order_id]);
  const [entry] = await q.query(
    `select 1 as one from gate_entries g join tickets t on t.id = g.ticket_id
     where t.order_id = $1 and g.received_at > $2 limit 1`,
    [order_id, asked_at],
  );
  return entry !== undefined;
}

/** Refuses a refund that was asked for, and writes its buyer the reason. Throws Refusal 409 for any other. */
export async function refuseRefund(
  services: RefundServices & EmailServices,
  known: PaymentRow,
  { id: refundId }: Pick<RefundRow, 'id'>,
  note: string,
): Promise<void> {
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const asked = await findRefund(tx, refundId);
    if (asked?.state !== 'asked') throw notIn(asked?.state, 'asked for');
    await advanceRefund(tx, asked, 'refused', byOperator(now, services.by), { note });
    await enqueuePaymentEmail(tx, services, payment, 'refund_refused', { refundId });
  });
}

/** A change that no buyer made. */
export function byOperator(at: Date, by: Trail = system) {
  return { at, by };
}

/** The Refusal for a refund in another state than the one that is needed. */
export function notIn(state: string | undefined, needed: string): Refusal {
  const why = state === undefined ? 'nobody asked for one' : `it is ${state}`;
  return new Refusal(409, `The refund of this order is not ${needed}: ${why}.`);
}

/**
 * Undoes the sales of approved refunds, one transaction an order: a crash loses none and undoes none twice. Failures are logged and tried again by
 * the next run.
 */
export async function undoApproved(services: Services): Promise<void> {
  const due = await services.db.query<Pick<RefundRow, 'id' | 'payment_id'>>(
    `select id, payment_id from refunds where state = 'approved' order by random() limit ${batch}`,
  );
  for (const { id, payment_id: paymentId } of due) {
    try {
      const known = await findPayment(services.db, paymentId);
      if (known !== null) await undoSale(services, known, id);
    } catch (error) {
      services.log.warn({ err: error, refund: id }, 'an approved refund waits');
    }
  }
}

/** Undoes one sale, unless somebody entered since: the staff decides again. */
async function undoSale(services: Services, known: PaymentRow, refundId: string): Promise<void> {
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const approved = await findRefund(tx, refundId);
    if (approved?.state !== 'approved') return;
    if (await isEnteredSince(tx, payment, approved)) {
      await advanceRefund(tx, approved, 'entered', byOperator(now));
      services.log.warn({ payment: payment.id }, 'somebody entered before a refund went out');
      return;
    }
    const { amount, id } = approved;
    const { tickets, seats } = await undoOrder(tx, payment.order_id, 'available', now);
    await postOwed(tx, payment, amount, now, id);
    const change = byOperator(now);
    const detail = { amount, reason: approved.reason, tickets };
    await advanceRefund(tx, approved, 'saleUndone', change, { due_at: now });
    await advanceCharge(tx, payment, 'refundApproved', { ...change, detail });
    await advanceOrder(tx, orderOf(payment), 'refundApproved', change);
    await enqueuePaymentEmail(tx, services, payment, 'refund_approved', { refundId: id });
    const concerned = { orderId: payment.order_id, voidedAt: now };
    await enqueueHolderEmails(tx, services, 'ticket_void', concerned);
    logMilestone(tx, services, payment.slug, 'seats_released', seats.length, now);
    tx.afterCommit(() => {
      publishSeats(services, payment.slug, seats, 'available');
      services.broker.publish('payment', payment.slug, {
        user_id: payment.account_id,
        event: 'payment_failed',
        payment_id: payment.id,
      });
    });
  });
}
