import { resultOf } from '../shared/result.ts';
import { paidAfterAll } from './payment.changing.ts';
import { ofEvent, paymentSetup } from './payment.setup.ts';

/** The ways to pay, and the draft they are for. */
export const loadingMethods = paymentSetup.createStateConfig({
  invoke: {
    src: 'loadMethods',
    id: 'loadMethods',
    input: ofEvent,
    onDone: [
      // A free order asks for no method: the first stands for all.
      {
        guard: { type: 'isFreeAtFirst', params: resultOf },
        target: 'creating',
        actions: { type: 'takeMethods', params: resultOf },
      },
      {
        guard: { type: 'isOk', params: resultOf },
        target: 'choosing',
        actions: { type: 'takeMethods', params: resultOf },
      },
      {
        guard: { type: 'isSignedOut', params: resultOf },
        target: 'signedOut',
      },
      {
        guard: { type: 'isDraftMissing', params: resultOf },
        target: 'noDraft',
      },
      {
        guard: { type: 'isForbidden', params: resultOf },
        target: 'leftForEvent',
      },
      {
        guard: { type: 'isConflict', params: resultOf },
        target: 'elsewhere',
      },
      // An empty grid with a retry (§2.285).
      {
        target: 'choosing',
        actions: ['noteMethodsFailure', { type: 'countFailure', params: resultOf }],
      },
    ],
    onError: { target: 'choosing', actions: ['noteMethodsFailure', 'countCrash'] },
  },
  on: { 'payment.timeUp': { target: 'timeUp' }, 'payment.hinted': paidAfterAll },
});

/** A way to pay is chosen; time that is up ends it (§2.288). */
export const choosing = paymentSetup.createStateConfig({
  // Without a response the result is unknown: the methods are asked for again, and a payment is sent again under its key, without a press (§4.76).
  after: {
    healing: [
      { guard: 'mayHealMethods', target: 'loadingMethods' },
      { guard: 'hasNoResponse', target: 'creating' },
    ],
  },
  on: {
    'method.select': {
      guard: { type: 'isOther', params: ({ event }) => event },
      actions: { type: 'selectMethod', params: ({ event }) => event },
    },
    'payment.request': { guard: 'hasMethod', target: 'creating', actions: 'clearError' },
    'methods.retry': {
      guard: 'hasNoMethods',
      target: 'loadingMethods',
      actions: 'clearError',
    },
    // Awake or online again: what got no response is asked for without a press (F36).
    'payment.check': [
      { guard: 'hasMissedMethods', target: 'loadingMethods', actions: 'clearError' },
      { guard: 'hasNoResponse', target: 'creating' },
    ],
    'payment.timeUp': { target: 'timeUp' },
    'payment.hinted': paidAfterAll,
  },
});

/** The payment is asked for. Time that runs out now is the server's to judge: it honours a little more than any clock shows (§4.15). */
export const creating = paymentSetup.createStateConfig({
  tags: 'awaitingResponse',
  initial: 'inTime',
  invoke: {
    src: 'createPayment',
    id: 'createPayment',
    input: ({ context }) => ({ slug: context.slug, methodCode: context.methodCode ?? '' }),
    onDone: [
      // Older than the message that overtook it (F44): asked again.
      {
        guard: { type: 'isOvertaken', params: resultOf },
        target: 'awaiting',
        actions: [
          { type: 'storeReading', params: resultOf },
          'tellBegun',
          'askForSession',
          'wantRead',
        ],
      },
      {
        guard: { type: 'isOk', params: resultOf },
        target: 'awaiting',
        actions: [{ type: 'storeReading', params: resultOf }, 'tellBegun', 'askForSession'],
      },
      {
        guard: { type: 'isSignedOut', params: resultOf },
        target: 'signedOut',
      },
      {
        guard: { type: 'isSilence', params: resultOf },
        target: 'choosing',
        actions: ['noteCreateFailed', { type: 'countFailure', params: resultOf }],
      },
      // Only a deadline that passed is one.
      {
        guard: { type: 'isTimeOver', params: resultOf },
        target: 'timeUp',
      },
      { guard: 'isLate', target: 'timeUp' },
      // Its session ended, or it is at another step: the root, which asks, says which.
      {
        guard: { type: 'isDraftMissing', params: resultOf },
        target: 'noDraft',
        actions: 'askForSession',
      },
      {
        guard: { type: 'isForbidden', params: resultOf },
        target: 'leftForEvent',
      },
      {
        guard: { type: 'isConflict', params: resultOf },
        target: 'elsewhere',
        actions: 'askForSession',
      },
      {
        guard: { type: 'isUnfit', params: resultOf },
        target: 'choosing',
        actions: 'noteUnfit',
      },
      { target: 'choosing', actions: 'noteCreateRefused' },
    ],
    onError: { target: 'choosing', actions: ['noteCreateFailed', 'countCrash'] },
  },
  // The broker is often quicker than the response.
  on: {
    'payment.hinted': { actions: { type: 'noteHint', params: ({ event }) => event } },
  },
  states: {
    inTime: { on: { 'payment.timeUp': { target: 'late' } } },
    late: {},
  },
});

/** Shown before the page is left, but not for long (§5.53). */
export const timeUp = paymentSetup.createStateConfig({
  entry: 'noteTimeUp',
  after: { noticeCap: { target: 'outOfTime' } },
  on: { 'notice.dismiss': { target: 'outOfTime' } },
});
