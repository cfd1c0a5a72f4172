import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fromCallback } from 'xstate';
import type { Payment } from '../../contract/payment.ts';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { paymentPorts } from '../../machines/payment/payment.ports.ts';
import {
  feeOf,
  preselectedOf,
  standingOf,
  withNotice,
} from '../../machines/payment/payment.rules.ts';
import type {
  PaymentInput,
  PaymentNotice,
  PaymentParentEvent,
  PaymentReading,
} from '../../machines/payment/payment.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import { broken, ok, parentStub, pass, refused, unreachable } from '../support/flows/machines.ts';
import { draftAs } from '../support/flows/orders.ts';
import { methodAs, paymentAs } from '../support/flows/payments.ts';
import { openFlow } from '../support/model/open-flow.ts';

const slug = 'konser-senja-jakarta';
const methods = [methodAs('qris', 'QRIS', 5_000), methodAs('gopay', 'E-Wallet')];
const loaded = (offered = methods, draft = draftAs(), lastUsed: string | null = null) =>
  ok({ methods: offered, draft, lastUsed });
const pending = ok(paymentAs());
const paid = ok(paymentAs({ status: 'completed' }));
const ranOut = ok(paymentAs({ status: 'expired', is_expired: true }, 0));

beforeEach(() => vi.useFakeTimers());

function open(entry: PaymentInput['entry']) {
  const parent = parentStub<PaymentParentEvent>();
  const watchPage = fromCallback(({ receive }) => {
    receive(() => {
      throw new Error('A bug in the port.');
    });
  });
  const input = { parent: parent.ref, slug, entry };
  const page = openFlow(paymentMachine, paymentPorts, input, { watchPage });
  return {
    ...page,
    parent,
    heard: () => page.context().notices.map(({ event }: PaymentNotice) => event),
    hint: (...events: PaymentNotice['event'][]) =>
      page.send(...events.map((event) => ({ type: 'payment.hinted', event }) as const)),
  };
}
async function openChoosing() {
  const page = open('choose');
  await page.loadMethods.answer(loaded());
  return page;
}
async function openCreating() {
  const page = await openChoosing();
  await page.send({ type: 'payment.request' });
  return page;
}
async function openAwaiting(reading: Result<PaymentReading> = pending) {
  const page = open('pay');
  await page.readStatus.answer(reading);
  return page;
}

describe('the rules (§4.71)', () => {
  it.each<[ReturnType<typeof standingOf>, Partial<Payment>]>([
    ['pending', {}],
    ['pending', { status: 'unknown' }],
    ['expired', { is_expired: true }],
    ['expired', { status: 'expired', can_change: false }],
    ['completed', { status: 'completed', is_expired: true, can_change: true }],
    ['failed', { status: 'failed' }],
    ['failed', { status: 'refund_due', can_change: true }],
    ['failed', { status: 'refunded' }],
    ['reopened', { status: 'failed', can_change: true }],
    ['reopened', { status: 'expired', can_change: true }],
  ])('a payment is %s where the server says %o', (standing, over) => {
    expect(standingOf(paymentAs(over))).toBe(standing);
  });

  it('the fee is that of the method, 0 where it has none and for a free order', () => {
    const fees = ['qris', 'gopay', 'ovo'].map((code) => feeOf({ methods, draft: draftAs() }, code));
    expect(fees).toEqual([5_000, 0, 0]);
    expect(feeOf({ methods, draft: draftAs({ total_price: 0 }) }, 'qris')).toBe(0);
  });

  it.each([
    ['last used', 'gopay', 'gopay', null, 825_000],
    ['operator’s first, where none is known', null, 'qris', null, 825_000],
    ['operator’s first, where the last used is not offered', 'ovo', 'qris', null, 825_000],
    ['none, once a charge has ended', 'gopay', null, 'changed', 825_000],
    ['operator’s first, for a free order', null, 'qris', 'changed', 0],
  ] as const)('the chosen method is the %s', (_, lastUsed, code, reopened, total_price) => {
    const context = { methods, draft: draftAs({ total_price }), reopened };
    expect(preselectedOf(context, lastUsed)).toBe(code);
  });

  it('the last two notices are kept, and the same is not said twice in a row (§2.313)', () => {
    let said: Parameters<typeof withNotice>[0] = { notices: [], noticeCount: 0 };
    for (const event of ['started', 'started', 'expired', 'completed'] as const) {
      said = withNotice(said, `payment_${event}`);
    }
    expect(said).toEqual({
      notices: [
        { id: 1, event: 'payment_expired' },
        { id: 2, event: 'payment_completed' },
      ],
      noticeCount: 3,
    });
  });
});

describe('the methods (§2.281)', () => {
  it('are all that the page can draw, and only what is offered is taken (§12.5)', async () => {
    const page = open('choose');
    const groups = ['Virtual Account', 'QRIS', 'ewallet', 'Credit Card'];
    await page.loadMethods.answer(loaded(groups.map((group) => methodAs(group, group))));
    expect(page.context().methods.map(({ code }) => code)).toEqual(groups.slice(0, 3));
    await page.send({ type: 'method.select', code: 'Credit Card' });
    expect(page.context().methodCode).toBe('Virtual Account');
    await page.send({ type: 'method.select', code: 'QRIS' });
    expect(page.context()).toMatchObject({ methodCode: 'QRIS', serviceFee: 0 });
  });

  it('of a free order stand chosen, and the order is asked for as it is (§2.286, §4.77)', async () => {
    const page = open('choose');
    await page.loadMethods.answer(loaded(methods, draftAs({ total_price: 0 })));
    expect(page.createPayment.calls).toEqual([{ slug, methodCode: 'qris' }]);
    await page.createPayment.answer(refused('tooManyRequests'));
    expect(page.can({ type: 'method.select', code: 'gopay' })).toBe(false);
    expect(page.can({ type: 'payment.request' })).toBe(true);
  });
});

describe('creating (§4.76)', () => {
  it('[F48] finds the time over where the server says so, and nowhere else', async () => {
    const page = await openCreating();
    await page.createPayment.answer(refused('payTimeOver'));
    expect(page.said()).toBe(
      'Time is up! Your session has expired. Please select your seats again.',
    );
    const other = await openCreating();
    await other.createPayment.answer(refused('draftRequired'));
    expect([other.said(), other.output()]).toEqual([null, { kind: 'noDraft' }]);
  });

  it('is repeated for the same method ever more slowly, and not for another one', async () => {
    const page = await openCreating();
    for (const pause of [1_000, 2_000, 4_000]) {
      await page.createPayment.answer(broken(503));
      const made = page.createPayment.calls.length;
      await pass(pause - 1);
      expect(page.createPayment.calls).toHaveLength(made);
      await pass(1);
      expect(page.createPayment.calls).toHaveLength(made + 1);
    }
    await page.createPayment.answer(unreachable());
    await page.send({ type: 'method.select', code: 'gopay' });
    await pass(600_000);
    expect(page.createPayment.calls).toEqual(Array(4).fill({ slug, methodCode: 'qris' }));
  });

  it('[F44] reads at once when news of an end overtook the answer', async () => {
    const page = await openCreating();
    await page.hint('payment_started', 'payment_completed');
    await page.createPayment.answer(pending);
    expect(page.readStatus.calls).toEqual([{ slug }]);
    expect(page.context().notices).toEqual([{ id: 0, event: 'payment_started' }]);
  });
});

describe('another method (§4.75)', () => {
  const changed = ok(paymentAs({ status: 'failed', end_reason: 'changed', can_change: true }));

  it('is chosen from the same draft once the charge is voided, and none stands chosen', async () => {
    const page = await openAwaiting();
    await page.send({ type: 'payment.change' });
    expect(page.voidPayment.calls).toEqual([{ slug, paymentId: 'payment-1' }]);
    await page.voidPayment.answer(changed);
    expect(page.context()).toMatchObject({ reading: null, methodCode: null, reopened: 'changed' });
    await page.loadMethods.answer(loaded(methods, draftAs(), 'gopay'));
    expect(page.can({ type: 'payment.request' })).toBe(false);
    await page.send({ type: 'method.select', code: 'gopay' }, { type: 'payment.request' });
    expect(page.createPayment.calls).toEqual([{ slug, methodCode: 'gopay' }]);
    expect(page.clearEvent.calls).toEqual([]);
  });

  it.each([
    [refused('paymentNotVoidable'), 'payment.changeRefused'],
    [unreachable(), 'payment.changeFailed'],
    [broken(), 'payment.changeFailed'],
  ])('is refused with words that stay through the reading (%#)', async (answer, key) => {
    const page = await openAwaiting();
    await page.send({ type: 'payment.change' });
    await page.voidPayment.answer(answer);
    await page.readStatus.answer(pending);
    expect(page.context()).toMatchObject({ error: null, changeError: { key } });
    await page.send({ type: 'payment.change' });
    expect(page.context().changeError).toBeNull();
  });
});

describe('awaiting (§4.72)', () => {
  it('says of a failed payment whose money is being looked at that it has come', async () => {
    const payment = paymentAs({ status: 'failed', is_expired: true, in_review: true });
    const page = await openAwaiting(ok(payment));
    expect(page.context()).toMatchObject({ error: { key: 'payment.inReview' } });
  });

  it('announces the end of every read, good or not', async () => {
    const page = await openAwaiting();
    const announced = vi.fn();
    page.actor.on('read.ended', announced);
    for (const answer of [pending, unreachable()]) {
      await pass(1_000);
      await page.send({ type: 'payment.check' });
      await page.readStatus.answer(answer);
    }
    expect(announced).toHaveBeenCalledTimes(2);
  });

  it('reads once when the deadline passes, which a failed read does not start again', async () => {
    const page = await openAwaiting(ok(paymentAs({}, 20_000)));
    await pass(15_000);
    await page.readStatus.answer(unreachable());
    await pass(4_999);
    expect(page.readStatus.calls).toHaveLength(2);
    await pass(1);
    expect(page.readStatus.calls).toHaveLength(3);
    await page.readStatus.answer(ok(paymentAs({}, 0)));
    await pass(14_999);
    expect(page.readStatus.calls).toHaveLength(3);
  });

  it('takes its words of success back with its modal, and says them again later (§9.27)', async () => {
    const page = await openAwaiting();
    await page.hint('payment_completed');
    await pass(10_000);
    await page.readStatus.answer(pending);
    expect(page.heard()).toEqual([]);
    await page.hint('payment_completed');
    expect(page.context().notices).toEqual([{ id: 1, event: 'payment_completed' }]);
  });
});

describe('the end (§4.74)', () => {
  it('[F49] by the clock is undone by money that came after all', async () => {
    const page = await openAwaiting();
    await page.hint('payment_expired');
    await page.readStatus.answer(ranOut);
    await page.hint('payment_completed');
    await page.readStatus.answer(paid);
    await pass(3_000);
    expect(page.at({ completed: 'proven' })).toBe(true);
    expect(page.heard()).toEqual(['payment_expired', 'payment_completed']);
  });
});
