import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import type {
  CreatePaymentInput,
  LoadedMethods,
  PaymentPortInput,
  VoidPaymentInput,
} from '../../machines/payment/payment.ports.ts';
import type {
  PaymentEmitted,
  PaymentEvent,
  PaymentInput,
  PaymentNotice,
  PaymentParentEvent,
  PaymentReading,
} from '../../machines/payment/payment.types.ts';
import type { Result } from '../../machines/shared/result.ts';
import {
  broken,
  fakePort,
  ok,
  parentStub,
  pass,
  refused,
  transitionCoverage,
  unreachable,
} from '../support/flows/machines.ts';
import { draftAs } from '../support/flows/orders.ts';
import { methodAs, paymentAs } from '../support/flows/payments.ts';
import { shownText } from '../support/shown-text.ts';

const coverage = transitionCoverage(paymentMachine);
const slug = 'konser-senja-jakarta';
const methods = [methodAs('qris', 'QRIS', 5_000), methodAs('gopay', 'E-Wallet')];
const loaded = (offered = methods, draft = draftAs(), lastUsed: string | null = null) =>
  ok<LoadedMethods>({ methods: offered, draft, lastUsed });
const pending = ok(paymentAs());
const paid = ok(paymentAs({ status: 'completed' }));
const ranOut = ok(paymentAs({ status: 'expired', is_expired: true }, 0));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open(entry: PaymentInput['entry']) {
  const ports = {
    loadMethods: fakePort<Result<LoadedMethods>, PaymentPortInput>(),
    createPayment: fakePort<Result<PaymentReading>, CreatePaymentInput>(),
    voidPayment: fakePort<Result<PaymentReading>, VoidPaymentInput>(),
    readStatus: fakePort<Result<PaymentReading>, PaymentPortInput>(),
    clearEvent: fakePort<void, PaymentPortInput>(),
  };
  const parent = parentStub<PaymentParentEvent>();
  const actor = createActor(
    paymentMachine.provide({
      actors: {
        loadMethods: ports.loadMethods.logic,
        createPayment: ports.createPayment.logic,
        voidPayment: ports.voidPayment.logic,
        readStatus: ports.readStatus.logic,
        clearEvent: ports.clearEvent.logic,
        watchPage: fromCallback(({ receive }) => {
          receive(() => {
            throw new Error('A bug in the port.');
          });
        }),
      },
    }),
    { input: { parent: parent.ref, slug, entry }, inspect: coverage.inspect },
  ).start();
  const announced: PaymentEmitted[] = [];
  actor.on('read.ended', (event) => announced.push(event));
  return {
    ...ports,
    parent,
    announced,
    at: (state: Parameters<ReturnType<typeof actor.getSnapshot>['matches']>[0]) =>
      actor.getSnapshot().matches(state),
    can: (event: PaymentEvent) => actor.getSnapshot().can(event),
    context: () => actor.getSnapshot().context,
    output: () => actor.getSnapshot().output,
    send: (event: PaymentEvent) => actor.send(event),
    breakWatch: () => actor.getSnapshot().children.watchPage?.send({ type: 'any' }),
    hint: (event: PaymentNotice['event']) => actor.send({ type: 'payment.hinted', event }),
  };
}

async function openChoosing() {
  const page = open('choose');
  await page.loadMethods.answer(loaded());
  return page;
}

async function openCreating() {
  const page = await openChoosing();
  page.send({ type: 'method.select', code: 'qris' });
  page.send({ type: 'payment.request' });
  return page;
}

async function openAwaiting(reading: Result<PaymentReading> = pending) {
  const page = open('pay');
  await page.readStatus.answer(reading);
  return page;
}

async function openFailed() {
  return openAwaiting(ok(paymentAs({ status: 'failed' })));
}

describe('the methods', () => {
  it('are those of the shown groups', async () => {
    const page = open('choose');
    expect(page.at('loadingMethods')).toBe(true);
    expect(page.loadMethods.calls).toEqual([{ slug }]);
    const bank = methodAs('bca', 'Virtual Account');
    await page.loadMethods.answer(
      loaded([bank, ...methods, methodAs('ovo', 'ewallet'), methodAs('visa', 'Credit Card')]),
    );
    // Every group that the page can draw (ruling R6).
    expect(page.context().methods.map(({ code }) => code)).toEqual(['bca', 'qris', 'gopay', 'ovo']);
    expect(page.context().draft).toEqual(draftAs());
    expect(page.readStatus.calls).toEqual([]);
  });

  it.each([
    [refused('unauthenticated'), 'signedOut'],
    [refused('draftRequired'), 'noDraft'],
    [refused('noDraft', 'No draft'), 'noDraft'],
    [refused('emailNotVerified'), 'event'],
    [refused('paymentLive'), 'elsewhere'],
  ] as const)('are not for everybody: %o', async (answer, kind) => {
    const page = open('choose');
    await page.loadMethods.answer(answer);
    expect(page.output()).toEqual({ kind });
  });

  it.each([unreachable(), broken(), refused('tooManyRequests')])(
    'are asked for again by themselves: %o',
    async (answer) => {
      const page = open('choose');
      await page.loadMethods.answer(answer);
      await pass(1_000);
      expect(page.at('loadingMethods')).toBe(true);
      expect(shownText(page.context().error)).toBe('Failed to get payment methods');
      await page.loadMethods.answer(answer);
      await pass(1_999);
      expect(page.loadMethods.calls).toHaveLength(2);
      await pass(1);
      expect(page.loadMethods.calls).toHaveLength(3);
    },
  );

  it.each([unreachable(), broken()])('can be asked for again: %o', async (answer) => {
    const page = open('choose');
    await page.loadMethods.answer(answer);
    expect(page.at('choosing')).toBe(true);
    expect(page.context()).toMatchObject({ methods: [], error: { key: 'payment.methodsFailed' } });
    expect(page.can({ type: 'payment.request' })).toBe(false);
    page.send({ type: 'methods.retry' });
    expect(page.context().error).toBeNull();
    await page.loadMethods.answer(loaded());
    expect(page.context().methods).toEqual(methods);
    expect(page.can({ type: 'methods.retry' })).toBe(false);
  });

  it('survive a bug in the port', async () => {
    const page = open('choose');
    await page.loadMethods.crash();
    expect(shownText(page.context().error)).toBe('Failed to get payment methods');
  });
});

describe('methods that could not be had', () => {
  it('are asked for again when the device is awake or online again (F36)', async () => {
    const page = open('choose');
    await page.loadMethods.answer(unreachable());
    expect(shownText(page.context().error)).toBe('Failed to get payment methods');
    page.send({ type: 'payment.check' });
    expect(page.at('loadingMethods')).toBe(true);
    expect(page.context().error).toBeNull();
    expect(page.loadMethods.calls).toHaveLength(2);
  });

  it.each([
    ['there are some', methods],
    ['the server has none', []],
  ])('are left alone where %s', async (_name, offered) => {
    const page = open('choose');
    await page.loadMethods.answer(loaded(offered, draftAs({})));
    expect(page.can({ type: 'payment.check' })).toBe(false);
  });
});

describe('choosing', () => {
  it('sets the fee of the method, 0 where it has none', async () => {
    const page = await openChoosing();
    expect(page.context()).toMatchObject({ methodCode: 'qris', serviceFee: 5_000 });
    page.send({ type: 'method.select', code: 'gopay' });
    expect(page.context()).toMatchObject({ methodCode: 'gopay', serviceFee: 0 });
  });

  it.each([
    ['last used', 'gopay', 'gopay'],
    ['operator’s first, where none is known', null, 'qris'],
    ['operator’s first, where the last used is not offered', 'ovo', 'qris'],
  ])('begins with the method that was %s', async (_, lastUsed, chosen) => {
    const page = open('choose');
    await page.loadMethods.answer(loaded(methods, draftAs(), lastUsed));
    expect(page.context().methodCode).toBe(chosen);
    expect(page.can({ type: 'payment.request' })).toBe(true);
  });

  it('takes only what is offered', async () => {
    const page = await openChoosing();
    page.send({ type: 'method.select', code: 'bca' });
    expect(page.context().methodCode).toBe('qris');
  });

  it('asks a free order for nothing, not even again after a failure', async () => {
    const page = open('choose');
    await page.loadMethods.answer(loaded(methods, draftAs({ total_price: 0 })));
    expect(page.createPayment.calls).toEqual([{ slug, methodCode: 'qris' }]);
    expect(page.context().serviceFee).toBe(0);
    await page.createPayment.answer(refused('tooManyRequests'));
    expect(page.at('choosing')).toBe(true);
    expect(page.can({ type: 'method.select', code: 'gopay' })).toBe(false);
    expect(page.can({ type: 'payment.request' })).toBe(true);
  });
});

describe('time that is up', () => {
  const words = 'Time is up! Your session has expired. Please select your seats again.';

  it('is told until it is read', async () => {
    const page = await openChoosing();
    page.send({ type: 'payment.timeUp' });
    expect(page.at('timeUp')).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
    page.send({ type: 'notice.dismiss' });
    expect(page.output()).toEqual({ kind: 'timeUp' });
  });

  it('is told for five seconds at most', async () => {
    const page = open('choose');
    page.send({ type: 'payment.timeUp' });
    await pass(4_999);
    expect(page.at('timeUp')).toBe(true);
    await pass(1);
    expect(page.output()).toEqual({ kind: 'timeUp' });
  });

  it('does not take a payment back that is on its way', async () => {
    const page = await openCreating();
    page.send({ type: 'payment.timeUp' });
    expect(page.at({ creating: 'late' })).toBe(true);
    await page.createPayment.answer(pending);
    expect(page.at('awaiting')).toBe(true);
  });

  it('is told once that payment is refused', async () => {
    const page = await openCreating();
    page.send({ type: 'payment.timeUp' });
    await page.createPayment.answer(refused('methodUnfit'));
    expect(page.at('timeUp')).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
  });

  it.each(['answer', 'crash'] as const)(
    'is for the server to judge where that payment got no answer: %s',
    async (end) => {
      const page = await openCreating();
      page.send({ type: 'payment.timeUp' });
      await (end === 'answer'
        ? page.createPayment.answer(unreachable())
        : page.createPayment.crash());
      await pass(1_000);
      expect(page.createPayment.calls).toHaveLength(2);
      await page.createPayment.answer(refused('payTimeOver'));
      expect(page.at('timeUp')).toBe(true);
    },
  );
});

describe('creating', () => {
  it('asks once, then waits on the page of the payment', async () => {
    const page = await openCreating();
    expect(page.createPayment.calls).toEqual([{ slug, methodCode: 'qris' }]);
    page.send({ type: 'payment.request' });
    expect(page.createPayment.calls).toHaveLength(1);
    expect(page.parent.events()).toEqual([]);
    await page.createPayment.answer(pending);
    expect(page.at({ awaiting: { status: 'watching' } })).toBe(true);
    expect(page.context().reading).toEqual(paymentAs());
    expect(page.parent.events()).toEqual([
      { type: 'payment.begun' },
      { type: 'session.refreshWanted' },
    ]);
    expect(page.readStatus.calls).toEqual([]);
  });

  it('[F44] is completed at once when the order is free, or paid already', async () => {
    const page = await openCreating();
    await page.createPayment.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
    expect(page.parent.events()[0]).toEqual({ type: 'payment.begun' });
  });

  it('[F48] finds the time over, where the server says so', async () => {
    const page = await openCreating();
    await page.createPayment.answer(refused('payTimeOver'));
    expect(page.at('timeUp')).toBe(true);
  });

  it.each([
    [refused('draftRequired'), 'noDraft'],
    [refused('noDraft', 'No draft'), 'noDraft'],
    [refused('emailNotVerified'), 'event'],
    [refused('paymentLive'), 'elsewhere'],
  ] as const)('does not call a refusal time that is up: %o', async (answer, kind) => {
    const page = await openCreating();
    await page.createPayment.answer(answer);
    expect(page.context().error).toBeNull();
    expect(page.output()).toEqual({ kind });
  });

  it('gives up a signed-out buyer', async () => {
    const page = await openCreating();
    await page.createPayment.answer(refused('unauthenticated'));
    expect(page.output()).toEqual({ kind: 'signedOut' });
  });

  it.each([
    [
      refused('methodUnfit'),
      'Metode ini tidak dapat dipakai untuk total pesanan Anda. Pilih metode lain.',
    ],
    [refused('requestUnreadable'), 'Failed to create payment. Please try again.'],
    [unreachable(), 'An error occurred while creating the payment. Please try again.'],
    [broken(), 'An error occurred while creating the payment. Please try again.'],
  ])('goes back to the methods with the words: %o', async (answer, words) => {
    const page = await openCreating();
    await page.createPayment.answer(answer);
    expect(page.at('choosing')).toBe(true);
    expect(page.context().methodCode).toBe('qris');
    expect(shownText(page.context().error)).toBe(words);
    page.send({ type: 'payment.request' });
    expect(page.context().error).toBeNull();
    expect(page.createPayment.calls).toHaveLength(2);
  });

  it('is asked for again by itself where no answer came, more and more slowly', async () => {
    const page = await openCreating();
    for (const pause of [1_000, 2_000, 4_000]) {
      await page.createPayment.answer(broken(503));
      const made = page.createPayment.calls.length;
      await pass(pause - 1);
      expect(page.createPayment.calls).toHaveLength(made);
      await pass(1);
      expect(page.createPayment.calls).toHaveLength(made + 1);
    }
    await page.createPayment.answer(pending);
    expect(page.at('awaiting')).toBe(true);
  });

  it('is asked for again at once on a wake, and not once another method is chosen', async () => {
    const page = await openCreating();
    await page.createPayment.answer(unreachable());
    page.send({ type: 'payment.check' });
    expect(page.createPayment.calls).toHaveLength(2);
    await page.createPayment.answer(unreachable());
    page.send({ type: 'method.select', code: 'gopay' });
    await pass(600_000);
    expect(page.createPayment.calls).toHaveLength(2);
  });

  it('keeps the news that a payment began, which is quicker than the answer', async () => {
    const page = await openCreating();
    page.hint('payment_started');
    expect(page.at({ creating: 'inTime' })).toBe(true);
    await page.createPayment.answer(pending);
    expect(page.at({ awaiting: { status: 'watching' } })).toBe(true);
    expect(page.context().notices).toEqual([{ id: 0, event: 'payment_started' }]);
    expect(page.readStatus.calls).toEqual([]);
  });

  it('[F44] reads at once when news of an end overtook the answer', async () => {
    const page = await openCreating();
    page.hint('payment_started');
    page.hint('payment_completed');
    await page.createPayment.answer(pending);
    expect(page.parent.events()[0]).toEqual({ type: 'payment.begun' });
    expect(page.at({ awaiting: { status: 'reading' } })).toBe(true);
    expect(page.context().notices).toEqual([{ id: 0, event: 'payment_started' }]);
    await page.readStatus.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
  });

  it('is completed without another read when the answer knows it already', async () => {
    const page = await openCreating();
    page.hint('payment_completed');
    await page.createPayment.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
    expect(page.readStatus.calls).toEqual([]);
  });

  it('survives a bug in the port', async () => {
    const page = await openCreating();
    await page.createPayment.crash();
    expect(shownText(page.context().error)).toBe(
      'An error occurred while creating the payment. Please try again.',
    );
  });
});

describe('another method (ruling R5)', () => {
  const changed = ok(paymentAs({ status: 'failed', end_reason: 'changed', can_change: true }));
  const denied = ok(paymentAs({ status: 'failed', end_reason: 'denied', can_change: true }));
  const lapsed = ok(
    paymentAs({ status: 'expired', end_reason: 'expired', can_change: true }, null),
  );

  it('is chosen once the charge is voided, from the same draft', async () => {
    const page = await openCreating();
    await page.createPayment.answer(pending);
    page.send({ type: 'payment.change' });
    expect(page.at('changing')).toBe(true);
    expect(page.voidPayment.calls).toEqual([{ slug, paymentId: 'payment-1' }]);
    expect(page.can({ type: 'payment.change' })).toBe(false);
    await page.voidPayment.answer(changed);
    expect(page.at('loadingMethods')).toBe(true);
    expect(page.parent.events().slice(2)).toEqual([
      { type: 'payment.reopened' },
      { type: 'session.refreshWanted' },
    ]);
    expect(page.context()).toMatchObject({ reading: null, methodCode: null, reopened: 'changed' });
    await page.loadMethods.answer(loaded());
    page.send({ type: 'method.select', code: 'gopay' });
    page.send({ type: 'payment.request' });
    await page.createPayment.answer(pending);
    expect(page.at('awaiting')).toBe(true);
    expect(page.createPayment.calls.map(({ methodCode }) => methodCode)).toEqual(['qris', 'gopay']);
    expect(page.clearEvent.calls).toEqual([]);
  });

  it.each([
    [
      refused('paymentNotVoidable'),
      'Metode belum dapat diganti. Anda tetap dapat membayar dengan metode ini, atau coba lagi sebentar lagi.',
    ],
    [unreachable(), 'Metode belum dapat diganti. Periksa koneksi Anda, lalu coba lagi.'],
    [broken(), 'Metode belum dapat diganti. Periksa koneksi Anda, lalu coba lagi.'],
  ])('is refused with words that stay, and what is so is read: %o', async (answer, words) => {
    const page = await openAwaiting();
    page.send({ type: 'payment.change' });
    await page.voidPayment.answer(answer);
    expect(page.at({ awaiting: { status: 'reading' } })).toBe(true);
    await page.readStatus.answer(pending);
    expect(page.context().error).toBeNull();
    expect(shownText(page.context().changeError)).toBe(words);
    page.send({ type: 'payment.change' });
    expect(page.context().changeError).toBeNull();
  });

  it('gives way to money that was there already', async () => {
    const page = await openAwaiting();
    page.send({ type: 'payment.change' });
    await page.voidPayment.answer(refused('paymentCompleted'));
    await page.readStatus.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
  });

  it('is known although its answer was lost', async () => {
    const page = await openAwaiting();
    page.send({ type: 'payment.change' });
    await page.voidPayment.crash();
    await page.readStatus.answer(changed);
    expect(page.at('loadingMethods')).toBe(true);
  });

  it('gives up a signed-out buyer', async () => {
    const page = await openAwaiting();
    page.send({ type: 'payment.change' });
    await page.voidPayment.answer(refused('unauthenticated'));
    expect(page.output()).toEqual({ kind: 'signedOut' });
  });

  it('asked for on another device takes this one along', async () => {
    const page = await openAwaiting();
    page.send({ type: 'payment.failureHinted' });
    await page.readStatus.answer(changed);
    expect(page.at('loadingMethods')).toBe(true);
    expect(page.parent.events()[0]).toEqual({ type: 'payment.reopened' });
  });

  it('cannot be asked for before the payment is known', () => {
    expect(open('pay').can({ type: 'payment.change' })).toBe(false);
  });

  it.each([denied, lapsed])('is the way on from a charge that is over: %o', async (answer) => {
    const page = await openAwaiting(answer);
    expect(page.at({ refused: 'shown' })).toBe(true);
    expect(page.parent.events()).toEqual([{ type: 'session.refreshWanted' }]);
    await pass(60_000);
    expect(page.at({ refused: 'shown' })).toBe(true);
    page.send({ type: 'payment.change' });
    expect(page.at('loadingMethods')).toBe(true);
    expect(page.clearEvent.calls).toEqual([]);
  });

  it('is no way on any more once the hold ended: the server is asked', async () => {
    const page = await openAwaiting(denied);
    page.send({ type: 'payment.check' });
    expect(page.at({ refused: 'asking' })).toBe(true);
    await page.readStatus.answer(unreachable());
    expect(page.at({ refused: 'shown' })).toBe(true);
    page.send({ type: 'payment.failureHinted' });
    await page.readStatus.crash();
    expect(page.at({ refused: 'shown' })).toBe(true);
    page.send({ type: 'payment.check' });
    await page.readStatus.answer(ok(paymentAs({ status: 'failed' })));
    expect(page.at({ failed: 'shown' })).toBe(true);
  });

  it('is not needed when the money of a refused charge comes after all', async () => {
    const page = await openAwaiting(denied);
    page.hint('payment_completed');
    await page.readStatus.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
  });

  it.each(['loadingMethods', 'choosing'] as const)(
    'is not needed when the money comes after all, while %s',
    async (state) => {
      const page = state === 'choosing' ? await openChoosing() : open('choose');
      page.hint('payment_started');
      expect(page.at(state)).toBe(true);
      page.hint('payment_completed');
      expect(page.parent.events()).toEqual([{ type: 'payment.begun' }]);
      await page.readStatus.answer(paid);
      expect(page.at({ completed: 'proven' })).toBe(true);
    },
  );
});

describe('entering the page of the payment', () => {
  it('reads at once', async () => {
    const page = open('pay');
    expect(page.at({ awaiting: { status: 'reading' } })).toBe(true);
    expect(page.readStatus.calls).toEqual([{ slug }]);
    expect(page.loadMethods.calls).toEqual([]);
    await page.readStatus.answer(pending);
    expect(page.at({ awaiting: { status: { watching: 'fresh' } } })).toBe(true);
  });

  it.each([
    [refused('noPayment'), 'noDraft'],
    [refused('draftRequired'), 'noDraft'],
    [refused('emailNotVerified'), 'event'],
    [refused('unauthenticated'), 'signedOut'],
  ] as const)('leaves when there is nothing to pay: %o', async (answer, kind) => {
    const page = await openAwaiting(answer);
    expect(page.output()).toEqual({ kind });
  });

  it.each([
    ['failed', 'Pembayaran gagal. Tidak ada dana yang diambil. Silakan pesan kembali.'],
    ['refund_due', 'Pembayaran diterima setelah kursi dilepas. Dana Anda akan dikembalikan.'],
    ['refunded', 'Dana Anda telah dikembalikan.'],
  ] as const)('tells of a payment that is %s', async (status, words) => {
    const page = await openAwaiting(ok(paymentAs({ status, is_expired: true })));
    expect(page.at({ failed: 'shown' })).toBe(true);
    expect(shownText(page.context().error)).toBe(words);
    expect(page.parent.events()).toEqual([{ type: 'session.refreshWanted' }]);
  });

  it.each([ranOut, ok(paymentAs({ is_expired: true }))])(
    'says for three seconds that it ran out, then clears and leaves: %o',
    async (answer) => {
      const page = await openAwaiting(answer);
      expect(page.at({ expired: 'shown' })).toBe(true);
      expect(page.parent.events()).toEqual([{ type: 'session.refreshWanted' }]);
      await pass(2_999);
      expect(page.clearEvent.calls).toEqual([]);
      await pass(1);
      expect(page.clearEvent.calls).toEqual([{ slug }]);
      await page.clearEvent.answer();
      expect(page.output()).toEqual({ kind: 'event' });
    },
  );

  it('stays for money that came after all while it says so (F49)', async () => {
    const page = await openAwaiting(ranOut);
    page.hint('payment_expired');
    expect(page.at({ expired: 'shown' })).toBe(true);
    page.hint('payment_completed');
    await page.readStatus.answer(paid);
    await pass(3_000);
    expect(page.at({ completed: 'proven' })).toBe(true);
  });

  it('leaves even when clearing fails', async () => {
    const page = await openAwaiting(ranOut);
    await pass(3_000);
    await page.clearEvent.crash();
    expect(page.output()).toEqual({ kind: 'event' });
  });

  it('[F59] waits for a state it does not know', async () => {
    const page = await openAwaiting(ok(paymentAs({ status: 'unknown' })));
    expect(page.at('awaiting')).toBe(true);
  });

  it('takes completed for completed whatever the clock says', async () => {
    const page = await openAwaiting(ok(paymentAs({ status: 'completed', is_expired: true }, 0)));
    expect(page.at('completed')).toBe(true);
  });
});

describe('awaiting', () => {
  it('reads every fifteen seconds', async () => {
    const page = await openAwaiting();
    await pass(14_999);
    expect(page.readStatus.calls).toHaveLength(1);
    await pass(1);
    expect(page.readStatus.calls).toHaveLength(2);
    await page.readStatus.answer(pending);
    await pass(15_000);
    expect(page.readStatus.calls).toHaveLength(3);
    await page.readStatus.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
  });

  it.each([unreachable(), broken()])('keeps waiting when a read fails: %o', async (answer) => {
    const page = await openAwaiting();
    await pass(15_000);
    await page.readStatus.answer(answer);
    expect(page.at({ awaiting: { status: 'watching' } })).toBe(true);
    expect(shownText(page.context().error)).toBe('Failed to check payment status');
    await pass(15_000);
    await page.readStatus.answer(pending);
    expect(page.context().error).toBeNull();
  });

  it('keeps waiting when the first read fails', async () => {
    const page = await openAwaiting(unreachable());
    expect(page.at({ awaiting: { status: 'watching' } })).toBe(true);
    await pass(15_000);
    expect(page.readStatus.calls).toHaveLength(2);
  });

  it('survives a bug in the port', async () => {
    const page = open('pay');
    await page.readStatus.crash();
    expect(shownText(page.context().error)).toBe('Failed to check payment status');
  });

  it('reads on request, one read at a time', async () => {
    const page = await openAwaiting();
    await pass(1_000);
    page.send({ type: 'payment.check' });
    page.send({ type: 'payment.check' });
    expect(page.readStatus.calls).toHaveLength(2);
    expect(page.can({ type: 'payment.check' })).toBe(false);
  });

  it.each([pending, unreachable()])('announces the end of a read: %o', async (answer) => {
    const page = await openAwaiting();
    await pass(1_000);
    page.announced.length = 0;
    page.send({ type: 'payment.check' });
    expect(page.announced).toEqual([]);
    await page.readStatus.answer(answer);
    expect(page.announced).toEqual([{ type: 'read.ended' }]);
  });

  it('reads younger than the news of a refusal: at once, and again when a read runs', async () => {
    const page = await openAwaiting();
    page.send({ type: 'payment.failureHinted' });
    expect(page.readStatus.calls).toHaveLength(2);
    page.send({ type: 'payment.failureHinted' });
    expect(page.readStatus.calls).toHaveLength(3);
    expect(page.readStatus.aborted(1)).toBe(true);
    expect(page.context().notices).toEqual([]);
  });

  it('makes one of the presses of a second', async () => {
    const page = await openAwaiting();
    page.send({ type: 'payment.check' });
    page.send({ type: 'payment.check' });
    await pass(999);
    expect(page.readStatus.calls).toHaveLength(1);
    await pass(1);
    expect(page.readStatus.calls).toHaveLength(2);
  });

  it('reads once when the deadline passes, and goes on if the server says so', async () => {
    const page = await openAwaiting(ok(paymentAs({}, 5_000)));
    await pass(4_999);
    expect(page.readStatus.calls).toHaveLength(1);
    await pass(1);
    expect(page.readStatus.calls).toHaveLength(2);
    await page.readStatus.answer(ok(paymentAs({}, 0)));
    expect(page.at({ awaiting: { status: 'watching', deadline: 'passed' } })).toBe(true);
    await pass(14_999);
    expect(page.readStatus.calls).toHaveLength(2);
    await pass(1);
    expect(page.readStatus.calls).toHaveLength(3);
  });

  it('is past its deadline from the first answer on where that says so, and asks no more than usual', async () => {
    const page = await openAwaiting(ok(paymentAs({}, 0)));
    expect(page.at({ awaiting: { status: 'watching', deadline: 'passed' } })).toBe(true);
    await pass(15_000);
    expect(page.readStatus.calls).toHaveLength(2);
    await page.readStatus.answer(ok(paymentAs({}, 60_000)));
    expect(page.at({ awaiting: { deadline: 'counting' } })).toBe(true);
  });

  it('does not count the deadline again after a failed read', async () => {
    const page = await openAwaiting(ok(paymentAs({}, 20_000)));
    await pass(15_000);
    await page.readStatus.answer(unreachable());
    await pass(5_000);
    expect(page.readStatus.calls).toHaveLength(3);
  });

  it('has no deadline where the gateway gives none', async () => {
    const page = await openAwaiting(ok(paymentAs({}, null)));
    await pass(14_999);
    expect(page.readStatus.calls).toHaveLength(1);
    expect(page.at({ awaiting: { deadline: 'counting' } })).toBe(true);
  });

  it('is not polled while the page is hidden, and read when it is shown again', async () => {
    const page = await openAwaiting();
    await pass(10_000);
    page.send({ type: 'page.hidden' });
    await pass(60_000);
    expect(page.readStatus.calls).toHaveLength(1);
    page.send({ type: 'page.shown' });
    expect(page.readStatus.calls).toHaveLength(2);
    await page.readStatus.answer(pending);
    await pass(15_000);
    expect(page.readStatus.calls).toHaveLength(3);
  });

  it('reads behind a hidden page on news and at the deadline, and no more', async () => {
    const page = await openAwaiting(ok(paymentAs({}, 20_000)));
    page.send({ type: 'page.hidden' });
    page.hint('payment_started');
    await page.readStatus.answer(ok(paymentAs({}, 20_000)));
    await pass(20_000);
    expect(page.readStatus.calls).toHaveLength(3);
    await page.readStatus.answer(pending);
    await pass(60_000);
    expect(page.readStatus.calls).toHaveLength(3);
  });

  it('is polled where the page cannot be watched', async () => {
    const page = await openAwaiting();
    page.send({ type: 'page.hidden' });
    page.breakWatch();
    expect(page.at({ awaiting: { page: 'shown' } })).toBe(true);
  });

  it('notes that a payment began, and reads', async () => {
    const page = await openAwaiting();
    page.hint('payment_started');
    expect(page.context().notices).toEqual([{ id: 0, event: 'payment_started' }]);
    expect(page.readStatus.calls).toHaveLength(2);
    page.hint('payment_started');
    expect(page.readStatus.calls).toHaveLength(3);
    expect(page.readStatus.aborted(1)).toBe(true);
    expect(page.context().notices).toHaveLength(1);
  });
});

describe('completed', () => {
  async function openHinted() {
    const page = await openAwaiting();
    page.hint('payment_completed');
    return page;
  }

  it('by a reading: clears the event once, then goes home', async () => {
    const page = await openAwaiting(paid);
    expect(page.clearEvent.calls).toEqual([{ slug }]);
    expect(page.parent.events()).toEqual([{ type: 'session.refreshWanted' }]);
    await page.clearEvent.answer();
    expect(page.at({ completed: { proven: 'clear' } })).toBe(true);
    page.send({ type: 'success.close' });
    expect(page.output()).toEqual({ kind: 'completed' });
    expect(page.clearEvent.calls).toHaveLength(1);
  });

  it('stays open when clearing fails', async () => {
    const page = await openAwaiting(paid);
    await page.clearEvent.crash();
    expect(page.at({ completed: { proven: 'clear' } })).toBe(true);
  });

  it('by the broker: opens at once and is proved', async () => {
    const page = await openHinted();
    expect(page.at({ completed: 'proving' })).toBe(true);
    expect(page.context().notices.at(-1)?.event).toBe('payment_completed');
    expect(page.readStatus.calls).toHaveLength(2);
    expect(page.clearEvent.calls).toEqual([]);
    await page.readStatus.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
    expect(page.context().reading?.payment.status).toBe('completed');
    expect(page.clearEvent.calls).toEqual([{ slug }]);
  });

  it('is asked for again after ten seconds, and closed if the server still says pending', async () => {
    const page = await openHinted();
    await page.readStatus.answer(pending);
    expect(page.at({ completed: { proving: { trial: 'resting' } } })).toBe(true);
    await pass(9_999);
    expect(page.readStatus.calls).toHaveLength(2);
    await pass(1);
    expect(page.readStatus.calls).toHaveLength(3);
    expect(page.at('completed')).toBe(true);
    await page.readStatus.answer(pending);
    expect(page.at({ awaiting: { status: 'watching' } })).toBe(true);
    expect(page.clearEvent.calls).toEqual([]);
  });

  it('is proved at the second asking', async () => {
    const page = await openHinted();
    await page.readStatus.crash();
    await pass(10_000);
    await page.readStatus.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
  });

  it('is taken back when it cannot be proved', async () => {
    const page = await openHinted();
    await pass(10_000);
    await page.readStatus.crash();
    expect(page.at('awaiting')).toBe(true);
  });

  it.each(['answer', 'crash'] as const)(
    'may be closed before it is proved, and clears the event: %s',
    async (end) => {
      const page = await openHinted();
      page.send({ type: 'success.close' });
      expect(page.at('completed')).toBe(true);
      expect(page.clearEvent.calls).toEqual([{ slug }]);
      await (end === 'answer' ? page.clearEvent.answer() : page.clearEvent.crash());
      expect(page.output()).toEqual({ kind: 'completed' });
    },
  );

  it('takes its words back with its modal', async () => {
    const page = await openHinted();
    expect(page.context().notices).toHaveLength(1);
    await pass(10_000);
    await page.readStatus.answer(pending);
    expect(page.context().notices).toEqual([]);
    page.hint('payment_completed');
    expect(page.context().notices).toEqual([{ id: 1, event: 'payment_completed' }]);
  });
});

describe('expired by the broker', () => {
  async function openExpiring() {
    const page = await openAwaiting();
    page.hint('payment_expired');
    return page;
  }

  it('is told for three seconds and asked of the server', async () => {
    const page = await openExpiring();
    expect(page.at('expiring')).toBe(true);
    expect(page.context().notices.at(-1)?.event).toBe('payment_expired');
    expect(page.readStatus.calls).toHaveLength(2);
    await pass(1_000);
    await page.readStatus.answer(ranOut);
    await pass(1_999);
    expect(page.at('expiring')).toBe(true);
    expect(page.clearEvent.calls).toEqual([]);
    await pass(1);
    expect(page.at({ expired: 'clearing' })).toBe(true);
    await page.clearEvent.answer();
    expect(page.output()).toEqual({ kind: 'event' });
  });

  it.each([
    [paid, 'completed'],
    [ok(paymentAs({ status: 'refund_due' })), 'failed'],
    [pending, 'awaiting'],
  ] as const)('is undone by the server’s word: %o', async (answer, state) => {
    const page = await openExpiring();
    await page.readStatus.answer(answer);
    expect(page.at(state)).toBe(true);
  });

  it('[F49] is undone by money that came after all', async () => {
    const page = await openExpiring();
    await page.readStatus.answer(ranOut);
    page.hint('payment_completed');
    expect(page.at({ completed: 'proving' })).toBe(true);
    await page.readStatus.answer(paid);
    await pass(3_000);
    expect(page.at({ completed: 'proven' })).toBe(true);
    expect(page.context().notices.map(({ event }) => event)).toEqual([
      'payment_expired',
      'payment_completed',
    ]);
  });

  it('is not acted on without the server’s word', async () => {
    const page = await openExpiring();
    await page.readStatus.answer(unreachable());
    expect(page.at({ expiring: 'answered' })).toBe(true);
    await pass(3_000);
    expect(page.at({ awaiting: { status: 'reading' } })).toBe(true);
    expect(page.readStatus.calls).toHaveLength(3);
  });

  it('survives a bug in the port', async () => {
    const page = await openExpiring();
    await page.readStatus.crash();
    expect(page.at({ expiring: 'answered' })).toBe(true);
  });

  it('keeps the last two notices', async () => {
    const page = await openAwaiting();
    page.hint('payment_started');
    page.hint('payment_expired');
    page.hint('payment_completed');
    expect(page.context().notices).toEqual([
      { id: 1, event: 'payment_expired' },
      { id: 2, event: 'payment_completed' },
    ]);
  });
});

describe('failed', () => {
  it.each(['answer', 'crash'] as const)('clears and leaves once it is read: %s', async (end) => {
    const page = await openFailed();
    expect(page.clearEvent.calls).toEqual([]);
    page.send({ type: 'notice.dismiss' });
    expect(page.clearEvent.calls).toEqual([{ slug }]);
    await (end === 'answer' ? page.clearEvent.answer() : page.clearEvent.crash());
    expect(page.output()).toEqual({ kind: 'event' });
  });

  it('gives way to money that came after all', async () => {
    const page = await openFailed();
    page.hint('payment_expired');
    expect(page.at('failed')).toBe(true);
    page.hint('payment_completed');
    await page.readStatus.answer(paid);
    expect(page.at({ completed: 'proven' })).toBe(true);
  });
});

it('has fired every transition it declares', () => {
  expect(coverage.unfired()).toEqual([]);
});
