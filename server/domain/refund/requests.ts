import { calls } from '../../../contract/call/calls.ts';
import type { Tx } from '../../db/db.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { system, type Trail } from '../audit.ts';
import { type EmailServices, enqueuePaymentEmail } from '../email/payment-emails.ts';
import { advanceRefund, beginRefund } from '../lifecycle/refund.ts';
import { applyLocked } from '../payment/apply-locked.ts';
import { findPayment, type PaymentRow } from '../payment/payments-view.ts';
import { giveBack } from './give-back.ts';
import { askableOf, askableSum, namesSql, nameTickets, type OrderTicket } from './order-tickets.ts';
import {
  findRefund,
  isUndecided,
  notIn,
  type RefundRow,
  refundsOf,
  restOf,
} from './refund-rows.ts';

const refuse = refuseFor(calls.askOrderRefund);

/** Refunds whose sales one run of the ticker undoes. */
const batch = 100;

/** What a request changes data with. */
export type RefundServices = Pick<Services, 'clock' | 'db'> & {
  /** The author for the audit log; the operator's command where it is left out. */
  readonly by?: Trail;
};

/** A request for money of an order. */
export interface AskedRefund {
  /** Whole rupiah, by an operator; null is what the policy gives now. */
  readonly amount: number | null;
  /** The tickets that are given back; null for all of those that may be, `goodwill` for none. */
  readonly tickets?: readonly string[] | null | 'goodwill';
  /** What the buyer was shown, whole rupiah. */
  readonly expected?: number;
  readonly by: Trail;
}

/**
 * Asks for money of a paid order back, for some or all of its tickets or as goodwill, and returns the amount. What the organiser offers to every buyer
 * is approved in the same transaction, and so are free tickets, because no money moves. Throws Refusal 409 for an order that is not
 * paid, tickets that are asked for already or not refundable, or that give another amount than `expected`, 422 for more than was paid.
 */
export async function askRefund(
  services: RefundServices,
  known: PaymentRow,
  given: AskedRefund,
): Promise<number> {
  const { by, expected } = given;
  const isBuyer = expected !== undefined;
  return applyLocked(services, known, async (tx, payment, _session, now) => {
    if (payment.status !== 'completed' || (payment.amount === 0 && !isBuyer)) {
      const sentence = 'Only an order for which money was paid, and kept, can be refunded.';
      throw refuse('refundUnavailable', { sentence });
    }
    const askable = await askableOf(tx, payment, now);
    const chosen = chosenOf(askable.tickets, given.tickets ?? null, isBuyer);
    const refunds = await refundsOf(tx, payment.id);
    const others = await dropAsked(tx, refunds, chosen, isBuyer && askable.isForAll, now);
    const rest = Math.max(restOf(payment, others), 0);
    const amount = given.amount ?? Math.min(askableSum(chosen), rest);
    if (isBuyer && amount !== expected) throw refuse('refundAmountChanged');
    const change = { at: now, by, detail: { amount } };
    const isFree = isBuyer && chosen.every(({ askable: part }) => part === 0);
    if (amount === 0 && !isFree) {
      throw refuse('refundUnavailable', { sentence: 'Its refund policy gives nothing back now.' });
    }
    const isGoodwill = given.tickets === 'goodwill';
    const most = isGoodwill ? rest : Math.min(rest, paidFor(chosen));
    if (amount > most) throw new Refusal(422, boundSentence(payment, most));
    const isAll = askable.tickets.every((one) => one.state === 'void' || chosen.includes(one));
    const kind = isGoodwill ? 'goodwill' : isAll ? 'whole' : 'tickets';
    const columns = { amount, kind, reason: 'requested', asked_at: now };
    const id = await beginRefund(tx, payment, 'asked', change, columns);
    const weights = chosen.map((one) => (isBuyer ? one.askable : one.parts.paid) ?? 0);
    await nameTickets(tx, id, chosen, amount, weights);
    if (isFree || (isBuyer && askable.isForAll)) {
      const asked = { id, account_id: payment.account_id, state: 'asked' } as const;
      await advanceRefund(tx, asked, 'approved', byOperator(now));
    }
    return amount;
  });
}

/** The tickets that a request means. Throws Refusal 409 where one of them is asked for already, or cannot be given back. */
function chosenOf(
  tickets: readonly OrderTicket[],
  wanted: readonly string[] | null | 'goodwill',
  isBuyer: boolean,
): OrderTicket[] {
  if (wanted === 'goodwill') return [];
  const may = (one: OrderTicket) => (isBuyer ? one.askable !== null : one.state !== 'void');
  const chosen = tickets.filter(({ id }) => wanted?.includes(id) ?? true);
  const meant = wanted === null ? chosen.filter(may) : chosen;
  if (meant.length > 0 && meant.length >= (wanted?.length ?? 0) && meant.every(may)) return meant;
  throw refuse(chosen.some(({ state }) => state === 'asked') ? 'refundBegun' : 'refundUnavailable');
}

/** The refunds beside the one that is asked for: requests for the same tickets end where everything is offered, and refuse it elsewhere (409). */
async function dropAsked(
  tx: Tx,
  refunds: readonly RefundRow[],
  chosen: readonly OrderTicket[],
  isForAll: boolean,
  now: Date,
): Promise<RefundRow[]> {
  const others: RefundRow[] = [];
  for (const row of refunds) {
    const [same] = isUndecided(row)
      ? await tx.query(
          `select 1 as one from refunds r, tickets k where r.id = $1 and k.id = any($2::uuid[]) and ${namesSql} limit 1`,
          [row.id, chosen.map(({ id }) => id)],
        )
      : [];
    if (same === undefined) others.push(row);
    else if (isForAll && row.state === 'asked') {
      await advanceRefund(tx, row, 'overtaken', { at: now });
    } else {
      const sentence = `The refund of this order is ${row.state} already.`;
      throw refuse('refundBegun', { sentence });
    }
  }
  return others;
}

function paidFor(tickets: readonly OrderTicket[]): number {
  return tickets.reduce((sum, { parts }) => sum + parts.paid, 0);
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
        'Somebody has entered with a ticket of this refund since it was asked for. Refuse it; for money that goes back all the same, ask again with the amount.';
      throw new Refusal(409, sentence);
    }
    await advanceRefund(tx, asked, 'approved', byOperator(now, services.by));
  });
}

/** Whether somebody came in with a ticket that a refund gives back since it was asked for; waits for entries that are being written. */
async function isEnteredSince(
  q: Tx,
  { order_id }: PaymentRow,
  { id, asked_at }: RefundRow,
): Promise<boolean> {
  await q.query('select id from tickets where order_id = $1 order by id for update', [order_id]);
  const [entry] = await q.query(
    `select 1 as one from gate_entries g join tickets k on k.id = g.ticket_id, refunds r
     where k.order_id = $1 and g.received_at > $2 and r.id = $3 and ${namesSql} limit 1`,
    [order_id, asked_at, id],
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
    await advanceRefund(tx, approved, 'saleUndone', byOperator(now), { due_at: now });
    if (approved.amount === 0) {
      const owed = { ...approved, state: 'owed' } as const;
      await advanceRefund(tx, owed, 'moneyReturned', byOperator(now), { done_at: now });
    }
    await giveBack(tx, services, payment, approved, now);
  });
}
