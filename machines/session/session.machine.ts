import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { resultOf } from '../shared/result.ts';
import { exit } from './session.exit.ts';
import { overruledOf, sessionSetup, type Wish } from './session.setup.ts';
import type { SessionStep } from './session.types.ts';

/** The chart moves first; then it notifies the root of its step. */
const announcedAt = <Step extends SessionStep>(step: Step) =>
  ({ target: `.${step}`, actions: 'tellStep' }) as const;

const takenOver = <P>(params: P) =>
  [
    // First, while it is still known what was held and who gave it up.
    { type: 'tellEnd', params },
    { type: 'noteReading', params },
    'forgetHint',
    'raiseTaken',
  ] as const;
/** A response is the truth now. */
const believed = takenOver(resultOf);
/** The deadline passed, and the server leaves too little to go on with. */
const overruling = takenOver(overruledOf);
/** No response: the parent is notified, and what is known stays. */
const undecided = [
  { type: 'noteUndecided', params: resultOf },
  { type: 'announceResult', params: resultOf },
] as const;
/** Why the server is asked. */
const wanted = {
  type: 'noteWish',
  params: ({ event }: { readonly event: Wish }) => event,
} as const;

/**
 * The purchase session of a verified buyer (§4.10), as four things at once. `step` is where the buyer is, and tells the root. `clock`
 * is the deadline of that reading, on the device's monotonic clock (§4.12). `reader` asks the server: on request, by poll while
 * the session is live, and at zero; a read without a response is made again after pauses that grow (§4.110). `exit` gives place and seats up. One read runs at a time and a newer wish drops an
 * older read, so an older response never wins (F24); every response goes to the parent with the visit it was asked for.
 */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  options: loopGuard,
  type: 'parallel',
  context: ({ input }) => ({
    parent: input.parent,
    random: input.random,
    reading: null,
    failure: null,
    healing: unharmed(input.random),
    visit: input.visit ?? 0,
    realtime: input.realtime,
    leaving: null,
    hint: null,
    announcedEnd: null,
  }),
  states: {
    step: {
      initial: 'unknown',
      on: {
        'reading.taken': [
          { guard: { type: 'isAt', params: { step: 'queued' } }, ...announcedAt('queued') },
          { guard: { type: 'isAt', params: { step: 'online' } }, ...announcedAt('online') },
          {
            guard: { type: 'isAt', params: { step: 'paymentSelection' } },
            ...announcedAt('paymentSelection'),
          },
          {
            guard: { type: 'isAt', params: { step: 'paymentProcessing' } },
            ...announcedAt('paymentProcessing'),
          },
          { guard: { type: 'isAt', params: { step: 'completed' } }, ...announcedAt('completed') },
          { guard: { type: 'isAt', params: { step: 'expired' } }, ...announcedAt('expired') },
          { guard: { type: 'isAt', params: { step: 'cancelled' } }, ...announcedAt('cancelled') },
          { guard: { type: 'isAt', params: { step: 'failed' } }, ...announcedAt('failed') },
          { guard: { type: 'isAt', params: { step: 'notInQueue' } }, ...announcedAt('notInQueue') },
          announcedAt('unknown'),
        ],
      },
      states: {
        unknown: {},
        notInQueue: {},
        queued: {},
        online: {},
        paymentSelection: {},
        paymentProcessing: {},
        completed: {},
        expired: {},
        cancelled: {},
        failed: {},
      },
    },

    clock: {
      initial: 'stopped',
      on: {
        'reading.taken': [{ guard: 'hasDeadline', target: '.running' }, { target: '.stopped' }],
      },
      states: {
        stopped: {},
        running: { after: { untilDeadline: { target: 'reached', actions: 'raiseDeadline' } } },
        // The read at zero decides.
        reached: {},
      },
    },

    reader: {
      initial: 'reading',
      on: {
        'session.pace': { actions: { type: 'notePace', params: ({ event }) => event } },
      },
      states: {
        idle: {
          after: { poll: { guard: 'isLive', target: 'reading' } },
          on: {
            'session.refresh': { target: 'reading', actions: wanted },
            'deadline.reached': { target: 'checkingDeadline', actions: 'noteDeadline' },
            'session.pace': [
              // Messages were missed while the broker was away (F18).
              {
                guard: { type: 'isRealtimeBack', params: ({ event }) => event },
                target: 'reading',
                actions: { type: 'notePace', params: ({ event }) => event },
              },
              // The wait for the next poll begins again, at the new pace.
              {
                guard: { type: 'isAnotherPace', params: ({ event }) => event },
                target: 'idle',
                reenter: true,
                actions: { type: 'notePace', params: ({ event }) => event },
              },
            ],
          },
        },

        reading: {
          invoke: {
            src: 'readSession',
            id: 'readSession',
            onDone: [
              // What is known is younger: the visit gets that.
              {
                guard: { type: 'isStale', params: resultOf },
                target: 'idle',
                actions: { type: 'announceResult', params: resultOf },
              },
              {
                guard: { type: 'isOk', params: resultOf },
                target: 'idle',
                actions: believed,
              },
              {
                guard: { type: 'mayHeal', params: resultOf },
                target: 'waiting',
                actions: [
                  { type: 'noteFailure', params: resultOf },
                  { type: 'announceResult', params: resultOf },
                ],
              },
              // The server refused: the next poll asks again, where there is one.
              {
                target: 'idle',
                actions: [
                  { type: 'noteFailure', params: resultOf },
                  { type: 'announceResult', params: resultOf },
                ],
              },
            ],
            onError: { target: 'waiting', actions: ['noteCrash', 'tellCrash'] },
          },
          on: {
            'session.refresh': { target: 'reading', reenter: true, actions: wanted },
            'session.pace': {
              guard: { type: 'isRealtimeBack', params: ({ event }) => event },
              target: 'reading',
              reenter: true,
              actions: { type: 'notePace', params: ({ event }) => event },
            },
            'reading.outdated': { target: 'reading', reenter: true },
            'deadline.reached': { target: 'checkingDeadline', actions: 'noteDeadline' },
          },
        },

        // No response came: the same read again, however long that takes (§4.110).
        waiting: {
          after: { healing: { target: 'reading' } },
          on: {
            'call.hasten': { target: 'reading' },
            'session.refresh': { target: 'reading', actions: wanted },
            'session.pace': {
              guard: { type: 'isRealtimeBack', params: ({ event }) => event },
              target: 'reading',
              actions: { type: 'notePace', params: ({ event }) => event },
            },
            'reading.outdated': { target: 'reading' },
            'deadline.reached': { target: 'checkingDeadline', actions: 'noteDeadline' },
          },
        },

        // At zero the server is asked (§4.14): live with more than 10 s left goes on, paid goes on, any other response is the end.
        checkingDeadline: {
          invoke: {
            src: 'readSession',
            id: 'readAtDeadline',
            onDone: [
              {
                guard: { type: 'isDecided', params: resultOf },
                target: 'idle',
                actions: believed,
              },
              // What is known is younger: that decides nothing.
              {
                guard: { type: 'isStale', params: resultOf },
                target: 'overdue',
                actions: undecided,
              },
              {
                guard: { type: 'isCutShort', params: resultOf },
                target: 'idle',
                actions: overruling,
              },
              { target: 'overdue', actions: undecided },
            ],
            onError: { target: 'overdue', actions: ['noteCrash', 'tellCrash'] },
          },
          on: {
            'session.refresh': { target: 'checkingDeadline', reenter: true, actions: wanted },
            'reading.outdated': { target: 'reading' },
          },
        },

        // The server did not respond at zero, which decides nothing: it decides once it responds (§4.14).
        overdue: {
          after: { healing: { target: 'checkingDeadline' } },
          on: {
            'call.hasten': { target: 'checkingDeadline' },
            'session.refresh': { target: 'checkingDeadline', actions: wanted },
            'reading.outdated': { target: 'reading' },
          },
        },
      },
    },

    exit,
  },
});
