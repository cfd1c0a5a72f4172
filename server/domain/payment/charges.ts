import {
  ChargeDenied,
  type ChargeItem,
  type ChargeRequest,
  type MadeCharge,
} from '../../gateway/gateway.ts';
import { type Gateways, methodOf } from '../../gateway/gateways.ts';
import { siteUrl } from '../../mail/links.ts';
import type { Services } from '../../services.ts';
import { advanceReadCharge } from '../lifecycle/charge.ts';
import { orderSeats } from '../order/drafts-view.ts';
import { groupSeats, soldPrice } from '../order/pricing.ts';
import { refOf } from './charge-status.ts';
import { takeStatus } from './notices.ts';
import { returnPath } from './payment-return.ts';
import type { PaymentRow } from './payments-view.ts';

/** A charge by a further method, asked for in the last moment, lives at least so long. */
const shortestChargeSeconds = 30;

/** When the charge of a method ends for us that is made `now`: with the hold of its seats, or with the method's window. */
export function chargeEnd(
  { window }: Pick<Gateways['methods'][number], 'window'>,
  hold: { readonly payBy: Date; readonly deadline: Date },
  now: Date,
): Date {
  // Asked for in the grace, it must not be over before it is made.
  const soonest = Math.min(now.getTime() + shortestChargeSeconds * 1000, hold.deadline.getTime());
  const held = Math.max(hold.payBy.getTime(), soonest);
  return new Date(Math.min(held, now.getTime() + window.most * 1000));
}

/**
 * Makes the charge of a payment that is still an intent, and stores how it is paid. `isRepeated` asks the gateway first: a charge whose response
 * was lost may be paid already. One that the gateway denies ends the payment, not the hold of its seats (§12.13). A payment that ended
 * while its charge was made is watched from here on, so that nobody pays it unseen.
 */
export async function finishCharge(
  services: Services,
  payment: PaymentRow,
  isRepeated: boolean,
): Promise<void> {
  const gateway = services.gateways.of(payment.gateway);
  const ref = refOf(payment);
  if (isRepeated) {
    const known = await gateway.status(ref);
    if (known !== null && known.status !== 'pending') {
      await takeStatus(services, payment.id, known);
      return;
    }
  }
  const request = await requestOf(services, payment);
  const asked = await advanceReadCharge(services.db, payment, 'chargeAsked', {
    at: services.clock.now(),
  });
  // It ended, or is charged by another process, since it was read.
  if (asked === null) return;
  try {
    await noteCharge(services, asked, await gateway.charge(request));
  } catch (error) {
    if (!(error instanceof ChargeDenied)) throw error;
    services.log.warn({ err: error, payment: payment.id }, 'the gateway denied a charge');
    // What it may have of an interrupted one must not be paid after all.
    if (!(await gateway.void(ref))) throw error;
    const denied = { status: 'deny', amount: null, currency: null, reference: null } as const;
    await takeStatus(services, payment.id, denied);
  }
}

/** Stores how a charge is paid, and watches one whose payment ended meanwhile. */
async function noteCharge(
  { clock, db }: Services,
  payment: PaymentRow,
  { data, expiresAt, reference }: MadeCharge,
): Promise<void> {
  const now = clock.now();
  const { expires_at: end } = payment;
  const soonest = expiresAt !== null && end !== null && expiresAt < end ? expiresAt : end;
  const made = await advanceReadCharge(
    db,
    payment,
    'chargeMade',
    { at: now },
    {
      payment_data: JSON.stringify(data),
      charged_at: now,
      gateway_reference: reference,
      expires_at: soonest,
    },
  );
  if (made !== null) return;
  await db.query(
    `update payments set payment_data = $2::jsonb, charged_at = $3, updated_at = $3, gateway_reference = $4,
       expires_at = least(expires_at, $5::timestamptz), gateway_final = gateway_final and status not in ('expired', 'failed')
     where id = $1 and charged_at is null`,
    [payment.id, JSON.stringify(data), now, reference, expiresAt],
  );
}

async function requestOf(services: Services, payment: PaymentRow): Promise<ChargeRequest> {
  const { config, db, gateways, keys } = services;
  const method = methodOf(gateways.of(payment.gateway), payment.method_code);
  if (payment.expires_at === null || method === null) {
    throw new Error('A charge needs an end, and a method that its gateway has.');
  }
  const [buyer] = await db.query<{ name: string; email: string; phone: string }>(
    `select trim(first_name || ' ' || last_name) as name, email, phone_number as phone
     from accounts where id = $1`,
    [payment.account_id],
  );
  if (buyer === undefined) throw new Error('A payment has lost its account.');
  const phone = buyer.phone === '' ? null : buyer.phone;
  const least = payment.created_at.getTime() + method.window.least * 1000;
  return {
    paymentId: payment.id,
    orderId: payment.gateway_order_id,
    orderCode: payment.order_code,
    amount: payment.amount,
    methodCode: payment.method_code,
    createdAt: payment.created_at,
    expiresAt: new Date(Math.max(payment.expires_at.getTime(), least)),
    buyer: { ...buyer, phone },
    items: itemsOf(
      payment,
      groupSeats(await orderSeats(db, payment.order_id), (price) => soldPrice(price, payment)),
    ),
    returnUrl: siteUrl(config) + returnPath(payment, keys),
    language: 'id',
    phone: method.asks === 'phone' ? phone : null,
  };
}

/** The lines of the receipt, in sum the amount. */
function itemsOf(
  payment: PaymentRow,
  groups: readonly { categoryName: string; price: number; seats: readonly unknown[] }[],
): readonly ChargeItem[] {
  const added = payment.price_lines.filter(({ included, amount }) => !included && amount > 0);
  const lines: ChargeItem[] = [
    ...groups.map(({ categoryName, price, seats }) => ({
      name: categoryName,
      quantity: seats.length,
      price,
    })),
    ...added.map(({ name, amount }) => ({ name, quantity: 1, price: amount })),
    { name: 'Diskon', quantity: 1, price: -payment.discount },
    { name: payment.method_name, quantity: 1, price: payment.service_fee },
  ].filter(({ price }) => price !== 0);
  const sum = lines.reduce((total, { quantity, price }) => total + quantity * price, 0);
  // Orders from before the price lines have a tax without one.
  return sum === payment.amount
    ? lines
    : [{ name: payment.order_code, quantity: 1, price: payment.amount }];
}
