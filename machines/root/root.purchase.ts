import type { Ending } from '../shared/ending.ts';
import { overHere } from './root.ended.ts';
import { type FlowOutputKind, slugOf } from './root.rules.ts';
import { rootSetup } from './root.setup.ts';

const outputOf = ({
  event,
}: {
  readonly event: { readonly output: { readonly kind: FlowOutputKind } };
}) => event.output;

/** A signed-out refusal is doubted before it is believed. */
const signedOut = {
  guard: { type: 'isSignedOut', params: outputOf },
  target: 'doubting',
  actions: 'noteSignedOut',
} as const;
/** No draft to go on with: a fact for the redirect rules (§6.27). */
const noDraft = {
  guard: { type: 'isDraftMissing', params: outputOf },
  target: 'deciding',
  actions: 'noteDraftMissing',
} as const;
/** Any other output names the next page, unless the server sends in circles. */
const movesOn = [
  { guard: { type: 'isSentInCircles', params: outputOf }, target: 'blocked', actions: 'noteLoop' },
  {
    target: 'deciding',
    actions: [
      { type: 'keepFarewell', params: outputOf },
      { type: 'followOutput', params: outputOf },
      'ageRedirect',
    ],
  },
] as const;
/** The end is said, unless a call of this page is on its way: its response decides (§4.15). */
const timeUpHere = (flow: 'seatDraft' | 'orderForm') =>
  ({
    guard: {
      type: 'isTimeUp',
      params: ({ event }: { readonly event: { readonly ending: Ending } }) => event,
    },
    actions: {
      type: 'endUnlessAwaiting',
      params: { flow, told: { type: 'session.timeUp' } },
    },
  }) as const;
const endsHere = { target: 'ended.seen' } as const;
/** A bug in the flow shows the error card. */
const bug = { target: 'blocked', actions: 'noteProblem' } as const;

/** The queue page of one event (§2.160, §4.31). */
export const queueing = rootSetup.createStateConfig({
  initial: 'here',
  entry: { type: 'followLine', params: { followsLine: true } },
  exit: { type: 'followLine', params: { followsLine: false } },
  invoke: {
    src: 'queue',
    id: 'queue',
    systemId: 'queue',
    input: ({ self, context }) => ({
      parent: self,
      slug: slugOf(context.screen) ?? '',
      reading: context.reading,
      realtime: context.realtime.connected,
      random: context.random,
    }),
    // A place in another event is asked about, not jumped to (§4.34).
    onDone: [
      signedOut,
      {
        guard: { type: 'isSentToAnotherEvent', params: outputOf },
        target: 'askingSwitch',
        actions: 'bumpVisit',
      },
      ...movesOn,
    ],
    onError: bug,
  },
  on: {
    // A place in line is not left by accident; the machine's own moves do not ask (§4.42). A second wish is asked about as well.
    'route.visited': {
      guard: { type: 'isHeldAnotherPlace', params: ({ event }) => event },
      target: '.askingToLeave',
      actions: { type: 'keepWanted', params: ({ event }) => event },
    },
    'route.popped': {
      guard: { type: 'isHeldAnotherPlace', params: ({ event }) => event },
      target: '.askingToLeave',
      actions: { type: 'keepWanted', params: ({ event }) => event },
    },
    'session.read': [
      {
        guard: { type: 'isSteppedAway', params: ({ event }) => event },
        target: 'movingOn',
      },
      {
        actions: {
          type: 'tellQueue',
          params: ({ event }) => ({
            event: { type: 'queue.reading', reading: event.reading },
          }),
        },
      },
    ],
    'session.ended': [
      // The flow that gave the place up leads home (§4.44); the words go along.
      {
        guard: { type: 'isLeftHere', params: ({ event }) => event },
        actions: { type: 'noteFarewell', params: ({ event }) => event },
      },
      overHere,
    ],
    'session.readFailed': {
      actions: {
        type: 'tellQueue',
        params: { event: { type: 'queue.readFailed' } },
      },
    },
  },
  states: {
    here: {},
    askingToLeave: {
      on: {
        'leave.confirm': { target: '#root.place.deciding', actions: 'showWanted' },
        'leave.cancel': { target: 'here', actions: 'dropWanted' },
      },
    },
  },
});

/** The seats page (§2.200, §4.50). */
export const choosingSeats = rootSetup.createStateConfig({
  invoke: {
    src: 'seatDraft',
    id: 'seatDraft',
    systemId: 'seatDraft',
    input: ({ context }) => ({
      slug: slugOf(context.screen) ?? '',
      reading: context.reading,
      hadDraft: context.reading?.hasDraft ?? false,
      realtime: context.realtime.connected,
      random: context.random,
    }),
    onDone: [signedOut, ...movesOn],
    onError: bug,
  },
  on: {
    'session.read': [
      {
        guard: { type: 'isSteppedAway', params: ({ event }) => event },
        target: 'movingOn',
      },
      {
        actions: {
          type: 'tellSeats',
          params: ({ event }) => ({
            event: { type: 'queue.reading', reading: event.reading },
          }),
        },
      },
    ],
    'session.ended': [timeUpHere('seatDraft'), overHere],
    'ending.due': endsHere,
  },
});

/** The order form (§2.250, §4.60). */
export const fillingForms = rootSetup.createStateConfig({
  invoke: {
    src: 'orderForm',
    id: 'orderForm',
    systemId: 'orderForm',
    input: ({ context }) => ({ slug: slugOf(context.screen) ?? '', random: context.random }),
    onDone: [signedOut, noDraft, ...movesOn],
    onError: bug,
  },
  on: {
    'session.read': [
      {
        guard: { type: 'isSteppedAway', params: ({ event }) => event },
        target: 'movingOn',
      },
      {
        guard: { type: 'isSessionChanged', params: ({ event }) => event },
        actions: { type: 'tellOrderForm', params: { event: { type: 'draft.stale' } } },
      },
    ],
    'session.ended': [timeUpHere('orderForm'), overHere],
    'ending.due': endsHere,
  },
});

/** The payment-method and payment pages, one flow (§2.280, §4.70). */
export const paying = rootSetup.createStateConfig({
  initial: 'choosingMethod',
  invoke: {
    src: 'payment',
    id: 'payment',
    systemId: 'payment',
    input: ({ self, context }) => ({
      parent: self,
      slug: slugOf(context.screen) ?? '',
      entry: context.screen.name === 'payment-method' ? 'choose' : 'pay',
      random: context.random,
    }),
    onDone: [signedOut, noDraft, ...movesOn],
    onError: bug,
  },
  states: {
    choosingMethod: {
      on: {
        'payment.begun': { target: 'awaitingPayment', actions: 'showPayment' },
        'session.read': {
          guard: { type: 'isSteppedAway', params: ({ event }) => event },
          target: '#root.place.movingOn',
        },
        'session.ended': [
          // A payment that is on its way is heard to its end (§4.15).
          {
            guard: { type: 'isTimeUp', params: ({ event }) => event },
            actions: { type: 'tellPayment', params: { event: { type: 'payment.timeUp' } } },
          },
          {
            guard: { type: 'isPaid', params: ({ event }) => event },
            actions: { type: 'endUnlessAwaiting', params: { flow: 'payment' } },
          },
          overHere,
        ],
        'ending.due': { target: '#root.place.ended.seen' },
      },
    },
    awaitingPayment: {
      on: {
        'payment.reopened': { target: 'choosingMethod', actions: 'showMethods' },
        'session.ended': [
          overHere,
          // Paid, or out of time: the payment itself is asked, and tells it (§4.71).
          { actions: { type: 'tellPayment', params: { event: { type: 'payment.check' } } } },
        ],
      },
    },
  },
});
