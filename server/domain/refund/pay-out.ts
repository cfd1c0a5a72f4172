import type { PayoutState, Payouts } from '../../gateway/gateway.ts';
import type { Services } from '../../services.ts';
import { postCorrected, postRefunded } from '../ledger/ledger.ts';
import { advanceCharge } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceRefund } from '../lifecycle/refund.ts';
import { applyLocked } from '../payment/apply-locked.ts';
import { findPayment, orderOf, type PaymentRow } from '../payment/payments-view.ts';
import { advanceOwed, noteRefund } from '../payment/refunds.ts';
import { askRefunds } from './refund-question.ts';
import { findRefund, isBlocked, isPayable, type RefundRow } from './refund-rows.ts';

/** The payouts of the gateway that holds the money of a payment; null where it has none, and an operator pays by hand. */
export function payoutsOf(
  { gateways }: Pick<Services, 'gateways'>,
  payment: Pick<PaymentRow, 'gateway'>,
): Payouts | null {
  return gateways.all.find(({ name }) => name === payment.gateway)?.payouts ?? null;
}

/**
 * Sends one refund to the account of its buyer. The payout is written down before the gateway is asked, under an id that never pays twice, so a
 * crash at any point repeats nothing. Never throws.
 */
export async function payOut(services: Services, refundId: string): Promise<void> {
  try {
    const known = await findRefund(services.db, refundId);
    const payment = known === null ? null : await findPayment(services.db, known.payment_id);
    const payouts = payment === null ? null : payoutsOf(services, payment);
    if (known === null || payment === null || payouts === null) return;
    if (known.state === 'done') {
      const said = await payouts.find(payoutId(known));
      const isBack = said !== null && ['accountWrong', 'failed'].includes(said.status);
      if (isBack) await takeBack(services, payment, refundId);
      if (said?.status === 'sent') await noteSecond(services, payment, refundId);
      return;
    }
    if (known.state === 'accountGiven') await askRefunds(services, payment);
    const begun = await begin(services, payment, refundId);
    if (begun === null) return;
    const { bank_account: account, amount } = begun;
    if (account === null) return;
    const state = await payouts.send({ id: payoutId(begun), amount, account });
    if (state.status !== 'running') await end(services, payment, refundId, state);
  } catch (error) {
    services.log.error({ err: error, refund: refundId }, 'a payout failed and is tried again');
  }
}

/** The id of the newest payout of a refund. A refund of an earlier version has the id of its payment, and may have a payout under way. */
function payoutId({ id, payment_id: paymentId, payout_tries: tries }: RefundRow): string {
  return `${[...new Set([paymentId, id])].join('.')}-payout-${tries}`;
}

/** Writes the payout down; null where there is none to send. */
function begin(services: Services, known: PaymentRow, refundId: string): Promise<RefundRow | null> {
  return applyLocked(services, known, async (tx, payment, _session, now) => {
    const due = await findRefund(tx, refundId);
    if (due?.state === 'payingOut') return due;
    const isFree = due?.state === 'accountGiven' && due.way !== 'hand' && !isBlocked(due);
    if (!isFree || !isPayable(due.bank_account)) return null;
    const payout_tries = due.payout_tries + 1;
    const columns = { payout_tries, way: 'payout', unclear_since: now, overruled_at: null };
    await advanceRefund(tx, due, 'payoutBegun', { at: now }, columns);
    // Who overruled the first way has said nothing of this one.
    await tx.query('delete from refund_overrules where refund_id = $1', [refundId]);
    await advanceOwed(tx, payment, 'refundAsked', now);
    return { ...due, payout_tries };
  });
}

async function end(
  services: Services,
  known: PaymentRow,
  refundId: string,
  { status, reference }: PayoutState,
): Promise<void> {
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const due = await findRefund(tx, refundId);
    if (due?.state !== 'payingOut') return;
    if (status === 'sent') {
      await noteRefund(tx, services, payment, due, { event: 'refundSent', reference }, now);
      return;
    }
    await advanceOwed(tx, payment, 'refundFailed', now);
    // The gateway had sent it by the first way, after two people had overruled that.
    if (due.gateway_key !== null) {
      const sent = { event: 'refundReported', reference } as const;
      await noteRefund(tx, services, payment, due, sent, now);
      await postCorrected(tx, payment, due.amount, now);
      return;
    }
    if (status === 'accountWrong') {
      const columns = { bank_account: null, way: 'payout', unclear_since: null };
      await advanceRefund(tx, due, 'accountWrong', { at: now }, columns);
    } else {
      // The operator sees it in the list of refunds and pays by hand.
      const columns = { way: 'hand', unclear_since: null };
      await advanceRefund(tx, due, 'payoutFailed', { at: now }, columns);
    }
  });
}

/** A payout arrived although the money went back another way meanwhile, taken by a bank or paid by hand: a loss of the platform, posted once. */
async function noteSecond(services: Services, known: PaymentRow, refundId: string): Promise<void> {
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const lost = await tx.query(
      `update refunds set gateway_key = id::text where id = $1 and went_by is distinct from 'payout' and gateway_key is null returning id`,
      [refundId],
    );
    const done = await findRefund(tx, refundId);
    if (lost.length > 0 && done !== null) await postCorrected(tx, payment, -done.amount, now);
  });
}

/** A bank sent back what had arrived: the money is owed again, and its buyer is asked for another account. */
async function takeBack(services: Services, known: PaymentRow, refundId: string): Promise<void> {
  await applyLocked(services, known, async (tx, payment, _session, now) => {
    const done = await findRefund(tx, refundId);
    if (done?.state !== 'done' || done.went_by !== 'payout') return;
    const change = { at: now };
    const columns = { done_at: null, reference: null, went_by: null, way: 'payout' };
    await advanceRefund(tx, done, 'payoutReversed', change, columns);
    await postRefunded(tx, payment, -done.amount, now, done.id);
    if (payment.status === 'refunded') await advanceCharge(tx, payment, 'payoutReversed', change);
    if (payment.order_status === 'refunded') {
      await advanceOrder(tx, orderOf(payment), 'payoutReversed', change);
    }
  });
}
