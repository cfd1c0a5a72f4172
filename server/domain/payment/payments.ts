import { randomUUID } from 'node:crypto';
import { calls } from '../../../contract/call/calls.ts';
import type { Payment, PaymentMethod } from '../../../contract/payment.ts';
import type { Tx } from '../../db/db.ts';
import type { GatewayMethod } from '../../gateway/gateway.ts';
import { forgetAnswers } from '../../http/idempotency.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Services } from '../../services.ts';
import { audit } from '../audit.ts';
import { refuseUnlessFinishable } from '../catalogue/sale.ts';
import { findOrder, lockOrder, type OrderRow } from '../order/drafts-view.ts';
import { promote } from '../session/queue.ts';
import {
  type Actor,
  isHonoured,
  lockLiveSession,
  minutesAfter,
  type SessionRow,
  saleFactsOf,
} from '../session/session-rows.ts';
import { feeOf, fits } from './methods.ts';
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

/** The charge ends this long before our own deadline, so that no QR code outlives the hold (ruling 1.9-A). */
const chargeEndsBeforeSeconds = 60;
/** A charge by a further method, asked for in the last moment, lives at least so long. */
const shortestChargeSeconds = 30;
/** Where an order of Rp0 is settled. */
const freeGateway = 'none';

/**
 * The ways to pay the draft (§7 payment-methods); those whose limits do not fit are left out (ruling 1.2-AF). Throws 403 'Active
 * order draft required' without a locked draft.
 */
export async function listMethods(
  services: Services,
  accountId: string,
  slug: string,
): Promise<PaymentMethod[]> {
  const order = await findOrder(services.db, accountId, slug);
  if (order === null || order.locked_at === null) throw refuseMethods('draftRequired');
  return services.gateway.methods
    .filter((method) => fits(method, order.total))
    .map((method) => ({
      id: method.code,
      code: method.code,
      name: method.name,
      group_name: method.groupName,
      icon_url: method.iconUrl,
      is_recommended: method.isRecommended,
      fee_description: order.total === 0 ? null : method.feeDescription,
      fee_calculation: { total_fee: feeOf(method, order.total) },
    }));
}

/**
 * Begins the payment of the draft (§7 create-payment). The row is written first and the charge made after its commit, so a call
 * cut off in between is finished by its repetition or by the reconciler; a second call gives the first payment (ruling 1.7-C). A
 * free order is completed at once. A further method has the deadline of the first (ruling R5). Throws 403 without a locked draft or once
 * the time to choose is over, 409 when the event is not on sale any more, 422 for a method that does not fit, 503 when the gateway
 * does not answer.
 */
export async function createPayment(
  services: Services,
  actor: Actor,
  slug: string,
  methodCode: string,
): Promise<{ payment: Payment }> {
  const now = services.clock.now();
  const payment = await services.db.tx(async (tx) => {
    const session = await lockLiveSession(tx, actor.accountId);
    const order = session?.slug === slug ? await lockOrder(tx, session.id) : null;
    if (session === null || order === null) return justCompleted(tx, services, actor, slug);
    const live = await livePaymentOf(tx, order.id);
    if (live !== null) return live;
    if (session.state !== 'payment_selection' || order.locked_at === null) {
      throw refuse('draftRequired');
    }
    if (!isHonoured(session, now, services.config.graceSeconds)) {
      throw refuse('payTimeOver');
    }
    refuseUnlessFinishable(saleFactsOf(session), now);
    const method = services.gateway.methods.find((candidate) => candidate.code === methodCode);
    const field = 'payment_method_code';
    if (method === undefined) throw refuse('methodUnknown', { field });
    if (!fits(method, order.total)) throw refuse('methodUnfit', { field });
    return begin(tx, services, actor, session, order, method, now);
  });
  if (payment.status === 'completed') await promote(services, payment.event_id);
  else if (payment.status === 'pending' && payment.charged_at === null) {
    await chargeOrRefuse(services, payment);
  }
  const fresh = (await findPayment(services.db, payment.id)) ?? payment;
  return paymentAnswer(services.db, fresh, services.config, services.clock.now());
}

/** When a charge ends, and the hold with it. `payBy` is the end of the first charge of the order; a further one must not hold the seats longer. */
function chargeTimes(
  payBy: Date | null,
  now: Date,
  config: Pick<Services['config'], 'paymentProcessingMinutes'>,
): { readonly deadline: Date; readonly expiresAt: Date } {
  const later = (instant: Date, seconds: number) => new Date(instant.getTime() + seconds * 1000);
  if (payBy === null) {
    const deadline = minutesAfter(now, config.paymentProcessingMinutes);
    return { deadline, expiresAt: later(deadline, -chargeEndsBeforeSeconds) };
  }
  const deadline = later(payBy, chargeEndsBeforeSeconds);
  // Asked for in the grace, it must not be over before it is made.
  const soonest = Math.min(later(now, shortestChargeSeconds).getTime(), deadline.getTime());
  return { deadline, expiresAt: new Date(Math.max(payBy.getTime(), soonest)) };
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
  method: GatewayMethod,
  now: Date,
): Promise<PaymentRow> {
  const id = randomUUID();
  const free = order.total === 0;
  const fee = feeOf(method, order.total);
  const times = chargeTimes(await payByOf(tx, order.id), now, services.config);
  const expiresAt = free ? null : times.expiresAt;
  await tx.query(
    `insert into payments (id, order_id, account_id, event_id, session_id, method_code, method_name, amount,
       service_fee, gateway, status, payment_data, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'pending', $11::jsonb, $12, $13, $13)`,
    [
      id,
      order.id,
      actor.accountId,
      session.event_id,
      session.id,
      method.code,
      method.name,
      order.total + fee,
      fee,
      free ? freeGateway : services.gateway.name,
      JSON.stringify(noPaymentData),
      expiresAt,
      now,
    ],
  );
  await tx.query(`update orders set status = 'pending', updated_at = $2 where id = $1`, [
    order.id,
    now,
  ]);
  await tx.query(
    `update purchase_sessions set state = 'payment_processing', deadline = $2, seq = seq + 1 where id = $1`,
    [session.id, times.deadline],
  );
  // One that was given up before says nothing of this one.
  await forgetAnswers(tx, actor.accountId, ['voidPayment']);
  const trail = {
    at: now,
    accountId: actor.accountId,
    requestId: actor.requestId,
    addressPrefix: actor.addressPrefix,
  };
  await audit(tx, {
    ...trail,
    action: 'payment.create',
    object: `payment:${id}`,
    after: 'pending',
    detail: { amount: order.total + fee, method: method.code },
  });
  await audit(tx, {
    ...trail,
    action: 'order.pay',
    object: `order:${order.id}`,
    before: order.status,
    after: 'pending',
  });
  await audit(tx, {
    ...trail,
    action: 'session.pay',
    object: `session:${session.id}`,
    before: session.state,
    after: 'payment_processing',
  });
  const payment = await findPayment(tx, id);
  if (payment === null) throw new Error('A payment vanished in the transaction that made it.');
  if (free) {
    await completePayment(tx, services, payment, { ...session, state: 'payment_processing' }, now);
    return { ...payment, status: 'completed' };
  }
  tx.afterCommit(() =>
    services.broker.publish('payment', session.slug, {
      user_id: actor.accountId,
      event: 'payment_started',
      payment_id: id,
    }),
  );
  return payment;
}

async function chargeOrRefuse(services: Services, payment: PaymentRow): Promise<void> {
  try {
    await finishCharge(services, payment);
  } catch (error) {
    services.log.error({ err: error, payment: payment.id }, 'the gateway did not make a charge');
    throw refuse('paymentNotMade');
  }
}

/**
 * Makes the charge of a payment that is still an intent, and keeps how it is paid. The gateway gives the same charge when asked
 * again. A payment that ended while its charge was made is watched from here on, so that nobody pays it unseen.
 */
export async function finishCharge(services: Services, payment: PaymentRow): Promise<void> {
  if (payment.expires_at === null) throw new Error('A charge needs an end.');
  const data = await services.gateway.charge({
    paymentId: payment.id,
    orderCode: payment.order_code,
    amount: payment.amount,
    methodCode: payment.method_code,
    expiresAt: payment.expires_at,
  });
  const now = services.clock.now();
  await services.db.query(
    `update payments set payment_data = $2::jsonb, charged_at = $3, updated_at = $3,
       gateway_final = gateway_final and status not in ('expired', 'failed')
     where id = $1 and charged_at is null`,
    [payment.id, JSON.stringify(data), now],
  );
}

/** The newest payment of an account for an event, as we know it: the gateway is not asked (§7 payment/status). Throws 404 without one. */
export async function paymentStatus(
  services: Services,
  accountId: string,
  slug: string,
): Promise<{ payment: Payment }> {
  const payment = await newestPayment(services.db, accountId, slug);
  if (payment === null) throw refuseStatus('noPayment');
  return paymentAnswer(services.db, payment, services.config, services.clock.now());
}
