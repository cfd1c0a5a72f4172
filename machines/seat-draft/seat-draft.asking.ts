import { judgedByServer } from './seat-draft.holding.ts';
import { seatDraftSetup } from './seat-draft.setup.ts';
import type { SeatDraftContext } from './seat-draft.types.ts';

const eventOf = ({ context }: { readonly context: SeatDraftContext }) => ({ slug: context.slug });

/** Looks at a draft that was there before: it is never given back without a question (§4.51). */
export const readingDraft = seatDraftSetup.createStateConfig({
  invoke: {
    src: 'readDraft',
    id: 'readDraft',
    input: eventOf,
    onDone: [
      {
        guard: { type: 'isSignedOut', params: ({ event }) => event.output },
        target: '#seatDraft.signedOut',
      },
      {
        guard: { type: 'isDraftNone', params: ({ event }) => event.output },
        target: 'clearing',
        actions: 'noteDraftGone',
      },
      {
        guard: { type: 'isDraftLocked', params: ({ event }) => event.output },
        target: '#seatDraft.elsewhere',
      },
      {
        guard: { type: 'isDraftOver', params: ({ event }) => event.output },
        target: 'clearing',
        actions: 'noteDraftGone',
      },
      {
        guard: { type: 'isOk', params: ({ event }) => event.output },
        target: '#seatDraft.askingDraft',
        actions: { type: 'takeDraft', params: ({ event }) => event.output },
      },
      {
        target: '#seatDraft.unverified',
        actions: { type: 'noteUnverified', params: ({ event }) => event.output },
      },
    ],
    onError: { target: '#seatDraft.unverified', actions: 'noteUnverifiedBug' },
  },
});

/** 'Kursi sedang Anda pesan: lanjutkan / pilih ulang' (§2.213). */
export const askingDraft = seatDraftSetup.createStateConfig({
  on: {
    'draft.continue': { target: 'drafted' },
    'draft.release': { target: 'releasingDraft', actions: 'clearError' },
    'queue.reading': {
      guard: { type: 'isDraftDenied', params: ({ event }) => event },
      target: 'checkingAccess.readingDraft',
      actions: { type: 'storeReading', params: ({ event }) => event },
    },
  },
});

/** 'Pilih ulang': the seats are given back, and stay chosen where they are still free. */
export const releasingDraft = seatDraftSetup.createStateConfig({
  invoke: {
    src: 'cancelDraft',
    id: 'cancelDraft',
    input: eventOf,
    onDone: [
      {
        guard: { type: 'isOk', params: ({ event }) => event.output },
        target: 'loadingSeatmap',
        actions: 'noteReleased',
      },
      { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
      {
        guard: { type: 'isPaymentLive', params: ({ event }) => event.output },
        target: 'elsewhere',
      },
      {
        guard: { type: 'isDraftNone', params: ({ event }) => event.output },
        target: 'checkingAccess.clearing',
        actions: 'noteDraftGone',
      },
      { target: 'askingDraft', actions: 'noteCancelFailure' },
    ],
    onError: { target: 'askingDraft', actions: 'noteCancelFailure' },
  },
});

/** The response to 'Continue' was lost, and the seats may be held: the server is asked before anything is said of them (§4.56, F28). */
export const verifying = seatDraftSetup.createStateConfig({
  ...judgedByServer,
  invoke: {
    src: 'readDraft',
    id: 'readDraft',
    input: eventOf,
    onDone: [
      { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
      // Not held, and too late to ask for them once more.
      {
        guard: { type: 'isTooLate', params: ({ event }) => event.output },
        target: 'timeUp',
      },
      {
        guard: { type: 'isDraftNone', params: ({ event }) => event.output },
        target: 'loadingSeatmap',
        actions: 'noteDraftNone',
      },
      {
        guard: { type: 'isDraftLocked', params: ({ event }) => event.output },
        target: 'elsewhere',
      },
      {
        guard: { type: 'isDraftOver', params: ({ event }) => event.output },
        target: 'loadingSeatmap',
        actions: 'noteDraftNone',
      },
      {
        guard: { type: 'isDraftOfChoice', params: ({ event }) => event.output },
        target: 'drafted',
      },
      {
        guard: { type: 'isOk', params: ({ event }) => event.output },
        target: 'askingDraft',
        actions: { type: 'takeDraft', params: ({ event }) => event.output },
      },
      {
        target: 'unverified',
        actions: { type: 'noteUnverified', params: ({ event }) => event.output },
      },
    ],
    onError: { target: 'unverified', actions: 'noteUnverifiedBug' },
  },
});

/** Only the look at the draft failed: its seats stay held and its clock runs (§2.214). Time, a message or a press looks again (§2.214). */
export const unverified = seatDraftSetup.createStateConfig({
  on: {
    'seats.retry': [
      { guard: 'isAsked', target: 'verifying', actions: 'clearError' },
      { target: 'checkingAccess.readingDraft', actions: 'clearError' },
    ],
    'seats.changed': {
      guard: { type: 'holdsAsked', params: ({ event }) => event },
      target: 'verifying',
      actions: 'noteMade',
    },
  },
  after: {
    healingPause: [
      { guard: 'isAsked', target: 'verifying' },
      { target: 'checkingAccess.readingDraft' },
    ],
  },
});
