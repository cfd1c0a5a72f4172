import type { BodyOf } from '../../../contract/call/call.ts';
import { deskRefund } from '../../../contract/staff/desk.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import type { Trail } from '../audit.ts';
import { findPayment, type PaymentRow } from '../payment/payments-view.ts';
import { notePaidOut } from '../refund/payouts.ts';
import { overruleRefund } from '../refund/refund-question.ts';
import { chooseRefund, notIn, refundsOf } from '../refund/refund-rows.ts';
import { approveRefund, askRefund, refuseRefund, undoApproved } from '../refund/requests.ts';

const refuse = refuseFor(deskRefund);

/**
 * Takes the refund of an order one step on its way, as a member of the staff. Throws Refusal 404 for an order without received money or a payment of
 * another one, 409 with the reason for a step that its state does not have, or where money came twice and no payment is named.
 */
export async function takeRefundStep(
  services: Services,
  orderCode: string,
  given: BodyOf<typeof deskRefund>,
  by: Trail,
): Promise<void> {
  const payment = await receivedPayment(services, orderCode, given.payment ?? null);
  const acting = { ...services, by };
  try {
    if (given.step === 'begin' || given.step === 'goodwill') {
      const tickets = given.step === 'begin' ? (given.tickets ?? null) : 'goodwill';
      await askRefund(acting, payment, { amount: given.amount, tickets, by });
      return;
    }
    const refund = chooseRefund(await refundsOf(services.db, payment.id), given.refund ?? null);
    if (refund === null) throw notIn(undefined, 'asked for');
    switch (given.step) {
      case 'approve':
        await approveRefund(acting, payment, refund);
        void undoApproved(services);
        return;
      case 'refuse':
        await refuseRefund(acting, payment, refund, given.reason);
        return;
      case 'overrule': {
        if (by.staffId == null) throw new Error('Nobody of the staff acts at the desk.');
        const { reason } = given;
        await overruleRefund(acting, payment, refund, { staffId: by.staffId, reason, by });
        return;
      }
      case 'paid':
        await notePaidOut(acting, payment, refund, given.reference);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    throw refuse('refundStepImpossible', { sentence: error.message });
  }
}

async function receivedPayment(
  { db }: Services,
  orderCode: string,
  named: string | null,
): Promise<PaymentRow> {
  const [row, other] = await db.query<{ id: string }>(
    `select p.id from payments p join orders o on o.id = p.order_id
      where o.order_code = upper($1) and p.status in ('completed', 'refund_due', 'refunded')
        and ($2::uuid is null or p.id = $2) limit 2`,
    [orderCode, named],
  );
  if (other !== undefined) {
    const sentence = 'This order was paid more than once. Name the payment.';
    throw refuse('refundStepImpossible', { sentence });
  }
  const payment = row === undefined ? null : await findPayment(db, row.id);
  if (payment === null) throw refuse('orderNotFound');
  return payment;
}
