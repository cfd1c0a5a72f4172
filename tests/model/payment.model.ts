import { expect } from 'vitest';
import { paymentMachine } from '../../machines/payment/payment.machine.ts';
import { paymentPorts } from '../../machines/payment/payment.ports.ts';
import type {
  PaymentContext,
  PaymentEvent,
  PaymentReading,
} from '../../machines/payment/payment.types.ts';
import { refusalAs } from '../support/flows/machines.ts';
import { draftAs } from '../support/flows/orders.ts';
import { methodAs, paymentAs } from '../support/flows/payments.ts';
import { flowModel } from '../support/model/flow-model.ts';
import { healing } from '../support/model/healing.ts';

/** The event of every walk. */
const slug = 'konser-senja-jakarta';
const offered = [
  methodAs('qris', 'QRIS', 5_000),
  methodAs('gopay', 'E-Wallet'),
  methodAs('bca', 'Virtual Account', 4_000),
];

const down = {
  broken: [{ status: 500, message: 'HTTP error!' }],
  unreachable: [{ message: 'No answer.' }],
} as const;
const draftRequired = refusalAs('draftRequired');

const asked = ({ slug }: PaymentContext) => ({ slug });
const statusOf = ({ reading }: PaymentContext) => reading?.payment.status;
const isPaid = (context: PaymentContext) => statusOf(context) === 'completed';
const isOver = (context: PaymentContext) =>
  !isPaid(context) &&
  !isHeld(context) &&
  (statusOf(context) === 'expired' || context.reading?.payment.is_expired === true);
const isHeld = ({ reading }: PaymentContext) =>
  ['failed', 'expired'].includes(reading?.payment.status ?? '') &&
  reading?.payment.can_change === true;
const hasEnded = (context: PaymentContext) =>
  ['failed', 'refund_due', 'refunded'].includes(statusOf(context) ?? '');
const saidPaid = ({ notices }: PaymentContext) => notices.at(-1)?.event === 'payment_completed';
const heard = ({ notices }: PaymentContext) => notices.map(({ event }) => event);

/** The fee in rupiah of each method by code, as in §2.284: its total_fee, 0 if it has none, 0 for a free order. */
function feeOf({ methodCode, draft }: PaymentContext): number {
  if (draft?.order.total_price === 0) return 0;
  return { qris: 5_000, bca: 4_000 }[methodCode ?? ''] ?? 0;
}

/** The relevant part of a reading; an unknown status counts as pending. */
function readingFacts({ payment, remainingMs }: PaymentReading) {
  const { status, is_expired, can_change = false, end_reason = null } = payment;
  return [
    status === 'unknown' ? 'pending' : status,
    is_expired,
    (remainingMs ?? 0) > 0,
    can_change,
    end_reason === 'changed',
  ];
}

/** Choosing a method and paying (§4.70, order form and payment). */
export const paymentModel = flowModel<PaymentEvent>()({
  machine: paymentMachine,
  ports: paymentPorts,
  starts: {
    choosing: (parent) => ({ parent, slug, entry: 'choose' as const }),
    paying: (parent) => ({ parent, slug, entry: 'pay' as const }),
  },
  events: {
    'method.select': [{ code: 'qris' }, { code: 'gopay' }, { code: 'bca' }],
    'payment.request': [{}],
    'payment.check': [{}],
    'payment.change': [{}],
    'methods.retry': [{}],
    'payment.hinted': [
      { event: 'payment_started' },
      { event: 'payment_completed' },
      { event: 'payment_expired' },
    ],
    'payment.failureHinted': [{}],
    'page.hidden': [{}],
    'page.shown': [{}],
    'payment.timeUp': [{}],
    'success.close': [{}],
    'notice.dismiss': [{}],
  },
  answers: {
    loadMethods: {
      ok: [
        { methods: offered, draft: draftAs(), lastUsed: null },
        { methods: offered, draft: draftAs(), lastUsed: 'gopay' },
        { methods: offered, draft: draftAs({ total_price: 0 }), lastUsed: 'gopay' },
        { methods: [], draft: draftAs(), lastUsed: null },
      ],
      refused: [
        refusalAs('unauthenticated'),
        draftRequired,
        refusalAs('noDraft'),
        refusalAs('emailNotVerified'),
        refusalAs('paymentLive'),
      ],
      ...down,
    },
    createPayment: {
      ok: [paymentAs(), paymentAs({ status: 'completed' }, null)],
      refused: [
        refusalAs('unauthenticated'),
        draftRequired,
        refusalAs('noDraft'),
        refusalAs('paymentLive'),
        refusalAs('emailNotVerified'),
        refusalAs('payTimeOver'),
        refusalAs('tooManyRequests'),
        refusalAs('methodUnfit'),
        refusalAs('requestUnreadable'),
      ],
      ...down,
    },
    voidPayment: {
      ok: [paymentAs({ status: 'failed', end_reason: 'changed', can_change: true })],
      refused: [refusalAs('unauthenticated'), refusalAs('paymentCompleted')],
      ...down,
    },
    readStatus: {
      ok: [
        paymentAs(),
        paymentAs({}, null),
        paymentAs({}, 0),
        paymentAs({ status: 'unknown' }),
        paymentAs({ status: 'completed' }),
        paymentAs({ status: 'completed', is_expired: true }, 0),
        paymentAs({ status: 'expired', is_expired: true }, 0),
        paymentAs({ is_expired: true }, 0),
        paymentAs({ status: 'failed' }),
        paymentAs({ status: 'failed', end_reason: 'changed', can_change: true }),
        paymentAs({ status: 'failed', end_reason: 'denied', can_change: true }),
        paymentAs({ status: 'expired', end_reason: 'expired', can_change: true }, null),
        paymentAs({ status: 'refund_due', is_expired: true }, 0),
        paymentAs({ status: 'refunded', is_expired: true }, 0),
      ],
      refused: [
        refusalAs('unauthenticated'),
        draftRequired,
        refusalAs('noPayment'),
        refusalAs('emailNotVerified'),
        refusalAs('tooManyRequests'),
      ],
      ...down,
    },
    clearEvent: { value: [undefined] },
  },
  delays: {
    healing,
    // §4.72, §9.18: payment poll 15 s.
    paymentPoll: 15_000,
    // §4.72: presses within 1 s merge.
    checkMerge: 1_000,
    // §2.331: the server still says pending after 10 s.
    completionProof: 10_000,
    // §9.22: expiry redirect 3 s.
    expiredNotice: 3_000,
    // §5.53: at most 5 s.
    noticeCap: 5_000,
    untilDeadline: ({ reading }) => reading?.remainingMs ?? 0,
  },
  // Once a payment exists, the choice of its method no longer matters.
  facts: (context) => ({
    ...(context.reading === null
      ? {
          method: context.methodCode,
          fee: context.serviceFee,
          // The first matters until the methods are loaded, the second from then on.
          isReopened: context.methods.length === 0 && context.reopened !== null,
          isFree: context.methods.length > 0 && context.draft?.order.total_price === 0,
          methods: context.methods.length,
          isMissed: context.methods.length === 0 && context.error !== null,
          passes: context.healing.passes,
          hasNoResponse: context.hasNoResponse,
        }
      : { reading: readingFacts(context.reading) }),
    heard: context.notices.at(-1)?.event ?? null,
  }),
  effects: {
    '': {
      holds: (context) => {
        expect(context.serviceFee).toBe(feeOf(context));
        expect(context.notices.length).toBeLessThanOrEqual(2);
        expect(context.notices[0]?.event).not.toBe(context.notices[1]?.event ?? 'none');
      },
    },
    loadingMethods: { runs: { loadMethods: asked } },
    choosing: {
      waits: ['healing'],
      holds: ({ methods }) => expect([[], offered]).toContainEqual(methods),
    },
    creating: { runs: { createPayment: ({ methodCode }) => ({ slug, methodCode }) } },
    'creating.inTime': {},
    'creating.late': {},
    timeUp: { waits: ['noticeCap'] },
    awaiting: {
      runs: { watchPage: () => undefined },
      holds: (context) => {
        expect(isPaid(context) || isOver(context) || isHeld(context) || hasEnded(context)).toBe(
          false,
        );
        // No text on the page claims an end before it has come.
        expect(heard(context).filter((event) => event !== 'payment_started')).toEqual([]);
      },
    },
    'awaiting.status.reading': { runs: { readStatus: asked } },
    'awaiting.status.watching': { waits: ['paymentPoll'] },
    'awaiting.status.watching.fresh': { waits: ['checkMerge'] },
    'awaiting.status.watching.held': { waits: ['checkMerge'] },
    'awaiting.status.watching.stale': {},
    'awaiting.deadline.counting': { waits: ['untilDeadline'] },
    'awaiting.deadline.passed': {},
    'awaiting.page.shown': {},
    'awaiting.page.hidden': {},
    changing: {
      runs: { voidPayment: ({ reading }) => ({ slug, paymentId: reading?.payment.id }) },
      holds: (context) => {
        expect(['pending', 'unknown']).toContain(statusOf(context));
        expect(context.changeError).toBeNull();
      },
    },
    refused: {
      holds: (context) => {
        expect(isHeld(context)).toBe(true);
        expect(context.reading?.payment.end_reason).not.toBe('changed');
      },
    },
    'refused.shown': {},
    'refused.asking': { runs: { readStatus: asked } },
    'completed.proving.trial.asking': { runs: { readStatus: asked }, waits: ['completionProof'] },
    'completed.proving.trial.resting': { waits: ['completionProof'] },
    'completed.proving.deciding': { runs: { readStatus: asked } },
    'completed.proven': { holds: (context) => expect(isPaid(context)).toBe(true) },
    'completed.proven.clearing': { runs: { clearEvent: asked } },
    'completed.proven.clear': {},
    'completed.closing': { runs: { clearEvent: asked } },
    expiring: {
      waits: ['expiredNotice'],
      holds: ({ notices }) => expect(notices.at(-1)?.event).toBe('payment_expired'),
    },
    'expiring.asking': { runs: { readStatus: asked } },
    'expiring.answered': {},
    expired: { holds: (context) => expect(isOver(context)).toBe(true) },
    'expired.shown': { waits: ['expiredNotice'] },
    'expired.clearing': { runs: { clearEvent: asked } },
    failed: { holds: (context) => expect(hasEnded(context)).toBe(true) },
    'failed.shown': {},
    'failed.clearing': { runs: { clearEvent: asked } },
    paid: { output: { kind: 'completed' } },
    outOfTime: { output: { kind: 'timeUp' } },
    leftForEvent: { output: { kind: 'event' } },
    noDraft: { output: { kind: 'noDraft' } },
    elsewhere: { output: { kind: 'elsewhere' } },
    signedOut: { output: { kind: 'signedOut' } },
  },
  leads: `
    awaiting.deadline.counting: after untilDeadline → awaiting.deadline.passed, awaiting.status.reading, ignored
    awaiting.page.hidden: page.shown → awaiting.page.shown, awaiting.status.reading
    awaiting.page.shown: page.hidden → awaiting.page.hidden
    awaiting.page: watchPage crashes → awaiting.page.shown, stays
    awaiting.status.reading/completed.proving.deciding/completed.proving.trial.asking/expiring.asking: readStatus ok
      #5/ok #6 → completed.proven.clearing, says no more, tells session.refreshWanted
    awaiting.status.reading/completed.proving.deciding/expiring.asking/refused.asking: readStatus ok #13 →
      failed.shown, says payment.refundDue, tells session.refreshWanted
    awaiting.status.reading/completed.proving.deciding/expiring.asking/refused.asking: readStatus ok #14 →
      failed.shown, says payment.refunded, tells session.refreshWanted
    awaiting.status.reading/completed.proving.deciding/expiring.asking/refused.asking: readStatus ok #9 →
      failed.shown, says payment.failedUnpaid, tells session.refreshWanted
    awaiting.status.reading/completed.proving.deciding/expiring.asking: readStatus ok #10 → loadingMethods, says no
      more, tells payment.reopened, tells session.refreshWanted
    awaiting.status.reading/completed.proving.deciding/expiring.asking: readStatus ok #11/ok #12 → refused.shown,
      says no more, tells session.refreshWanted
    awaiting.status.reading/completed.proving.deciding: readStatus ok #7/ok #8 → expired.shown, says no more, tells
      session.refreshWanted
    awaiting.status.reading: readStatus broken/unreachable/crashes → awaiting.status.watching.fresh, says
      payment.readFailed
    awaiting.status.reading: readStatus draftRequired/noPayment → noDraft
    awaiting.status.reading: readStatus emailNotVerified → leftForEvent
    awaiting.status.reading: readStatus ok #1/ok #2/ok #4 → awaiting.deadline.counting,
      awaiting.status.watching.fresh, says no more
    awaiting.status.reading: readStatus ok #3 → awaiting.deadline.passed, awaiting.status.watching.fresh, says no
      more
    awaiting.status.reading: readStatus tooManyRequests → awaiting.status.watching.fresh, says 'Too many requests.
      Please wait a moment and try again.'
    awaiting.status.reading: readStatus unauthenticated → signedOut
    awaiting.status.watching.fresh: after checkMerge → awaiting.status.watching.stale
    awaiting.status.watching.fresh: payment.check → awaiting.status.watching.held
    awaiting.status.watching.held: after checkMerge → awaiting.status.reading
    awaiting.status.watching.stale: payment.check → awaiting.status.reading
    awaiting.status.watching: after paymentPoll → awaiting.status.reading, ignored
    awaiting/expired/expiring/failed/refused: payment.hinted #2 → completed.proving.trial.asking
    awaiting: payment.change → changing, ignored
    awaiting: payment.failureHinted, payment.hinted #1 → awaiting.status.reading
    awaiting: payment.hinted #3 → expiring.asking
    changing: voidPayment broken/unreachable/crashes → awaiting.deadline.counting, awaiting.page.shown,
      awaiting.status.reading, says payment.changeFailed
    changing: voidPayment ok → loadingMethods, tells payment.reopened, tells session.refreshWanted
    changing: voidPayment paymentCompleted → awaiting.deadline.counting, awaiting.page.shown,
      awaiting.status.reading, says payment.changeRefused
    changing: voidPayment unauthenticated → signedOut
    choosing/expired/expiring/failed/loadingMethods/refused: payment.hinted #1/#3 → ignored
    choosing/loadingMethods: payment.hinted #2 → completed.proving.trial.asking, tells payment.begun
    choosing/loadingMethods: payment.timeUp → says purchase.timeUp, timeUp
    choosing: after healing → creating.inTime, ignored, loadingMethods
    choosing: method.select #1/#2/#3 → ignored, says no more, stays
    choosing: methods.retry → ignored, loadingMethods, says no more
    choosing: payment.check → creating.inTime, ignored, loadingMethods, says no more
    choosing: payment.request → creating.inTime, ignored, says no more
    completed.closing: clearEvent value/crashes → paid
    completed.proven.clearing: clearEvent value/crashes → completed.proven.clear
    completed.proving.deciding/expiring.asking: readStatus ok #1/ok #2/ok #4 → awaiting.deadline.counting,
      awaiting.page.shown, awaiting.status.watching.fresh, says no more
    completed.proving.deciding/expiring.asking: readStatus ok #3 → awaiting.deadline.passed, awaiting.page.shown,
      awaiting.status.watching.fresh, says no more
    completed.proving.deciding: readStatus else → awaiting.deadline.counting, awaiting.page.shown,
      awaiting.status.reading, awaiting.status.watching.fresh, expired.shown, failed.shown, refused.shown, says
      payment.failedUnpaid, says payment.refundDue, says payment.refunded, tells session.refreshWanted
    completed.proving.trial.asking: readStatus else → completed.proving.trial.resting
    completed.proving.trial: after completionProof → completed.proving.deciding
    completed.proving: success.close → completed.closing
    completed: success.close → paid
    creating.inTime: payment.timeUp → creating.late
    creating: createPayment draftRequired/noDraft → noDraft, says purchase.timeUp, tells session.refreshWanted,
      timeUp
    creating: createPayment else → choosing, says payment.createFailed
    creating: createPayment emailNotVerified → leftForEvent, says purchase.timeUp, timeUp
    creating: createPayment methodUnfit → choosing, says payment.methodUnfit, says purchase.timeUp, timeUp
    creating: createPayment ok #1 → awaiting.deadline.counting, awaiting.page.shown, awaiting.status.reading,
      awaiting.status.watching.fresh, says no more, tells payment.begun, tells session.refreshWanted
    creating: createPayment ok #2 → completed.proven.clearing, says no more, tells payment.begun, tells
      session.refreshWanted
    creating: createPayment payTimeOver → says purchase.timeUp, timeUp
    creating: createPayment paymentLive → elsewhere, says purchase.timeUp, tells session.refreshWanted, timeUp
    creating: createPayment requestUnreadable → choosing, says payment.createRefused, says purchase.timeUp, timeUp
    creating: createPayment unauthenticated → signedOut
    creating: payment.hinted #1/#2/#3 → stays
    expired.clearing/failed.clearing: clearEvent value/crashes → leftForEvent
    expired.shown: after expiredNotice → expired.clearing
    expiring.asking: readStatus else → expiring.answered
    expiring.asking: readStatus ok #7/ok #8 → expiring.answered, says no more
    expiring: after expiredNotice → awaiting.deadline.counting, awaiting.page.shown, awaiting.status.reading,
      expired.clearing, tells session.refreshWanted
    failed.shown: notice.dismiss → failed.clearing
    loadingMethods: loadMethods broken/unreachable/crashes → choosing, says payment.methodsFailed
    loadingMethods: loadMethods draftRequired/noDraft → noDraft
    loadingMethods: loadMethods emailNotVerified → leftForEvent
    loadingMethods: loadMethods ok #1/ok #2/ok #4 → choosing, says no more
    loadingMethods: loadMethods ok #3 → choosing, creating.inTime, says no more
    loadingMethods: loadMethods paymentLive → elsewhere
    loadingMethods: loadMethods unauthenticated → signedOut
    refused.asking: readStatus else → refused.shown
    refused.asking: readStatus ok #1/ok #2/ok #4 → awaiting.deadline.counting, awaiting.page.shown,
      awaiting.status.watching.fresh
    refused.asking: readStatus ok #10 → loadingMethods, tells payment.reopened, tells session.refreshWanted
    refused.asking: readStatus ok #11/ok #12 → refused.shown, tells session.refreshWanted
    refused.asking: readStatus ok #3 → awaiting.deadline.passed, awaiting.page.shown, awaiting.status.watching.fresh
    refused.asking: readStatus ok #5/ok #6 → completed.proven.clearing, tells session.refreshWanted
    refused.asking: readStatus ok #7/ok #8 → expired.shown, tells session.refreshWanted
    refused.shown: payment.check, payment.failureHinted → refused.asking
    refused: payment.change → loadingMethods, tells payment.reopened, tells session.refreshWanted
    timeUp: after noticeCap, notice.dismiss → outOfTime
  `,
  never: {
    'two payments asked for at once': ({ openCalls }) => openCalls('createPayment') > 1,
    'a payment without a method': ({ after }) =>
      after.matches('creating') && after.context.methodCode === null,
    'a buyer of a free order asked for a method': ({ after }) =>
      after.matches('choosing') &&
      after.context.draft?.order.total_price === 0 &&
      after.context.methodCode === null,
    'a payment begun twice': ({ told }) =>
      told.filter(({ type }) => type === 'payment.begun').length >
      1 + told.filter(({ type }) => type === 'payment.reopened').length,
    'something of the charge that is over left at the methods': ({ after }) =>
      (after.matches('loadingMethods') || after.matches('choosing')) &&
      after.context.reading !== null,
    'two charges given up at once': ({ openCalls }) => openCalls('voidPayment') > 1,
    'time called up by a refusal that says nothing of it': ({ before, after, step }) =>
      before.matches({ creating: 'inTime' }) &&
      after.matches('timeUp') &&
      step !== 'createPayment answers refused #6',
    'two reads at once': ({ openCalls }) => openCalls('readStatus') > 1,
    'a poll that nobody looks at': ({ before, step }) =>
      step === 'after paymentPoll' && before.matches({ awaiting: { page: 'hidden' } }),
    'success shown without a word of the server or the broker': ({ after }) =>
      after.matches('completed') && !isPaid(after.context) && !saidPaid(after.context),
    'success reported without a word of the server or the broker': ({ after }) =>
      after.output?.kind === 'completed' && !isPaid(after.context) && !saidPaid(after.context),
    'money called late or lost': ({ after }) =>
      isPaid(after.context) && !after.matches('completed') && !after.matches('paid'),
    'an end by the word of the broker alone': ({ after }) =>
      (after.matches('expired') && !isOver(after.context)) ||
      (after.matches('failed') && !hasEnded(after.context)),
    'the event forgotten while the money is awaited': ({ after, openCalls }) =>
      openCalls('clearEvent') > 0 &&
      (after.matches('awaiting') || after.matches('expiring') || after.matches('choosing')),
    'success closed with the event kept': ({ before, after }) =>
      before.matches('completed') &&
      after.matches('paid') &&
      !isPaid(before.context) &&
      !before.matches({ completed: 'closing' }),
    'a failed read without words, or words that outlive it': ({ before, after, step }) =>
      before.matches({ awaiting: { status: 'reading' } }) &&
      after.matches('awaiting') &&
      step.startsWith('readStatus') &&
      step.includes(' ok') === (after.context.error !== null),
  },
});
