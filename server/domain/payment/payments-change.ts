import { calls } from '../../../contract/call/calls.ts';
import type { Payment } from '../../../contract/payment.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { type Actor, lockSession } from '../session/session-rows.ts';
import { isTimeLeft, payByOf, reopenOrder } from './payments-reopen.ts';
import {
  findPayment,
  lockPayment,
  type PaymentRow,
  paymentAnswer,
  uuidPattern,
} from './payments-view.ts';
import { voidCharge } from './payments-void.ts';

const refuse = refuseFor(calls.voidPayment);

/**
 * Gives up a running payment, so that its buyer chooses another way to pay with the same seats and the time that is left (§12.13). The
 * charge is voided at the gateway first, outside of any transaction; only a charge that cannot be voided keeps its buyer. The same
 * payment again changes nothing. Throws 404 for a payment that is not the caller's, 409 when it is paid, ended with its session, cannot
 * be voided now, or less than 15 s are left.
 */
export async function voidPayment(
  services: Services,
  actor: Actor,
  slug: string,
  paymentId: string,
): Promise<{ payment: Payment }> {
  const { clock, config, db } = services;
  const known = uuidPattern.test(paymentId) ? await findPayment(db, paymentId) : null;
  if (known === null || known.account_id !== actor.accountId || known.slug !== slug) {
    throw refuse('paymentNotFound');
  }
  if (known.status === 'pending') await voidRunning(services, actor, known);
  const payment = (await findPayment(db, known.id)) ?? known;
  if (payment.status === 'completed') throw refuse('paymentCompleted');
  const answer = await paymentAnswer(db, payment, config, clock.now());
  if (answer.payment.can_change !== true) throw refuse('paymentEnded');
  return answer;
}

async function voidRunning(services: Services, actor: Actor, known: PaymentRow): Promise<void> {
  const { clock, db } = services;
  // Looked at before the charge is voided: voided for nothing, it would cost the seats.
  if (!isTimeLeft(await payByOf(db, known.order_id), clock.now())) {
    throw refuse('changeTooLate');
  }
  const verdict = await voidCharge(services, known);
  if (verdict === 'settled') throw refuse('paymentCompleted');
  if (verdict === 'unknown') throw refuse('paymentNotVoidable');
  const now = clock.now();
  await db.tx(async (tx) => {
    const session = await lockSession(tx, known.session_id);
    await tx.query('select id from orders where id = $1 for update', [known.order_id]);
    const payment = await lockPayment(tx, known.id);
    if (session === null || payment === null) throw new Error('A payment has lost its session.');
    const reopening = {
      reason: 'changed',
      gatewayFinal: verdict === 'voided',
      by: actor,
    } as const;
    await reopenOrder(tx, services, payment, session, reopening, now);
  });
}
