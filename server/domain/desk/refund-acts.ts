import type { BodyOf } from '../../../contract/call/call.ts';
import { deskRefund } from '../../../contract/staff/desk.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import type { Trail } from '../audit.ts';
import { findPayment, type PaymentRow } from '../payment/payments-view.ts';
import { notePaidOut } from '../refund/payouts.ts';
import { approveRefund, askRefund, refuseRefund, undoApproved } from '../refund/requests.ts';

const refuse = refuseFor(deskRefund);

/**
 * Takes the refund of an order one step on its way, as a member of the staff. Throws Refusal 404 for an order without received money, 409 with the
 * reason for a step that its state does not have.
 */
export async function takeRefundStep(
  services: Services,
  orderCode: string,
  given: BodyOf<typeof deskRefund>,
  by: Trail,
): Promise<void> {
  const payment = await receivedPayment(services, orderCode);
  const acting = { ...services, by };
  try {
    switch (given.step) {
      case 'begin':
        await askRefund(acting, payment, { amount: given.amount, by });
        return;
      case 'approve':
        await approveRefund(acting, payment);
        void undoApproved(services);
        return;
      case 'refuse':
        await refuseRefund(acting, payment, given.reason);
        return;
      case 'paid':
        await notePaidOut(acting, payment, given.reference);
    }
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    throw refuse('refundStepImpossible', { sentence: error.message });
  }
}

async function receivedPayment({ db }: Services, orderCode: string): Promise<PaymentRow> {
  const [row] = await db.query<{ id: string }>(
    `select p.id from payments p join orders o on o.id = p.order_id
      where o.order_code = upper($1) and p.status in ('completed', 'refund_due', 'refunded')
      order by p.status = 'refund_due' desc, p.created_at desc limit 1`,
    [orderCode],
  );
  const payment = row === undefined ? null : await findPayment(db, row.id);
  if (payment === null) throw refuse('orderNotFound');
  return payment;
}
