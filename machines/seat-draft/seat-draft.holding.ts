import { wishesOf } from './seat-draft.quantities.ts';
import { acceptedCode, numbersOf, shownTotal } from './seat-draft.rules.ts';
import { seatDraftSetup } from './seat-draft.setup.ts';
import type { SeatDraftContext } from './seat-draft.types.ts';

const orderOf = ({ context }: { readonly context: SeatDraftContext }) => ({
  slug: context.slug,
  seats: numbersOf(context.seats),
  quantities: wishesOf(context.quantities),
  voucherCode: acceptedCode(context),
  shownTotal: shownTotal(context),
});

/** Time that runs out now is the server's to judge: it honours a little more than any clock shows (§4.15). */
export const judgedByServer = {
  tags: 'awaitingResponse',
  on: {
    'session.timeUp': { actions: 'noteLate' },
    // The reading that says that the session is over: the response says more.
    'queue.reading': { guard: 'isLate' },
  },
} as const;

/** Asks the server for the seats: it decides who gets them. */
export const creatingDraft = seatDraftSetup.createStateConfig({
  ...judgedByServer,
  invoke: {
    src: 'createDraft',
    id: 'createDraft',
    input: orderOf,
    onDone: [
      {
        guard: { type: 'isOk', params: ({ event }) => event.output },
        target: '#seatDraft.drafted',
      },
      {
        guard: { type: 'isSignedOut', params: ({ event }) => event.output },
        target: '#seatDraft.signedOut',
      },
      {
        guard: { type: 'isDraftThere', params: ({ event }) => event.output },
        target: '#seatDraft.drafted',
      },
      {
        guard: { type: 'isTooLate', params: ({ event }) => event.output },
        target: '#seatDraft.timeUp',
      },
      {
        guard: { type: 'isForbidden', params: ({ event }) => event.output },
        target: '#seatDraft.queue',
      },
      // What the account holds already is not given back for it: the buyer is asked (§4.51).
      {
        guard: { type: 'areSeatsTakenBesideDraft', params: ({ event }) => event.output },
        target: '#seatDraft.checkingAccess.readingDraft',
        actions: { type: 'noteDraftFailure', params: ({ event }) => event.output },
      },
      {
        guard: { type: 'areSeatsTaken', params: ({ event }) => event.output },
        target: '#seatDraft.releasingThenRetrying',
      },
      {
        guard: { type: 'isResponseLost', params: ({ event }) => event.output },
        target: '#seatDraft.verifying',
        actions: { type: 'noteResponseLost', params: ({ event }) => event.output },
      },
      // The map has the new price: the buyer sees it before asking again (decision 055).
      {
        guard: { type: 'isPriceChanged', params: ({ event }) => event.output },
        target: '#seatDraft.loadingSeatmap',
        actions: { type: 'noteDraftFailure', params: ({ event }) => event.output },
      },
      {
        target: '#seatDraft.choosing',
        actions: { type: 'noteDraftFailure', params: ({ event }) => event.output },
      },
    ],
    onError: { target: '#seatDraft.choosing', actions: 'noteDraftBug' },
  },
});

/** §4.55: an existing draft is cancelled and creation retried once. Entered only where the account is not known to hold any. */
export const releasingThenRetrying = seatDraftSetup.createStateConfig({
  ...judgedByServer,
  initial: 'releasing',
  states: {
    releasing: {
      invoke: {
        src: 'cancelDraft',
        id: 'cancelDraft',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: [
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: '#seatDraft.signedOut',
          },
          {
            guard: { type: 'isPaymentLive', params: ({ event }) => event.output },
            target: '#seatDraft.elsewhere',
          },
          { target: 'retrying' },
        ],
        onError: { target: 'retrying' },
      },
    },
    retrying: {
      invoke: {
        src: 'createDraft',
        id: 'createDraft',
        input: orderOf,
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: '#seatDraft.drafted',
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: '#seatDraft.signedOut',
          },
          {
            guard: { type: 'isDraftThere', params: ({ event }) => event.output },
            target: '#seatDraft.drafted',
          },
          {
            guard: { type: 'isTooLate', params: ({ event }) => event.output },
            target: '#seatDraft.timeUp',
          },
          {
            guard: { type: 'isForbidden', params: ({ event }) => event.output },
            target: '#seatDraft.queue',
          },
          {
            guard: { type: 'isResponseLost', params: ({ event }) => event.output },
            target: '#seatDraft.verifying',
            actions: { type: 'noteResponseLost', params: ({ event }) => event.output },
          },
          {
            target: '#seatDraft.loadingSeatmap',
            actions: { type: 'noteDraftFailure', params: ({ event }) => event.output },
          },
        ],
        onError: { target: '#seatDraft.loadingSeatmap', actions: 'noteDraftBug' },
      },
    },
  },
});
