import { orderFormSetup } from './order-form.setup.ts';

/** The draft is looked after every 30 s, and at once when the session changed (§4.58). */
export const watch = orderFormSetup.createStateConfig({
  initial: 'resting',
  states: {
    resting: {
      after: { draftPoll: { target: 'reading' } },
      on: { 'draft.stale': { target: 'reading' } },
    },
    reading: {
      // What is under way may be older than the message: it is asked again.
      on: { 'draft.stale': { target: 'reading', reenter: true } },
      invoke: {
        src: 'readDraft',
        id: 'readDraft',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: '#orderForm.signedOut',
          },
          {
            guard: { type: 'isGone', params: ({ event }) => event.output },
            target: '#orderForm.seatsGone',
            actions: { type: 'noteSeatsGone', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isDraftOver', params: ({ event }) => event.output },
            target: '#orderForm.seatsGone',
            actions: { type: 'noteSeatsGone', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isDraftLocked', params: ({ event }) => event.output },
            target: '#orderForm.elsewhere',
          },
          // A failed read leaves the draft as it was known; the next read decides.
          {
            target: 'resting',
            actions: { type: 'takeDraft', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'resting' },
      },
    },
  },
});
