import type { DraftResponse } from '../../contract/order.ts';
import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import type { Result } from '../shared/result.ts';
import type { LoadedOrder } from './order-form.ports.ts';
import { orderFormSetup } from './order-form.setup.ts';
import type { OrderFormOutput } from './order-form.types.ts';
import { watch } from './order-form.watch.ts';

const asDraft = ({
  event,
}: {
  readonly event: { readonly output: Result<LoadedOrder> };
}): Result<DraftResponse> =>
  event.output.ok ? { ok: true, value: event.output.value.draft } : event.output;

/** Without a response the result of a submission is unknown: the same one is sent again under its key, without a press (§4.62). */
const again = { guard: 'hasNoResponse', target: '#orderForm.submitting' } as const;
const repeated = { after: { healing: again } } as const;
const hastened = { 'call.hasten': again } as const;

/**
 * Attendee forms of a held draft, up to their lock (§4.60, order form). Typed text stays in the page; only answers that were reviewed come
 * in, and leave again once they are sent. While anything is shown, the draft is looked after every 30 s.
 */
export const orderFormMachine = orderFormSetup.createMachine({
  id: 'orderForm',
  options: loopGuard,
  context: ({ input }) => ({
    slug: input.slug,
    draft: null,
    forms: [],
    submissions: null,
    error: null,
    healing: unharmed(input.random),
    hasNoResponse: false,
    isLate: false,
  }),
  initial: 'loading',
  output: ({ event }) => event.output as OrderFormOutput,
  states: {
    // 'Preparing Your Form'.
    loading: {
      invoke: {
        src: 'loadOrder',
        id: 'loadOrder',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: 'signedOut',
          },
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: 'seatsGone',
            actions: { type: 'noteSeatsGone', params: asDraft },
          },
          {
            guard: { type: 'isDraftOver', params: asDraft },
            target: 'seatsGone',
            actions: { type: 'noteSeatsGone', params: asDraft },
          },
          { guard: { type: 'isDraftLocked', params: asDraft }, target: 'elsewhere' },
          {
            guard: { type: 'areFormsMissing', params: ({ event }) => event.output },
            target: 'failed',
            actions: { type: 'noteFormsFailure', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'open',
            actions: { type: 'takeOrder', params: ({ event }) => event.output },
          },
          {
            target: 'failed',
            actions: { type: 'noteDraftFailure', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: 'noteDraftBug' },
      },
    },

    open: {
      type: 'parallel',
      states: {
        step: {
          initial: 'choosing',
          states: {
            // Also the way back from a failed submission: the popup opens again (§2.271).
            choosing: {
              always: [
                {
                  guard: 'mayPass',
                  target: '#orderForm.submitting',
                  actions: 'keepNoAnswers',
                },
                { guard: 'hasNoForms', target: 'noForms' },
                { guard: 'hasInactiveForms', target: 'formsInactive' },
                { guard: 'hasAnswers', target: 'confirming' },
                { target: 'filling' },
              ],
            },
            // 'No Forms Required': a free order is agreed to here, and a submission that failed is made again.
            noForms: {
              ...repeated,
              on: {
                ...hastened,
                'form.proceed': { target: '#orderForm.submitting', actions: 'keepNoAnswers' },
              },
            },
            // 'Forms Currently Unavailable'.
            formsInactive: {
              ...repeated,
              on: {
                ...hastened,
                'form.proceed': { target: '#orderForm.submitting', actions: 'keepNoAnswers' },
              },
            },
            filling: {
              on: {
                'form.review': {
                  target: 'confirming',
                  actions: { type: 'keepAnswers', params: ({ event }) => event },
                },
              },
            },
            confirming: {
              ...repeated,
              on: {
                ...hastened,
                'form.edit': { target: 'filling', actions: 'dropAnswers' },
                'form.confirm': { target: '#orderForm.submitting', actions: 'clearError' },
              },
            },
          },
        },

        watch,
      },
    },

    // Time that runs out now is the server's to judge: it honours a little more than any clock shows (§4.15).
    submitting: {
      tags: 'awaitingResponse',
      on: { 'session.timeUp': { actions: 'noteLate' } },
      initial: 'sending',
      states: {
        sending: {
          invoke: {
            src: 'submitForms',
            id: 'submitForms',
            input: ({ context }) => ({
              slug: context.slug,
              submissions: context.submissions ?? {},
            }),
            onDone: [
              {
                guard: { type: 'isOk', params: ({ event }) => event.output },
                target: 'remembering',
                actions: 'dropAnswers',
              },
              {
                guard: { type: 'isNotNeeded', params: ({ event }) => event.output },
                target: 'remembering',
                actions: 'dropAnswers',
              },
              {
                guard: { type: 'isSignedOut', params: ({ event }) => event.output },
                target: '#orderForm.signedOut',
              },
              // Locked already, or no longer at this step: the session knows where (§4.61).
              {
                guard: { type: 'isConflict', params: ({ event }) => event.output },
                target: '#orderForm.elsewhere',
              },
              {
                guard: { type: 'isTooLate', params: ({ event }) => event.output },
                target: '#orderForm.timeUp',
              },
              {
                guard: { type: 'isGone', params: ({ event }) => event.output },
                target: '#orderForm.seatsGone',
                actions: { type: 'noteSeatsGone', params: ({ event }) => event.output },
              },
              {
                target: '#orderForm.open',
                actions: { type: 'noteSubmitFailure', params: ({ event }) => event.output },
              },
            ],
            onError: { target: '#orderForm.open', actions: 'noteSubmitBug' },
          },
        },
        remembering: {
          invoke: {
            src: 'rememberLock',
            id: 'rememberLock',
            input: ({ context }) => ({ slug: context.slug, asked: context.forms.length > 0 }),
            onDone: { target: '#orderForm.locked' },
            onError: { target: '#orderForm.locked' },
          },
        },
      },
    },

    failed: {
      after: { healing: { guard: 'mayHeal', target: 'loading' } },
      on: {
        'call.hasten': { guard: 'mayHeal', target: 'loading' },
        'form.retry': { target: 'loading', actions: 'clearError' },
      },
    },

    // Shown before the page is left, but not for long (§2.256, §5.53).
    seatsGone: {
      after: { noticeCap: { target: 'noDraft' } },
      on: { 'notice.dismiss': { target: 'noDraft' } },
    },

    locked: { type: 'final', output: { kind: 'locked' } },
    timeUp: { type: 'final', output: { kind: 'timeUp' } },
    noDraft: { type: 'final', output: { kind: 'noDraft' } },
    elsewhere: { type: 'final', output: { kind: 'elsewhere' } },
    signedOut: { type: 'final', output: { kind: 'signedOut' } },
  },
});
