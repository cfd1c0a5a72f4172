import { answerOf } from '../shared/answer.ts';
import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { exit } from './session.exit.ts';
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
/** The deadline passed, and the server leaves too little to go on with. */
const overruling = takenOver(overruledOf);
/** No answer: the parent hears of it, and what is known stays. */
const undecided = [
  { type: 'noteUndecided', params: answerOf },
  { type: 'tellReading', params: answerOf },
] as const;
/** Why the server is asked. */
const wanted = {
  type: 'noteWish',
  params: ({ event }: { readonly event: Wish }) => event,
} as const;

/**
 * The purchase session of a verified buyer (§4), as four things at once. `step` is where the buyer is, by the newest reading. `clock`
 * is the deadline of that reading, on the device's monotonic clock (ruling 1.4-K). `reader` asks the server: on request, by poll while
 * the session is live, and at zero; a read without an answer is made again after pauses that grow (ruling R21). `exit` gives place and seats up. One read runs at a time and a newer wish drops an
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
    healing: unharmed(input.random),
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
                guard: { type: 'mayHeal', params: answerOf },
                target: 'waiting',
                actions: [
                  { type: 'noteFailure', params: answerOf },
                  { type: 'tellReading', params: answerOf },
                ],
              },
              // A clear no: the next poll asks again, where there is one.
              {
                target: 'idle',
                actions: [
                  { type: 'noteFailure', params: answerOf },
                  { type: 'tellReading', params: answerOf },
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

        // No answer came: the same read again, however long that takes (ruling R21).
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

        // At zero the server is asked (ruling 1.4-K): live with more than 10 s left goes on, paid goes on, any other answer is the end.
        checkingDeadline: {
          invoke: {
            src: 'readSession',
            id: 'readAtDeadline',
            onDone: [
              {
                guard: { type: 'isDecided', params: answerOf },
                target: 'idle',
                actions: believed,
              },
              // What is known is younger: that decides nothing.
              {
                guard: { type: 'isStale', params: answerOf },
                target: 'overdue',
                actions: undecided,
              },
              {
                guard: { type: 'isCutShort', params: answerOf },
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

        // Nobody answered at zero, which is no verdict: the server judges once it is there (ruling R21).
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
