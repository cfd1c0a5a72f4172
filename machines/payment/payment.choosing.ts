import { answerOf } from '../shared/answer.ts';
import { paidAfterAll } from './payment.changing.ts';
import { ofEvent, paymentSetup } from './payment.setup.ts';

/** The ways to pay, and the draft they are for. */
export const loadingMethods = paymentSetup.createStateConfig({
  invoke: {
    src: 'loadMethods',
    id: 'loadMethods',
    input: ofEvent,
    onDone: [
      {
        guard: { type: 'isOk', params: answerOf },
        target: 'choosing',
        actions: { type: 'takeMethods', params: answerOf },
      },
      {
        guard: { type: 'isSignedOut', params: answerOf },
        target: 'signedOut',
      },
      {
        guard: { type: 'isDraftMissing', params: answerOf },
        target: 'noDraft',
      },
      {
        guard: { type: 'isForbidden', params: answerOf },
        target: 'leftForEvent',
      },
      {
        guard: { type: 'isConflict', params: answerOf },
        target: 'elsewhere',
      },
      // An empty grid with a retry (ruling 1.2-AE).
      {
        target: 'choosing',
        actions: ['noteMethodsFailure', { type: 'countFailure', params: answerOf }],
      },
    ],
    onError: { target: 'choosing', actions: ['noteMethodsFailure', 'countCrash'] },
  },
  on: { 'payment.timeUp': { target: 'timeUp' }, 'payment.hinted': paidAfterAll },
});

/** A way to pay is chosen; time that is up ends it (§4). */
export const choosing = paymentSetup.createStateConfig({
  // No answer says nothing: the methods are asked for again, and a payment under its key, without a press (ruling R21).
  after: {
    healing: [
      { guard: 'mayHealMethods', target: 'loadingMethods' },
      { guard: 'isUnanswered', target: 'creating' },
    ],
  },
  on: {
    'method.select': {
      guard: { type: 'isOffered', params: ({ event }) => event },
      actions: { type: 'selectMethod', params: ({ event }) => event },
    },
    'payment.request': { guard: 'hasMethod', target: 'creating', actions: 'clearError' },
    'methods.retry': {
      guard: 'hasNoMethods',
      target: 'loadingMethods',
      actions: 'clearError',
    },
    // Awake or online again: what got no answer is asked for without a press (F36).
    'payment.check': [
      { guard: 'hasMissedMethods', target: 'loadingMethods', actions: 'clearError' },
      { guard: 'isUnanswered', target: 'creating' },
    ],
    'payment.timeUp': { target: 'timeUp' },
    'payment.hinted': paidAfterAll,
  },
});

/** The payment is asked for. Time that runs out now is the server's to judge: it honours a little more than any clock shows (ruling 1.4-K). */
export const creating = paymentSetup.createStateConfig({
  tags: 'awaitingAnswer',
  initial: 'inTime',
  invoke: {
    src: 'createPayment',
    id: 'createPayment',
    input: ({ context }) => ({ slug: context.slug, methodCode: context.methodCode ?? '' }),
    onDone: [
      // Older than the news that overtook it (F44): asked again.
      {
        guard: { type: 'isOvertaken', params: answerOf },
        target: 'awaiting',
        actions: [
          { type: 'storeReading', params: answerOf },
          'tellBegun',
          'askForSession',
          'wantRead',
        ],
      },
      {
        guard: { type: 'isOk', params: answerOf },
        target: 'awaiting',
        actions: [{ type: 'storeReading', params: answerOf }, 'tellBegun', 'askForSession'],
      },
      {
        guard: { type: 'isSignedOut', params: answerOf },
        target: 'signedOut',
      },
      {
        guard: { type: 'isSilence', params: answerOf },
        target: 'choosing',
        actions: ['noteCreateFailed', { type: 'countFailure', params: answerOf }],
      },
      // Only a deadline that passed is one.
      {
        guard: { type: 'isTimeOver', params: answerOf },
        target: 'timeUp',
      },
      { guard: 'isLate', target: 'timeUp' },
      // Its session ended, or it is at another step: the root, which asks, says which.
      {
        guard: { type: 'isDraftMissing', params: answerOf },
        target: 'noDraft',
        actions: 'askForSession',
      },
      {
        guard: { type: 'isForbidden', params: answerOf },
        target: 'leftForEvent',
      },
      {
        guard: { type: 'isConflict', params: answerOf },
        target: 'elsewhere',
        actions: 'askForSession',
      },
      {
        guard: { type: 'isUnfit', params: answerOf },
        target: 'choosing',
        actions: 'noteUnfit',
      },
      { target: 'choosing', actions: 'noteCreateRefused' },
    ],
    onError: { target: 'choosing', actions: ['noteCreateFailed', 'countCrash'] },
  },
  // The broker is often quicker than the answer.
  on: {
    'payment.hinted': { actions: { type: 'noteHint', params: ({ event }) => event } },
  },
  states: {
    inTime: { on: { 'payment.timeUp': { target: 'late' } } },
    late: {},
  },
});

/** Told before the page is left, but not for long (ruling 1.2-AB). */
export const timeUp = paymentSetup.createStateConfig({
  entry: 'noteTimeUp',
  after: { noticeCap: { target: 'outOfTime' } },
  on: { 'notice.dismiss': { target: 'outOfTime' } },
});
