import { describe, expect, it } from 'vitest';
import { ok, refused, unreachable } from '../../support/flows/machines.ts';
import { draftAs } from '../../support/flows/orders.ts';
import { methodAs, paymentAs } from '../../support/flows/payments.ts';
import {
  answers,
  type Happening,
  type Journey,
  sees,
  sends,
  travel,
  waits,
} from '../../support/model/journey.ts';
import type { Stage } from '../../support/model/stage.ts';
import { shownText } from '../../support/shown-text.ts';
import { paymentModel, slug } from '../payment.model.ts';

const choosing = (journey: Omit<Journey, 'model' | 'from'>) =>
  travel({ model: paymentModel, from: 'choosing', ...journey });
const paying = (journey: Omit<Journey, 'model' | 'from'>) =>
  travel({ model: paymentModel, from: 'paying', ...journey });

const methods = [methodAs('qris', 'QRIS', 5_000), methodAs('gopay', 'E-Wallet')];
const isOffered = answers('loadMethods', ok({ methods, draft: draftAs(), lastUsed: null }));
const selects = (code: string) => sends({ type: 'method.select', code });
const hears = (event: string) => sends({ type: 'payment.hinted', event });
const reads = (payment = {}, remainingMs: number | null = 660_000) =>
  answers('readStatus', ok(paymentAs(payment, remainingMs)));
const isPending = reads();
const isPaid = reads({ status: 'completed' });
const isOver = reads({ status: 'expired', is_expired: true }, 0);
const begins: readonly Happening[] = [
  isOffered,
  selects('qris'),
  sends({ type: 'payment.request' }),
];
const timeUp = 'Time is up! Your session has expired. Please select your seats again.';

const context = (stage: Stage) => stage.snapshot().context;
const heard = (stage: Stage) => context(stage).notices.map(({ event }: { event: string }) => event);
const readsSoFar = (count: number) => (stage: Stage) =>
  expect(stage.calls('readStatus')).toBe(count);
const nothingForgotten = (stage: Stage) => expect(stage.calls('clearEvent')).toBe(0);

describe('§4 Payment: the method', () => {
  it('Selecting a payment method sets the service fee from its total_fee', () =>
    choosing({
      steps: [isOffered, selects('qris')],
      ends: ['choosing'],
      holds: (stage) => expect(context(stage).serviceFee).toBe(5_000),
    }));

  it('or 0 if none', () =>
    choosing({
      steps: [isOffered, selects('qris'), selects('gopay')],
      ends: ['choosing'],
      holds: (stage) => expect(context(stage).serviceFee).toBe(0),
    }));

  it('(ruling 1.4-Z) total 0: fee forced 0, completed at once', () =>
    choosing({
      steps: [
        answers('loadMethods', ok({ methods, draft: draftAs({ total_price: 0 }), lastUsed: null })),
        sees(['creating.inTime'], (stage) => {
          expect(stage.asked('createPayment')).toEqual({ slug, methodCode: 'qris' });
          expect(context(stage).serviceFee).toBe(0);
        }),
        answers('createPayment', ok(paymentAs({ status: 'completed', amount: 0 }, null))),
      ],
      ends: ['completed.proven.clearing'],
      tells: ['payment.begun', 'session.refreshWanted', 'session.refreshWanted'],
    }));

  it('Create payment success goes to the payment page', () =>
    choosing({
      steps: [
        ...begins,
        sees(['creating'], (stage) => {
          expect(stage.asked('createPayment')).toEqual({ slug, methodCode: 'qris' });
          expect(stage.told()).toEqual([]);
        }),
        answers('createPayment', ok(paymentAs())),
      ],
      ends: ['awaiting.status.watching'],
      tells: ['payment.begun', 'session.refreshWanted'],
    }));

  it("On the payment-method page, when the countdown ends, alert 'Time is up! Your session has expired. Please select your seats again.'", () =>
    choosing({
      steps: [isOffered, selects('qris'), sends({ type: 'payment.timeUp' })],
      ends: ['timeUp'],
      holds: (stage) => expect(shownText(context(stage).error)).toBe(timeUp),
    }));

  it('and go to seats, replacing history', () =>
    choosing({
      steps: [isOffered, sends({ type: 'payment.timeUp' }), sends({ type: 'notice.dismiss' })],
      ends: ['outOfTime'],
      output: { kind: 'timeUp' },
    }));

  it('(ruling 1.2-AB) and does not wait for an OK longer than 5 s', () =>
    choosing({
      steps: [isOffered, sends({ type: 'payment.timeUp' }), waits('noticeCap')],
      ends: ['outOfTime'],
      output: { kind: 'timeUp' },
    }));

  it('(ruling 1.4-K) a payment that is on its way then is the server’s to judge', () =>
    choosing({
      steps: [
        ...begins,
        sends({ type: 'payment.timeUp' }),
        sees(['creating.late']),
        answers('createPayment', ok(paymentAs())),
      ],
      ends: ['awaiting.status.watching'],
      tells: ['payment.begun', 'session.refreshWanted'],
    }));

  it('[F48] a draft that expired between choose and pay is told', () =>
    choosing({
      steps: [...begins, answers('createPayment', refused('payTimeOver'))],
      ends: ['timeUp'],
      tells: [],
      holds: (stage) => expect(shownText(context(stage).error)).toBe(timeUp),
    }));
});

describe('§4 Payment: completed, expired or pending', () => {
  it.each([
    ['completed', isPaid, 'completed.proven'],
    ['expired', isOver, 'expired'],
    ['pending', isPending, 'awaiting.status.watching'],
  ] as const)('Payment is completed, expired or pending: %s', (_name, answer, end) =>
    paying({ steps: [answer], ends: [end] }),
  );

  it("Completed status clears the event's stored state and opens the success modal", () =>
    paying({
      steps: [isPending, waits('paymentPoll'), isPaid],
      ends: ['completed.proven.clearing'],
      tells: ['session.refreshWanted'],
      holds: (stage) => expect(stage.asked('clearEvent')).toEqual({ slug }),
    }));

  it('or payment_completed event opens the success modal', () =>
    paying({
      steps: [isPending, hears('payment_completed')],
      ends: ['completed.proving.trial.asking'],
      tells: [],
    }));

  // Ruling 1.4-X: a broker message alone proves nothing, so the state is cleared once the server agrees or the buyer closes the modal.
  it("(ruling 1.4-X) and clears the event's stored state once the server says so too", () =>
    paying({
      steps: [
        isPending,
        hears('payment_completed'),
        sees(['completed.proving.trial.asking'], nothingForgotten),
        isPaid,
      ],
      ends: ['completed.proven.clearing'],
      holds: (stage) => expect(stage.asked('clearEvent')).toEqual({ slug }),
    }));

  it('(ruling 1.4-X) if after 10 s the server still says pending, the modal is replaced by the pending view', () =>
    paying({
      steps: [
        isPending,
        hears('payment_completed'),
        isPending,
        sees(['completed.proving.trial.resting']),
        waits('completionProof'),
        sees(['completed.proving.deciding']),
        isPending,
      ],
      ends: ['awaiting.status.watching'],
      holds: (stage) => {
        nothingForgotten(stage);
        expect(heard(stage)).toEqual([]);
      },
    }));

  it('closing returns to /', () =>
    paying({
      steps: [isPaid, answers('clearEvent', undefined), sends({ type: 'success.close' })],
      ends: ['paid'],
      output: { kind: 'completed' },
    }));

  it('closing before the server has spoken clears the state as well', () =>
    paying({
      steps: [
        isPending,
        hears('payment_completed'),
        sends({ type: 'success.close' }),
        sees(['completed.closing'], (stage) => expect(stage.asked('clearEvent')).toEqual({ slug })),
        answers('clearEvent', undefined),
      ],
      ends: ['paid'],
      output: { kind: 'completed' },
    }));

  it('Expired flag clears stored state and returns to the event page', () =>
    paying({
      steps: [
        isPending,
        waits('paymentPoll'),
        reads({ is_expired: true }, 0),
        sees(['expired.shown'], nothingForgotten),
        waits('expiredNotice'),
        sees(['expired.clearing'], (stage) => expect(stage.asked('clearEvent')).toEqual({ slug })),
        answers('clearEvent', undefined),
      ],
      ends: ['leftForEvent'],
      output: { kind: 'event' },
      tells: ['session.refreshWanted'],
    }));

  // Ruling 1.4-W: only a response has an effect, and it is requested within the three seconds.
  it('payment_expired event clears stored state and returns to the event page (after 3 s for the real-time case)', () =>
    paying({
      steps: [
        isPending,
        hears('payment_expired'),
        isOver,
        sees(['expiring.answered'], nothingForgotten),
        waits('expiredNotice'),
        sees(['expired.clearing'], (stage) => expect(stage.asked('clearEvent')).toEqual({ slug })),
        answers('clearEvent', undefined),
      ],
      ends: ['leftForEvent'],
      output: { kind: 'event' },
    }));

  it('[F49] (ruling 1.4-W) completed cancels the redirect', () =>
    paying({
      steps: [isPending, hears('payment_expired'), isPaid],
      ends: ['completed.proven'],
    }));

  it('[F49] (ruling 1.4-W) completed wins over is_expired', () =>
    paying({
      steps: [reads({ status: 'completed', is_expired: true }, 0)],
      ends: ['completed.proven'],
    }));

  it('(ruling 1.4-W) without a reply within the 3 s nothing is acted on', () =>
    paying({
      steps: [
        isPending,
        hears('payment_expired'),
        answers('readStatus', unreachable()),
        waits('expiredNotice'),
      ],
      ends: ['awaiting.status.reading'],
      holds: nothingForgotten,
    }));

  it('[F42] money that came too late is told until it is read', () =>
    paying({
      steps: [
        isPending,
        waits('paymentPoll'),
        reads({ status: 'refund_due', is_expired: true }, 0),
        sees(['failed.shown'], (stage) =>
          expect(shownText(context(stage).error)).toBe(
            'Pembayaran diterima setelah kursi dilepas. Dana Anda akan dikembalikan.',
          ),
        ),
        sends({ type: 'notice.dismiss' }),
        answers('clearEvent', undefined),
      ],
      ends: ['leftForEvent'],
      output: { kind: 'event' },
    }));
});

describe('§4 Payment: what is asked, and when', () => {
  it('on entry', () =>
    paying({ steps: [], ends: ['awaiting.status.reading'], holds: readsSoFar(1) }));

  it("payment status 'pending' every 15 s", () =>
    paying({
      steps: [isPending, waits('paymentPoll'), isPending, waits('paymentPoll')],
      ends: ['awaiting.status.reading'],
      holds: readsSoFar(3),
    }));

  // Ruling 1.4-Y: the 30 s check coincides with the 15 s tick and is merged.
  it('(ruling 1.4-Y) payment page also every 30 s: one read at a time', () =>
    paying({
      steps: [
        isPending,
        waits('paymentPoll'),
        sends({ type: 'payment.check' }),
        sees(['awaiting.status.reading'], (stage) => expect(stage.openCalls('readStatus')).toBe(1)),
        isPending,
      ],
      ends: ['awaiting.status.watching'],
      holds: readsSoFar(2),
    }));

  it('and on manual press', () =>
    paying({
      steps: [isPending, waits('checkMerge'), sends({ type: 'payment.check' })],
      ends: ['awaiting.status.reading'],
      holds: readsSoFar(2),
    }));

  it('(ruling 1.4-Y) presses within 1 s merge', () =>
    paying({
      steps: [
        isPending,
        sends({ type: 'payment.check' }),
        sends({ type: 'payment.check' }),
        sees(['awaiting.status.watching.held'], readsSoFar(1)),
        waits('checkMerge'),
      ],
      ends: ['awaiting.status.reading'],
      holds: readsSoFar(2),
    }));

  it('(ruling 1.4-Y) hidden tab: pause, read on wake', () =>
    paying({
      steps: [
        isPending,
        sends({ type: 'page.hidden' }),
        waits('paymentPoll'),
        sees(['awaiting.status.watching', 'awaiting.page.hidden'], readsSoFar(1)),
        sends({ type: 'page.shown' }),
      ],
      ends: ['awaiting.status.reading'],
      holds: readsSoFar(2),
    }));

  // The payment's own countdown: the root has the session's.
  it("On the payment page the countdown falls back to the payment's expiry", () =>
    paying({
      steps: [
        reads({}, 90_000),
        sees(['awaiting.deadline.counting'], (stage) =>
          expect(context(stage).reading?.deadline).toBe(90_000),
        ),
        waits('untilDeadline'),
      ],
      ends: ['awaiting.status.reading', 'awaiting.deadline.passed'],
      holds: readsSoFar(2),
    }));
});

describe('§4 Payment: real-time messages', () => {
  it("last 2: 'Menunggu pembayaran Anda', for no money was seen yet", () =>
    choosing({
      steps: [...begins, hears('payment_started'), answers('createPayment', ok(paymentAs()))],
      ends: ['awaiting.status.watching'],
      holds: (stage) => expect(heard(stage)).toEqual(['payment_started']),
    }));

  it("'Pembayaran berhasil!'", () =>
    paying({
      steps: [isPending, hears('payment_started'), hears('payment_completed')],
      ends: ['completed'],
      holds: (stage) => expect(heard(stage)).toEqual(['payment_started', 'payment_completed']),
    }));

  it("'Pembayaran telah kedaluwarsa. Mengarahkan ke halaman event...'", () =>
    paying({
      steps: [isPending, hears('payment_started'), hears('payment_expired')],
      ends: ['expiring'],
      holds: (stage) => expect(heard(stage)).toEqual(['payment_started', 'payment_expired']),
    }));

  it('Real-time messages show only the last 2', () =>
    paying({
      steps: [
        isPending,
        hears('payment_started'),
        hears('payment_expired'),
        hears('payment_completed'),
      ],
      ends: ['completed'],
      holds: (stage) => expect(heard(stage)).toEqual(['payment_expired', 'payment_completed']),
    }));
});

describe('§4 Payment: redirects', () => {
  it.each([
    ['choosing', 'loadMethods', refused('noDraft', 'No draft')],
    ['choosing', 'loadMethods', refused('draftRequired')],
    ['paying', 'readStatus', refused('noPayment')],
    ['paying', 'readStatus', refused('draftRequired')],
  ] as const)('No active draft goes to /event/{eventSlug}/seats: %s', (from, call, refusal) =>
    travel({
      model: paymentModel,
      from,
      steps: [answers(call, refusal)],
      ends: ['noDraft'],
      output: { kind: 'noDraft' },
    }),
  );

  it.each([
    ['choosing', 'loadMethods'],
    ['paying', 'readStatus'],
  ] as const)('A session failure (401/403) goes to /event/{eventSlug}: 403 when %s', (from, call) =>
    travel({
      model: paymentModel,
      from,
      steps: [answers(call, refused('emailNotVerified'))],
      ends: ['leftForEvent'],
      output: { kind: 'event' },
    }),
  );

  // Ruling 1.2-A, rule 3: a 401 is checked first; then the root goes to the event page.
  it.each([
    ['choosing', 'loadMethods'],
    ['paying', 'readStatus'],
  ] as const)('A session failure (401/403) goes to /event/{eventSlug}: 401 when %s', (from, call) =>
    travel({
      model: paymentModel,
      from,
      steps: [answers(call, refused('unauthenticated'))],
      ends: ['signedOut'],
      output: { kind: 'signedOut' },
    }),
  );
});
