import { maxSeatsPerOrder } from '../../contract/limits.ts';
import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import {
  askingDraft,
  readingDraft,
  releasingDraft,
  unverified,
  verifying,
} from './seat-draft.asking.ts';
import { choosing } from './seat-draft.choosing.ts';
import { findingOffer, findingSeats } from './seat-draft.finding.ts';
import { creatingDraft, releasingThenRetrying } from './seat-draft.holding.ts';
import { wantedOf } from './seat-draft.rules.ts';
import { seatDraftSetup } from './seat-draft.setup.ts';
import type { SeatDraftOutput } from './seat-draft.types.ts';

/**
 * From an open door to a held draft (§4.50, seat page access). The session decides who may choose; the server decides who gets a seat, and
 * says whose hold it is (§2.216). A draft that is there already is asked about, never given back by itself (§4.51).
 */
export const seatDraftMachine = seatDraftSetup.createMachine({
  id: 'seatDraft',
  options: loopGuard,
  context: ({ input }) => ({
    slug: input.slug,
    reading: input.reading,
    realtime: input.realtime,
    eventStatus: '',
    maxTickets: maxSeatsPerOrder,
    seats: [],
    quantities: [],
    voucherCode: null,
    voucher: null,
    voucherError: null,
    preview: null,
    lostSeats: [],
    lostPlaces: [],
    offer: null,
    search: null,
    found: null,
    error: null,
    held: null,
    heldQuantities: [],
    asked: 'no',
    healing: unharmed(input.random),
    draftHealing: unharmed(input.random),
    hasNoResponse: false,
    isLate: false,
    hadDraft: input.hadDraft || input.reading?.hasDraft === true,
  }),
  initial: 'checkingAccess',
  output: ({ event }) => event.output as SeatDraftOutput,
  invoke: {
    src: 'followMap',
    id: 'followMap',
    systemId: 'followMap',
    // A map that cannot be followed is read when the page opens, and the server decides who gets a seat.
    onError: {},
  },
  on: {
    'seats.stale': {
      actions: [
        { type: 'noteRealtime', params: ({ event }) => event },
        { type: 'followMap', params: { isStale: true } },
      ],
    },
    'queue.reading': [
      {
        guard: { type: 'belongsElsewhere', params: ({ event }) => event },
        target: '.elsewhere',
      },
      { guard: { type: 'belongsInQueue', params: ({ event }) => event }, target: '.queue' },
      { actions: { type: 'storeReading', params: ({ event }) => event } },
    ],
  },
  states: {
    checkingAccess: {
      initial: 'deciding',
      states: {
        deciding: {
          always: [
            {
              guard: { type: 'belongsElsewhere', params: ({ context }) => context },
              target: '#seatDraft.elsewhere',
            },
            {
              guard: { type: 'belongsInQueue', params: ({ context }) => context },
              target: '#seatDraft.queue',
            },
            { guard: 'hadDraft', target: 'readingDraft' },
            { target: 'recalling' },
          ],
        },
        // The session knows of no draft; one this browser made before left things behind all the same.
        recalling: {
          invoke: {
            src: 'recallDraft',
            id: 'recallDraft',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: [
              {
                guard: { type: 'isRecalled', params: ({ event }) => event },
                target: 'readingDraft',
                actions: 'noteDraft',
              },
              { target: '#seatDraft.loadingSeatmap' },
            ],
            onError: { target: '#seatDraft.loadingSeatmap' },
          },
        },
        readingDraft,
        clearing: {
          invoke: {
            src: 'clearStale',
            id: 'clearStale',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: { target: '#seatDraft.loadingSeatmap' },
            onError: { target: '#seatDraft.loadingSeatmap' },
          },
        },
      },
    },

    // After a conflict the fresh map tells which of the chosen seats are lost (§4.57).
    loadingSeatmap: {
      invoke: {
        src: 'loadSeatmap',
        id: 'loadSeatmap',
        input: ({ context }) => ({ slug: context.slug, ...wantedOf(context) }),
        onDone: [
          {
            guard: { type: 'holdsAskedOnMap', params: ({ event }) => event.output },
            target: 'verifying',
            actions: 'noteMade',
          },
          {
            guard: { type: 'holdsOnMap', params: ({ event }) => event.output },
            target: 'checkingAccess.readingDraft',
          },
          {
            guard: { type: 'losesOnMap', params: ({ event }) => event.output },
            target: 'findingOffer',
            actions: { type: 'takeMap', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOk', params: ({ event }) => event.output },
            target: 'choosing',
            actions: { type: 'takeMap', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: 'signedOut',
          },
          { guard: { type: 'isForbidden', params: ({ event }) => event.output }, target: 'queue' },
          {
            target: 'refused',
            actions: [
              { type: 'noteMapFailure', params: ({ event }) => event.output },
              { type: 'countFailure', params: ({ event }) => event.output },
            ],
          },
        ],
        onError: { target: 'refused', actions: ['noteMapBug', 'countCrash'] },
      },
    },

    choosing,

    findingSeats,

    findingOffer,

    creatingDraft,

    releasingThenRetrying,

    askingDraft,

    releasingDraft,

    verifying,

    unverified,

    // 'Queue Access Issue' and its retry.
    refused: {
      after: { healingPause: { guard: 'mayHeal', target: 'checkingAccess' } },
      on: {
        'call.hasten': { guard: 'mayHeal', target: 'checkingAccess' },
        'seats.retry': { target: 'checkingAccess', actions: 'clearError' },
      },
    },

    drafted: { type: 'final', output: { kind: 'drafted' } },
    timeUp: { type: 'final', output: { kind: 'timeUp' } },
    queue: { type: 'final', output: { kind: 'queue' } },
    elsewhere: { type: 'final', output: { kind: 'elsewhere' } },
    signedOut: { type: 'final', output: { kind: 'signedOut' } },
  },
});
