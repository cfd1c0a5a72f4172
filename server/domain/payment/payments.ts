import { randomUUID } from 'node:crypto';
import { calls } from '../../../contract/call/calls.ts';
import type { Payment, PaymentMethod } from '../../../contract/payment.ts';
import type { Tx } from '../../db/db.ts';
import type { OfferedMethod } from '../../gateway/offered.ts';
import { forgetAnswers } from '../../http/idempotency.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { readSaleFacts, refuseUnlessFinishable } from '../catalogue/sale.ts';
import { beginPayment } from '../lifecycle/charge.ts';
import { advanceOrder } from '../lifecycle/order.ts';
import { advanceSession, chargeEndsBeforeSeconds } from '../lifecycle/session.ts';
import { findOrder, lockOrder, type OrderRow } from '../order/drafts-view.ts';
import { promote } from '../session/queue.ts';
import {
  type Actor,
  isHonoured,
  lockLiveSession,
  minutesAfter,
  type SessionRow,
} from '../session/session-rows.ts';
import { chargeEnd, finishCharge } from './charges.ts';
import { enqueueFor, freeGateway } from './job-kinds.ts';
import { feeOf, fits } from './methods.ts';
import { methodsOff } from './methods-off.ts';
import { payByOf } from './payments-reopen.ts';
import {
  findPayment,
  livePaymentOf,
  newestPayment,
  noPaymentData,
  type PaymentRow,
  paymentAnswer,
} from './payments-view.ts';
import { completePayment } from './settlement.ts';

const refuse = refuseFor(calls.createPayment);
const refuseMethods = refuseFor(calls.paymentMethods);
const refuseStatus = refuseFor(calls.paymentStatus);

/** Methods that give less time than this say so before they are chosen. */
const shortWindowSeconds = 300;
/** A charge that was interrupted while it was made is finished after so long. */
const firstQuestionMs = 15_000;

/**
 * The ways to pay the draft (§7.75); those whose limits do not fit are left out (§12.4). Throws 403 'Active
 * order draft required' without a locked draft.
 */
export async function listMethods(
  services: Services,
  accountId: string,
  slug: string,
): Promise<PaymentMethod[]> {
  const order = await findOrder(services.db, accountId, slug);
  if (order === null || order.locked_at === null) throw refuseMethods('draftRequired');
  const off = await methodsOff(services.db);
  return services.gateways.methods
    .filter((method) => fits(method, order) && !off.has(method.code))
    .map((method) => ({
      id: method.code,
      code: method.code,
      name: method.name,
      group_name: method.groupName,
      icon_url: method.iconUrl,
      is_recommended: method.isRecommended,
      fee_description: order.total === 0 || order.bears_method_fee ? null : method.feeDescription,
      fee_calculation: { total_fee: feeOf(method, order) },
      seconds_to_pay: method.window.most < shortWindowSeconds ? method.window.most : null,
    }));
}

/**
 * Begins the payment of the draft (§7.76). The row is written first and the charge made after its commit, so a call
 * cut off in between is finished by its repetition or by its next question; a second call gives the first payment (§4.70). A
 * free order is completed at once. A further method has no later deadline than the first (§4.75). Throws 403 without a locked draft or once
 * the time to choose is over, 409 when the event is not on sale any more, 422 for a method that does not fit, 503 when the gateway does not respond.
 */
export async function createPayment(
  services: Services,
  actor: Actor,
  slug: string,
  methodCode: string,
): Promise<{ payment: Payment }> {
  const now = services.clock.now();
  let isRepeated = false;
  const payment = await services.db.tx(async (tx) => {
    const session = await lockLiveSession(tx, actor.accountId);
    const order = session?.slug === slug ? await lockOrder(tx, session.id) : null;
    if (session === null || order === null) return justCompleted(tx, services, actor, slug);
    const live = await livePaymentOf(tx, order.id);
    isRepeated = live !== null;
    if (live !== null) return live;
    if (session.state !== 'payment_selection' || order.locked_at === null) {
      throw refuse('draftRequired');
    }
    if (!isHonoured(session, now, services.config.graceSeconds)) {
      throw refuse('payTimeOver');
    }
    const sale = await readSaleFacts(tx, services.clock, session.event_id);
    if (sale !== null) refuseUnlessFinishable(sale);
    const method = services.gateways.methods.find((candidate) => candidate.code === methodCode);
    const field = 'payment_method_code';
    if (method === undefined) throw refuse('methodUnknown', { field });
    if (!fits(method, order)) throw refuse('methodUnfit', { field });
    if (order.total > 0 && (await methodsOff(tx)).has(methodCode))
      throw refuse('methodOff', { field });
    return begin(tx, services, actor, session, order, method, now);
  });
  if (payment.status === 'completed') await promote(services, payment.event_id);
  else if (payment.status === 'pending' && payment.charged_at === null) {
    await chargeOrRefuse(services, payment, isRepeated);
  }
  const fresh = (await findPayment(services.db, payment.id)) ?? payment;
  return paymentAnswer(services.db, fresh, services.config, services.clock.now());
}

/** A repeated call after the session was completed still gets its payment; anything else has no draft to pay. */
async function justCompleted(
  tx: Tx,
  services: Services,
  actor: Actor,
  slug: string,
): Promise<PaymentRow> {
  const [session] = await tx.query<{ id: string }>(
    `select s.id from purchase_sessions s join events e on e.id = s.event_id
     where s.account_id = $1 and e.slug = $2 and s.state = 'completed' and s.ended_at > $3
     order by s.joined_at desc limit 1`,
    [actor.accountId, slug, minutesAfter(services.clock.now(), -services.config.sessionMinutes)],
  );
  const payment = await newestPayment(tx, actor.accountId, slug, ['completed']);
  if (session === undefined || payment?.session_id !== session.id) {
    throw refuse('draftRequired');
  }
  return payment;
}

async function begin(
  tx: Tx,
  services: Services,
  actor: Actor,
  session: SessionRow,
  order: OrderRow,
  method: OfferedMethod,
  now: Date,
): Promise<PaymentRow> {
  const id = randomUUID();
  const free = order.total === 0;
  const fee = feeOf(method, order);
  const change = { at: now, by: actor };
  const known = await payByOf(tx, order.id);
  const paying = await advanceSession(tx, services, session, 'paymentCreated', {
    ...change,
    payBy: known,
  });
  const deadline = paying.deadline ?? now;
  const payBy = known ?? new Date(deadline.getTime() - chargeEndsBeforeSeconds * 1000);
  await advanceOrder(tx, order, 'paymentCreated', change, { pay_by: free ? null : payBy });
  const [charges] = await tx.query<{ count: number }>(
    'select count(*)::int as count from payments where order_id = $1',
    [order.id],
  );
  await beginPayment(
    tx,
    {
      id,
      order_id: order.id,
      account_id: actor.accountId,
      event_id: session.event_id,
      session_id: session.id,
      method_code: method.code,
      method_name: method.name,
      amount: order.total + fee,
      service_fee: fee,
      gateway: free ? freeGateway : method.gateway,
      gateway_order_id: free ? null : `${order.order_code}-${(charges?.count ?? 0) + 1}`,
      payment_data: JSON.stringify(noPaymentData),
      expires_at: free ? null : chargeEnd(method, { payBy, deadline }, now),
    },
    { ...change, detail: { amount: order.total + fee, method: method.code } },
  );
  // A payment that was given up before does not count for this one.
  await forgetAnswers(tx, actor.accountId, ['voidPayment']);
  const payment = await findPayment(tx, id);
  if (payment === null) throw new Error('A payment vanished in the transaction that made it.');
  if (free) {
    await completePayment(tx, services, payment, paying, now);
    return { ...payment, status: 'completed' };
  }
  await enqueueFor(tx, 'ask', payment, new Date(now.getTime() + firstQuestionMs));
  tx.afterCommit(() =>
    services.broker.publish('payment', session.slug, {
      user_id: actor.accountId,
      event: 'payment_started',
      payment_id: id,
    }),
  );
  return payment;
}

async function chargeOrRefuse(
  services: Services,
  payment: PaymentRow,
  isRepeated: boolean,
): Promise<void> {
  try {
    await finishCharge(services, payment, isRepeated);
  } catch (error) {
    services.log.error({ err: error, payment: payment.id }, 'the gateway did not make a charge');
    throw refuse('paymentNotMade');
  }
}

/** The newest payment of an account for an event, as we know it: the gateway is not asked (§7.77). Throws 404 without one. */
export async function paymentStatus(
  services: Services,
  accountId: string,
  slug: string,
): Promise<{ payment: Payment }> {
  const payment = await newestPayment(services.db, accountId, slug);
  if (payment === null) throw refuseStatus('noPayment');
  return paymentAnswer(services.db, payment, services.config, services.clock.now());
}
