import type { PayoutState, Payouts } from '../../gateway/gateway.ts';
import type { Services } from '../../services.ts';
import { advanceRefund } from '../lifecycle/refund.ts';
import { applyLocked } from '../payment/notices.ts';
import { findPayment, type PaymentRow } from '../payment/payments-view.ts';
import { advanceOwed, noteRefund } from '../payment/refunds.ts';
import { findRefund, isPayable, type RefundRow } from './refund-rows.ts';

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
    if (payment === null || payouts === null) return;
    const begun = await begin(services, payment, refundId);
    if (begun === null) return;
    const { bank_account: account, amount, payout_tries: tries } = begun;
    if (account === null) return;
    // A refund of before has the id of its payment, and may have a payout under way.
    const names = [...new Set([payment.id, refundId])].join('.');
    const state = await payouts.send({ id: `${names}-payout-${tries}`, amount, account });
    if (state.status !== 'running') await end(services, payment, refundId, state);
  } catch (error) {
    services.log.error({ err: error, refund: refundId }, 'a payout failed and is tried again');
  }
}

/** Writes the payout down; null where there is none to send. */
function begin(services: Services, known: PaymentRow, refundId: string): Promise<RefundRow | null> {
  return applyLocked(services, known, async (tx, payment, _session, now) => {
    const due = await findRefund(tx, refundId);
    if (due?.state === 'payingOut') return due;
    if (due?.state !== 'accountGiven' || due.way === 'hand' || !isPayable(due.bank_account)) {
      return null;
    }
    const payout_tries = due.payout_tries + 1;
    await advanceRefund(tx, due, 'payoutBegun', { at: now }, { payout_tries, way: 'payout' });
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
    if (status === 'accountWrong') {
      const columns = { bank_account: null, way: 'payout' };
      await advanceRefund(tx, due, 'accountWrong', { at: now }, columns);
    } else {
      // The operator sees it in the list of refunds and pays by hand.
      await advanceRefund(tx, due, 'payoutFailed', { at: now }, { way: 'hand' });
    }
  });
}
