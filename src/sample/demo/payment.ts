import type { Payment, PaymentMethod } from '../../../contract/payment.ts';
import { DemoRefusal, type DemoWorld, type Handlers } from './call.ts';
import { draftOf } from './order.ts';
import { changeSession, liveSession, sessionMinutes } from './session.ts';
import { givePaymentUp, settledAfterMs, ticketsOf } from './settle.ts';
import type { DemoState } from './state.ts';

const walletFeeRate = 0.015;
const transferFee = 4_000;

const plans = [
  ['qris', 'QRIS', 'QRIS'],
  ['dana', 'DANA', 'E-Wallet'],
  ['gopay', 'GoPay', 'E-Wallet'],
  ['ovo', 'OVO', 'E-Wallet'],
  ['linkaja', 'LinkAja', 'E-Wallet'],
  ['shopeepay', 'ShopeePay', 'E-Wallet'],
  ['bca', 'BCA Virtual Account', 'Virtual Account'],
  ['mandiri', 'Mandiri Virtual Account', 'Virtual Account'],
] as const;

function methodsFor(total: number): PaymentMethod[] {
  return plans.map(([code, name, group]) => {
    const fee =
      group === 'QRIS' ? 0 : group === 'E-Wallet' ? Math.round(total * walletFeeRate) : transferFee;
    return {
      id: code,
      code,
      name,
      group_name: group,
      icon_url: null,
      is_recommended: code === 'qris',
      fee_description: group === 'QRIS' ? 'Gratis' : group === 'E-Wallet' ? '1,5%' : 'Rp4.000',
      fee_calculation: { total_fee: total === 0 ? 0 : fee },
    };
  });
}

/** The draft that can be paid. Throws 403 in the words the app knows (§6.24). */
function payable(world: DemoWorld, slug: string, accountId: string) {
  if (liveSession(world, accountId)?.slug !== slug || world.state.order?.isLocked !== true) {
    throw new DemoRefusal('draftRequired');
  }
  return draftOf(world, slug, accountId);
}

function paymentOf(world: DemoWorld, payment: NonNullable<DemoState['payment']>): Payment {
  const plan = plans.find(([code]) => code === payment.method);
  const isTransfer = plan?.[2] === 'Virtual Account';
  const purchase = world.state.purchases.find((each) => each.orderCode === payment.orderCode);
  const isPending = payment.status === 'pending';
  return {
    id: payment.id,
    payment_method: payment.method,
    payment_method_name: plan?.[1] ?? payment.method,
    amount: payment.amount,
    service_fee: payment.fee,
    gateway: 'demo',
    status: payment.status,
    expires_at: new Date(payment.expiresAt).toISOString(),
    is_expired: payment.status === 'expired',
    remaining_seconds: isPending
      ? Math.max(0, Math.ceil((payment.expiresAt - world.now) / 1000))
      : null,
    order_code: payment.orderCode,
    refund: null,
    ...(payment.items === undefined ? {} : { items: payment.items }),
    pricing: payment.pricing ?? null,
    end_reason: payment.status === 'failed' ? 'changed' : null,
    can_change: payment.status === 'failed' && world.state.order?.code === payment.orderCode,
    ticket_ids: payment.status === 'completed' ? (purchase?.tickets.map(({ id }) => id) ?? []) : [],
    payment_data: {
      qr_code_url: null,
      // Plain text, so that no scanner finds a payable code.
      qr_string: isTransfer ? null : `DEMO ROETIX ${payment.orderCode}: tidak dapat dibayar`,
      virtual_account: null,
      bank: isTransfer ? payment.method : null,
      checkout_url: null,
      instructions: [
        {
          title: `DEMO: ${plan?.[1] ?? payment.method}`,
          steps: [
            'Tidak ada yang perlu dibayar, dan tidak ada uang yang berpindah.',
            `Demo melunasi pesanan ini sendiri setelah ${settledAfterMs / 1000} detik.`,
          ],
        },
      ],
    },
  };
}

/** Calls for payment methods and payments; a payment settles by itself. */
export const paymentCalls: Handlers<
  'paymentMethods' | 'createPayment' | 'voidPayment' | 'paymentStatus' | 'paymentReturn'
> = {
  paymentMethods({ params, caller, world }) {
    const { order } = payable(world, params.slug, caller.id);
    return { data: { payment_methods: { available_methods: methodsFor(order.total_price) } } };
  },
  createPayment({ params, body, caller, world }) {
    const draft = payable(world, params.slug, caller.id);
    const { state, now } = world;
    if (liveSession(world, caller.id)?.state !== 'payment_processing') {
      const total = draft.order.total_price;
      const method = methodsFor(total).find(({ code }) => code === body.payment_method_code);
      if (method === undefined) throw new DemoRefusal('methodUnknown');
      const fee = method.fee_calculation.total_fee;
      const orderCode = draft.order.order_code;
      // A further method has the deadline of the first (§4.75).
      const first = state.payment?.orderCode === orderCode ? state.payment.expiresAt : null;
      const expiresAt = first ?? now + sessionMinutes.paymentProcessing * 60_000;
      state.purchases = [
        {
          accountId: caller.id,
          orderCode,
          slug: params.slug,
          total: total + fee,
          status: 'pending',
          madeAt: now,
          tickets: ticketsOf(world, params.slug, caller.name),
        },
        ...state.purchases,
      ];
      state.payment = {
        id: world.newId('bayar'),
        accountId: caller.id,
        slug: params.slug,
        orderCode,
        method: method.code,
        amount: total + fee,
        fee,
        status: 'pending',
        // A free order settles at once (§4.77).
        startedAt: total === 0 ? now - settledAfterMs : now,
        expiresAt,
        items: draft.order_data.items.map((item) => ({
          category_name: item.category_name,
          quantity: item.quantity,
          price_per_item: item.price_per_item,
          seats: item.seats.map((seat) => seat.seat_number),
        })),
        pricing: draft.order_data.pricing_details,
      };
      changeSession(world, { state: 'payment_processing', deadline: expiresAt });
      world.tellPayment(params.slug, 'payment_started');
      world.passTime();
    }
    if (world.state.payment === null) throw new Error('A payment vanished as it was made.');
    return { data: { payment: paymentOf(world, world.state.payment) } };
  },
  voidPayment({ params, body, caller, world }) {
    const { payment } = world.state;
    if (
      payment?.accountId !== caller.id ||
      payment.slug !== params.slug ||
      payment.id !== body.payment_id
    ) {
      throw new DemoRefusal('paymentNotFound');
    }
    if (payment.status === 'completed') {
      throw new DemoRefusal('paymentCompleted');
    }
    if (payment.status === 'pending') {
      givePaymentUp(world);
      changeSession(world, { state: 'payment_selection', deadline: payment.expiresAt });
      world.tellPayment(params.slug, 'payment_reopened');
    }
    const answer = paymentOf(world, world.state.payment ?? payment);
    if (answer.can_change !== true) {
      throw new DemoRefusal('paymentEnded');
    }
    return { data: { payment: answer } };
  },
  paymentStatus({ params, caller, world }) {
    const { payment } = world.state;
    if (payment?.accountId !== caller.id || payment.slug !== params.slug) {
      throw new DemoRefusal('noPayment');
    }
    return { data: { payment: paymentOf(world, payment) } };
  },
  // No wallet leads back into the demo.
  paymentReturn() {
    throw new DemoRefusal('paymentNotFound');
  },
};
