import type { Result } from '../shared/result.ts';
import { wishesOf } from './seat-draft.quantities.ts';
import { numbersOf } from './seat-draft.rules.ts';
import { seatDraftSetup } from './seat-draft.setup.ts';

/** A bug in the port stands for a response that never came. */
const noResponse = (): Result<never> => ({
  ok: false,
  failure: { kind: 'unreachable', message: '' },
});

/** Keeps the choice for a refresh; nobody waits for it. */
const selection = seatDraftSetup.createStateConfig({
  initial: 'saving',
  on: { 'choice.changed': { target: '.saving' } },
  states: {
    saving: {
      invoke: {
        src: 'saveSelection',
        id: 'saveSelection',
        input: ({ context }) => ({
          slug: context.slug,
          seats: numbersOf(context.seats),
          quantities: wishesOf(context.quantities),
        }),
        onDone: { target: 'kept' },
        onError: { target: 'kept' },
      },
    },
    kept: {},
  },
});

/** The one asker of prices, so that the newest response is about the newest choice and code; older responses are dropped. */
const pricing = seatDraftSetup.createStateConfig({
  initial: 'resuming',
  on: {
    'choice.changed': { target: '.resuming' },
    'voucher.changed': [{ guard: 'hasNoSeats', target: '.blank' }, { target: '.asking' }],
  },
  states: {
    resuming: {
      always: [
        { guard: 'hasNoSeats', target: 'blank' },
        { guard: 'hasPrice', target: 'priced' },
        { target: 'asking' },
      ],
    },
    blank: {},
    asking: {
      invoke: {
        src: 'previewOrder',
        id: 'previewOrder',
        input: ({ context }) => ({
          slug: context.slug,
          seats: numbersOf(context.seats),
          quantities: wishesOf(context.quantities),
          voucherCode: context.voucherCode,
        }),
        onDone: [
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'priced',
            actions: [
              { type: 'takePrice', params: ({ event }) => event.output },
              { type: 'announcePrice', params: ({ event }) => event.output },
            ],
          },
          {
            guard: 'isVoucherChecked',
            target: 'unpriced',
            actions: { type: 'announcePrice', params: ({ event }) => event.output },
          },
          {
            target: 'unpriced',
            actions: [
              { type: 'notePriceFailure', params: ({ event }) => event.output },
              { type: 'countFailure', params: ({ event }) => event.output },
              { type: 'announcePrice', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: {
          target: 'unpriced',
          actions: ['dropPrice', 'countCrash', { type: 'announcePrice', params: noResponse }],
        },
      },
    },
    priced: {},
    // The view adds the prices of the seats up itself, until the server can be asked again (§2.217).
    unpriced: {
      after: { healingPause: { guard: 'mayHeal', target: 'asking' } },
      on: { 'call.hasten': { guard: 'mayHeal', target: 'asking' } },
    },
  },
});

/** The voucher beside the choice (§5.32). Its words come with the price that was asked for with its code. */
const voucher = seatDraftSetup.createStateConfig({
  initial: 'resuming',
  on: {
    'voucher.apply': [
      { guard: { type: 'isCodeBlank', params: ({ event }) => event } },
      { guard: 'hasNoSeats', target: '.rejected', actions: 'noteSeatsFirst' },
      {
        target: '.checking',
        actions: [{ type: 'askVoucher', params: ({ event }) => event }, 'announceVoucher'],
      },
    ],
    'price.answered': [
      {
        guard: { type: 'losesVoucher', params: ({ event }) => event },
        target: '.rejected',
        actions: { type: 'rejectVoucher', params: ({ event }) => event },
      },
      {
        guard: { type: 'holdsVoucher', params: ({ event }) => event },
        actions: { type: 'takeVoucher', params: ({ event }) => event },
      },
    ],
  },
  states: {
    resuming: {
      always: [
        { guard: 'isCheckSeatless', target: 'rejected', actions: 'noteSeatsFirst' },
        // A loss or a search cut the check short: the price is asked for again, with the code.
        { guard: 'isVoucherChecked', target: 'checking' },
        { guard: 'hasVoucher', target: 'applied' },
        { guard: 'hasVoucherError', target: 'rejected' },
        { target: 'idle' },
      ],
    },
    idle: {},
    checking: {
      on: {
        'voucher.apply': {},
        'choice.changed': { guard: 'hasNoSeats', target: 'rejected', actions: 'noteSeatsFirst' },
        'price.answered': [
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.result },
            target: 'ended',
            actions: 'noteSessionEnded',
          },
          {
            guard: { type: 'isVoucherValid', params: ({ event }) => event },
            target: 'releasing',
            actions: { type: 'takeVoucher', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => event.result },
            target: 'releasing',
            actions: { type: 'rejectVoucher', params: ({ event }) => event },
          },
          // No price came with the failure: it is asked for again, without the code.
          {
            target: 'releasing',
            actions: [{ type: 'rejectVoucher', params: ({ event }) => event }, 'announceVoucher'],
          },
        ],
      },
    },
    // The button stays busy a moment longer, so that it does not flicker (§9.28).
    releasing: {
      on: {
        'voucher.apply': {},
        // The code is edited already: a rejection would stand over the next one.
        'voucher.remove': {
          guard: 'hasVoucherError',
          target: 'idle',
          actions: 'clearVoucherError',
        },
      },
      after: { voucherRelease: { target: 'resuming' } },
    },
    applied: {
      on: {
        'voucher.remove': { target: 'idle', actions: ['dropVoucher', 'announceVoucher'] },
      },
    },
    rejected: {
      on: { 'voucher.remove': { target: 'idle', actions: 'clearVoucherError' } },
    },
    ended: {
      // A price that is asked for again by itself does not cut the words short.
      on: { 'voucher.apply': {}, 'seats.best': {}, 'price.answered': {} },
      after: { voucherLogin: { target: '#seatDraft.signedOut' } },
    },
  },
});

/** Seats are toggled here; what follows from a new choice happens in the regions, through 'choice.changed'. */
export const choosing = seatDraftSetup.createStateConfig({
  type: 'parallel',
  // The map was just read; only without real-time is there anything to follow.
  entry: { type: 'followMap', params: { isStale: false } },
  // A draft that the session knows of is asked about before anything else is chosen (§4.51).
  always: [
    { guard: 'isAskedDraftKnown', target: '#seatDraft.verifying', actions: 'noteMade' },
    { guard: 'isDraftKnown', target: '#seatDraft.checkingAccess.readingDraft' },
  ],
  // A draft that got no response, and was not made, is asked for again without a press (§4.110).
  after: { draftRepeat: { guard: 'hasNoResponse', target: '#seatDraft.creatingDraft' } },
  on: {
    'call.hasten': { guard: 'hasNoResponse', target: '#seatDraft.creatingDraft' },
    'seat.toggle': [
      {
        guard: { type: 'isChosen', params: ({ event }) => event },
        actions: [{ type: 'dropSeat', params: ({ event }) => event }, 'announceChoice'],
      },
      {
        guard: { type: 'canChoose', params: ({ event }) => event },
        actions: [{ type: 'addSeat', params: ({ event }) => event }, 'announceChoice'],
      },
    ],
    'quantity.set': {
      guard: { type: 'canSetQuantity', params: ({ event }) => event },
      actions: [{ type: 'setQuantity', params: ({ event }) => event }, 'announceChoice'],
    },
    'seats.clear': { guard: 'hasSeats', actions: ['clearSeats', 'announceChoice'] },
    'seats.changed': [
      {
        guard: { type: 'holdsAsked', params: ({ event }) => event },
        target: '#seatDraft.verifying',
        actions: 'noteMade',
      },
      {
        guard: { type: 'holdsChosen', params: ({ event }) => event },
        target: '#seatDraft.checkingAccess.readingDraft',
      },
      {
        guard: { type: 'losesSeats', params: ({ event }) => event },
        target: '#seatDraft.findingOffer',
        actions: { type: 'loseSeats', params: ({ event }) => event },
      },
      {
        guard: { type: 'losesOffer', params: ({ event }) => event },
        target: '#seatDraft.findingOffer',
      },
      {
        guard: { type: 'losesPlaces', params: ({ event }) => event },
        actions: [{ type: 'loseSeats', params: ({ event }) => event }, 'announceChoice'],
      },
      // The server decides whose they are: the map is read again (§2.216).
      {
        guard: { type: 'doubtsSeats', params: ({ event }) => event },
        actions: { type: 'followMap', params: { isStale: true } },
      },
    ],
    'offer.take': { guard: 'hasOffer', actions: ['acceptOffer', 'announceChoice'] },
    'seats.best': {
      guard: { type: 'canSearch', params: ({ event }) => event },
      target: '#seatDraft.findingSeats',
      actions: { type: 'askBest', params: ({ event }) => event },
    },
    'price.answered': {
      guard: { type: 'isSignedOut', params: ({ event }) => event.result },
      target: '#seatDraft.signedOut',
    },
    'draft.request': {
      guard: 'canRequest',
      target: '#seatDraft.creatingDraft',
      actions: ['clearError', 'forgetAsked'],
    },
  },
  states: { selection, pricing, voucher },
});
