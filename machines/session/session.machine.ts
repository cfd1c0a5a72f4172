import { answerOf } from '../shared/answer.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { overruledOf, sessionSetup, type Wish } from './session.setup.ts';

const takenOver = <P>(params: P) =>
  [
    // First, while it is still known what was held and who gave it up.
    { type: 'tellEnd', params },
    { type: 'noteReading', params },
    'forgetHint',
    { type: 'tellReading', params },
    'raiseTaken',
  ] as const;
/** An answer is the truth now. */
const believed = takenOver(answerOf);
/** The deadline passed, and nothing says that the session goes on. */
const overruling = takenOver(overruledOf);
/** Why the server is asked. */
const wanted = {
  type: 'noteWish',
  params: ({ event }: { readonly event: Wish }) => event,
} as const;

/**
 * The purchase session of a verified buyer (§4), as four things at once. `step` is where the buyer is, by the newest reading. `clock`
 * is the deadline of that reading, on the device's monotonic clock (ruling 1.4-K). `reader` asks the server: on request, by poll while
 * the session is live, and once more at zero. `exit` gives place and seats up. One read runs at a time and a newer wish drops an
 * older read, so an older answer never wins (F24); every answer goes to the parent with the visit it was asked for.
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
    visit: input.visit ?? 0,
    realtime: input.realtime,
    leaving: null,
    hint: null,
    toldEnd: null,
  }),
  states: {
    step: {
      initial: 'unknown',
      on: {
        'reading.taken': [
          { guard: 'isQueued', target: '.queued' },
          { guard: 'isOnline', target: '.online' },
          { guard: 'isSelecting', target: '.paymentSelection' },
          { guard: 'isProcessing', target: '.paymentProcessing' },
          { guard: 'isCompleted', target: '.completed' },
          { guard: 'isExpired', target: '.expired' },
          { target: '.notInQueue' },
        ],
      },
      states: {
        // Before the first reading.
        unknown: {},
        // No session, one that was given up, or a state this build does not know.
        notInQueue: {},
        // In line: no deadline (ruling 1.4-B).
        queued: {},
        // Choosing seats, or filling forms when the reading has a draft (ruling 1.2-B).
        online: {},
        // Forms are in (ruling 1.4-C).
        paymentSelection: {},
        // A payment is awaited.
        paymentProcessing: {},
        // Paid: wins over any clock.
        completed: {},
        // Over without the buyer's wish.
        expired: {},
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
              // The wait for the next poll begins anew, at the new pace.
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
                guard: { type: 'isStale', params: answerOf },
                target: 'idle',
                actions: { type: 'tellReading', params: answerOf },
              },
              {
                guard: { type: 'isOk', params: answerOf },
                target: 'idle',
                actions: believed,
              },
              {
                target: 'idle',
                actions: [
                  { type: 'noteFailure', params: answerOf },
                  { type: 'tellReading', params: answerOf },
                ],
              },
            ],
            onError: { target: 'idle', actions: ['noteCrash', 'tellCrash'] },
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

        // At zero the server is asked once (ruling 1.4-K): live with more than 10 s left goes on, paid goes on, anything else is over.
        checkingDeadline: {
          after: { deadlineReadCap: { target: 'idle', actions: overruling } },
          invoke: {
            src: 'readSession',
            id: 'readAtDeadline',
            onDone: [
              {
                guard: { type: 'isDecided', params: answerOf },
                target: 'idle',
                actions: believed,
              },
              { target: 'idle', actions: overruling },
            ],
            onError: { target: 'idle', actions: overruling },
          },
          on: {
            'session.refresh': { target: 'checkingDeadline', reenter: true, actions: wanted },
            'reading.outdated': { target: 'reading' },
          },
        },
      },
    },

    exit: {
      initial: 'idle',
      on: { 'session.leaving': { actions: 'noteLeaving' } },
      states: {
        idle: { on: { 'session.exit': { target: 'exiting', actions: 'noteLeaving' } } },
        exiting: {
          invoke: {
            src: 'exitSession',
            id: 'exitSession',
            onDone: [
              {
                guard: { type: 'isOk', params: answerOf },
                target: 'idle',
                actions: [
                  'tellExited',
                  { type: 'tellEnd', params: answerOf },
                  { type: 'noteReading', params: answerOf },
                  'raiseTaken',
                  'raiseOutdated',
                ],
              },
              {
                guard: { type: 'isUnreachable', params: answerOf },
                target: 'idle',
                actions: 'tellExitLost',
              },
              { target: 'idle', actions: 'tellExitRefused' },
            ],
            onError: { target: 'idle', actions: 'tellExitLost' },
          },
        },
      },
    },
  },
});
