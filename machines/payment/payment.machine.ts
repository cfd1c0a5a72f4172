import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { awaiting, completed, expired, expiring } from './payment.awaiting.ts';
import { changing, paidAfterAll, paidByHint, refused } from './payment.changing.ts';
import { paymentSetup } from './payment.setup.ts';
import type { PaymentOutput } from './payment.types.ts';

/**
 * From a choice of methods to the money (§4, order form and payment), over both payment pages. Only the server's answers decide;
 * completed always wins over expired.
 */
export const paymentMachine = paymentSetup.createMachine({
  id: 'payment',
  options: loopGuard,
  context: ({ input }) => ({
    parent: input.parent,
    slug: input.slug,
    entry: input.entry,
    draft: null,
    methods: [],
    methodCode: null,
    serviceFee: 0,
    reading: null,
    notices: [],
    noticeCount: 0,
    error: null,
    reopened: null,
    changeError: null,
    healing: unharmed(input.random),
    isUnanswered: false,
  }),
  initial: 'entering',
  output: ({ event }) => event.output as PaymentOutput,
  states: {
    entering: {
      always: [{ guard: 'startsPaying', target: 'awaiting' }, { target: 'loadingMethods' }],
    },

    loadingMethods: {
      invoke: {
        src: 'loadMethods',
        id: 'loadMethods',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'takeMethods', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: 'signedOut',
          },
          {
            guard: { type: 'isDraftMissing', params: ({ event }) => event.output },
            target: 'noDraft',
          },
          {
            guard: { type: 'isForbidden', params: ({ event }) => event.output },
            target: 'leftForEvent',
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => event.output },
            target: 'elsewhere',
          },
          // An empty grid with a retry (ruling 1.2-AE).
          {
            target: 'choosing',
            actions: [
              'noteMethodsFailure',
              { type: 'countFailure', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: { target: 'choosing', actions: ['noteMethodsFailure', 'countCrash'] },
      },
      on: { 'payment.timeUp': { target: 'timeUp' }, 'payment.hinted': paidAfterAll },
    },

    choosing: {
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
    },

    // Time that runs out now is the server's to judge: it honours a little more than any clock shows (ruling 1.4-K).
    creating: {
      tags: 'awaitingAnswer',
      initial: 'inTime',
      invoke: {
        src: 'createPayment',
        id: 'createPayment',
        input: ({ context }) => ({ slug: context.slug, methodCode: context.methodCode ?? '' }),
        onDone: [
          // Older than the news that overtook it (F44): asked again.
          {
            guard: { type: 'isOvertaken', params: ({ event }) => event.output },
            target: 'awaiting',
            actions: [
              { type: 'takeReading', params: ({ event }) => event.output },
              'tellBegun',
              'askForSession',
              'wantRead',
            ],
          },
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'awaiting',
            actions: [
              { type: 'takeReading', params: ({ event }) => event.output },
              'tellBegun',
              'askForSession',
            ],
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: 'signedOut',
          },
          {
            guard: { type: 'isSilence', params: ({ event }) => event.output },
            target: 'choosing',
            actions: [
              'noteCreateFailed',
              { type: 'countFailure', params: ({ event }) => event.output },
            ],
          },
          // Only a deadline that passed is one.
          {
            guard: { type: 'isTimeOver', params: ({ event }) => event.output },
            target: 'timeUp',
          },
          { guard: 'isLate', target: 'timeUp' },
          // Its session ended, or it is at another step: the root, which asks, says which.
          {
            guard: { type: 'isDraftMissing', params: ({ event }) => event.output },
            target: 'noDraft',
            actions: 'askForSession',
          },
          {
            guard: { type: 'isForbidden', params: ({ event }) => event.output },
            target: 'leftForEvent',
          },
          {
            guard: { type: 'isConflict', params: ({ event }) => event.output },
            target: 'elsewhere',
            actions: 'askForSession',
          },
          {
            guard: { type: 'isUnfit', params: ({ event }) => event.output },
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
    },

    // Told before the page is left, but not for long (ruling 1.2-AB).
    timeUp: {
      entry: 'noteTimeUp',
      after: { noticeCap: { target: 'outOfTime' } },
      on: { 'notice.dismiss': { target: 'outOfTime' } },
    },

    awaiting,
    changing,
    refused,
    completed,
    expiring,

    expired,

    // Refused, or paid too late and given back; a late word that it is paid still counts.
    failed: {
      entry: ['noteFailed', 'askForSession'],
      initial: 'told',
      on: {
        'payment.hinted': paidByHint,
      },
      states: {
        told: { on: { 'notice.dismiss': { target: 'clearing' } } },
        clearing: {
          invoke: {
            src: 'clearEvent',
            id: 'clearEvent',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: { target: '#payment.leftForEvent' },
            onError: { target: '#payment.leftForEvent' },
          },
        },
      },
    },

    paid: { type: 'final', output: { outcome: 'completed' } },
    outOfTime: { type: 'final', output: { outcome: 'timeUp' } },
    leftForEvent: { type: 'final', output: { outcome: 'event' } },
    noDraft: { type: 'final', output: { outcome: 'noDraft' } },
    elsewhere: { type: 'final', output: { outcome: 'elsewhere' } },
    signedOut: { type: 'final', output: { outcome: 'signedOut' } },
  },
});
