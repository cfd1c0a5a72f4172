import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { joining, takingOver } from './queue.joining.ts';
import { placeOfReading } from './queue.line.ts';
import { queueSetup } from './queue.setup.ts';
import {
  drawnTransitions,
  gatheringTransitions,
  heededLineTransition,
  inQueueTransitions,
  lineTransition,
  outsideTransitions,
  realtimeTransitions,
  storeReading,
  systemTransition,
  waitingTransitions,
} from './queue.transitions.ts';
import type { QueueContext, QueueOutput } from './queue.types.ts';

const lineWanted = { type: 'commandWatcher', params: { isWanted: true } } as const;

/** 'Refresh Antrean' reads again, and lets a real-time client that gave up try again (§2.167, §4.93). */
const refreshed = { actions: ['askForReading', 'askForRealtime', lineWanted] } as const;

/** Only a device that follows another has anything to take over. */
const takenOver = { guard: 'isFollowing', target: 'takingOver' } as const;

/** A take-over without a response is wished for still: it is asked for again, without a press (§4.110). */
const takenOverAgain = { guard: 'wantsTakeOver', target: 'takingOver' } as const;

/** Awake or online again. */
const hastened = [takenOverAgain, { actions: lineWanted }] as const;

/** A join without a response is repeated and keeps its place; a refused one is not (§4.33). */
const joinedAgain = { guard: 'mayHeal', target: 'joining' } as const;

/** Only the session is read again: a join might take a second place after one that was paid. */
const readAgain = {
  target: 'unknown',
  reenter: true,
  actions: ['countUnknown', 'askForReading'],
} as const;

/** The document is followed while the buyer is in line. */
const watchLine = {
  src: 'watchLine',
  id: 'watchLine',
  input: ({ context }: { readonly context: QueueContext }) => ({
    slug: context.slug,
    realtime: context.realtime,
    random: context.healing.random,
  }),
  // A line whose document cannot be watched is followed by its topic and by the heartbeat.
  onError: {},
} as const;

/** What every state in line hears. */
const inLine = {
  'queue.line': heededLineTransition,
  'line.due': { actions: ['forgetDue', 'askForReading'] },
  'call.hasten': hastened,
  'queue.readFailed': { actions: 'noteReadFailure' },
  'queue.refresh': refreshed,
  'queue.takeOver': takenOver,
  'queue.leave': { target: 'leaving' },
} as const;

/** The button and the automatic move share one way out. */
const toSeats = { target: '#queue.seats' } as const;

/**
 * Waiting in the line of one event (§2.160, §4.31). Messages of the broker only lend their words; every change of state comes from a reading
 * (§4.11). Once in, the buyer is moved to the seats by one tab at a time (§4.40), on one device of the account; another
 * follows, and may take over. In line the place comes from the document that is the same for everybody and the buyer's own number; it moves
 * nobody either: a turn or a draw that it tells of is read from the session (decision 060). The session tells the root of its end, which stops this machine (§4.21).
 */
export const queueMachine = queueSetup.createMachine({
  id: 'queue',
  options: loopGuard,
  context: ({ input }) => ({
    parent: input.parent,
    slug: input.slug,
    reading: input.reading,
    place: placeOfReading(input.reading),
    line: null,
    heard: null,
    isDue: false,
    crowd: 0,
    realtime: input.realtime ?? false,
    notices: [],
    noticeCount: 0,
    recent: [],
    log: null,
    error: null,
    healing: unharmed(input.random),
    hasNoResponse: false,
  }),
  initial: 'entering',
  output: ({ event }) => event.output as QueueOutput,
  on: {
    'queue.line': lineTransition,
    'queue.realtimeChanged': realtimeTransitions,
    'queue.systemSaid': systemTransition,
    'queue.logged': { actions: { type: 'noteLog', params: ({ event }) => event } },
    'notice.aged': { actions: { type: 'ageNotice', params: ({ event }) => event } },
  },
  states: {
    entering: {
      always: [{ guard: 'startsElsewhere', target: 'elsewhere' }, { target: 'joining' }],
    },

    joining,

    takingOver,

    // 'Kamu Sedang Dalam Antrean'.
    waiting: {
      invoke: watchLine,
      exit: 'forgetDue',
      after: { healingPause: takenOverAgain },
      on: { ...inLine, 'queue.reading': waitingTransitions },
    },

    // The waiting room before a draw: a name, and no number yet.
    gathering: {
      invoke: watchLine,
      exit: 'forgetDue',
      after: { healingPause: takenOverAgain },
      on: { ...inLine, 'queue.reading': gatheringTransitions },
    },

    // The number that was drawn, before the wait begins.
    drawn: {
      invoke: watchLine,
      exit: 'forgetDue',
      after: { healingPause: takenOverAgain, drawnNotice: { target: 'waiting' } },
      on: {
        ...inLine,
        'queue.reading': drawnTransitions,
        'queue.proceed': { target: 'waiting' },
      },
    },

    // 'Kamu sudah dipromosikan! ...': half a second, then this tab moves unless another just did.
    promoted: {
      entry: { type: 'say', params: { key: 'queue.notice.promoted', detail: null } },
      initial: 'pausing',
      on: {
        'queue.reading': inQueueTransitions,
        'queue.goToSeats': toSeats,
        'queue.leave': { target: 'leaving' },
      },
      states: {
        pausing: { after: { promotedPause: { target: 'claiming' } } },
        claiming: {
          invoke: {
            src: 'claimRedirect',
            id: 'claimRedirect',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: [
              { guard: { type: 'mayMove', params: ({ event }) => event }, ...toSeats },
              { target: '#queue.online' },
            ],
            onError: { target: '#queue.online', actions: 'noteMoveBug' },
          },
        },
      },
    },

    // 'Kamu Sudah Online!' with its button: the tab that was not moved follows later (F10).
    online: {
      initial: 'shown',
      after: { healingPause: takenOverAgain },
      on: {
        'call.hasten': takenOverAgain,
        'queue.reading': inQueueTransitions,
        'queue.readFailed': { actions: 'noteReadFailure' },
        'queue.refresh': refreshed,
        'queue.goToSeats': toSeats,
        'queue.takeOver': takenOver,
        'queue.leave': { target: 'leaving' },
      },
      states: {
        shown: {
          after: {
            redirectDebounce: [
              { guard: 'isFollowing', target: 'shown', reenter: true },
              { target: 'claiming' },
            ],
          },
        },
        claiming: {
          invoke: {
            src: 'claimRedirect',
            id: 'claimRedirect',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: [
              { guard: { type: 'mayMove', params: ({ event }) => event }, ...toSeats },
              { target: 'shown' },
            ],
            onError: { target: 'shown', actions: 'noteMoveBug' },
          },
        },
      },
    },

    // 'Unknown status': a message with a refresh button; a paid session falls in here too (§4.17).
    unknown: {
      after: { healingPause: readAgain },
      on: {
        'call.hasten': readAgain,
        'queue.reading': [...outsideTransitions, { actions: storeReading }],
        'queue.readFailed': { actions: 'noteReadFailure' },
        'queue.refresh': refreshed,
        'queue.retry': { target: 'joining', actions: 'clearError' },
      },
    },

    // 'Error: ...'. The session may still be alive, another event's even: a reading of it leads out (§4.34).
    failed: {
      after: { healingPause: joinedAgain },
      on: {
        'call.hasten': joinedAgain,
        'queue.reading': outsideTransitions,
        'queue.refresh': refreshed,
        'queue.retry': { target: 'joining', actions: 'clearError' },
      },
    },

    leaving: {
      entry: 'tellLeaving',
      invoke: {
        src: 'exitQueue',
        id: 'exitQueue',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: { target: 'departed' },
        onError: { target: 'departed' },
      },
    },

    seats: { type: 'final', output: { kind: 'seats' } },
    elsewhere: { type: 'final', output: { kind: 'elsewhere' } },
    departed: { type: 'final', output: { kind: 'left' } },
    signedOut: { type: 'final', output: { kind: 'signedOut' } },
  },
});
