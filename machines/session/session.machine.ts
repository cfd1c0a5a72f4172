import { answerOf } from '../shared/answer.ts';
import { unharmed } from '../shared/healing.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { exit } from './session.exit.ts';
import { overruledOf, sessionSetup, type Wish } from './session.setup.ts';
import type { SessionStep } from './session.types.ts';

/** The chart moves first; then it notifies the root of its step. */
const toldAt = <Step extends SessionStep>(step: Step) =>
  ({ target: `.${step}`, actions: 'tellStep' }) as const;

const takenOver = <P>(params: P) =>
  [
    // First, while it is still known what was held and who gave it up.
    { type: 'tellEnd', params },
    { type: 'noteReading', params },
    'forgetHint',
    'raiseTaken',
  ] as const;
/** An answer is the truth now. */
const believed = takenOver(answerOf);
/** The deadline passed, and the server leaves too little to go on with. */
const overruling = takenOver(overruledOf);
/** No answer: the parent hears of it, and what is known stays. */
const undecided = [
  { type: 'noteUndecided', params: answerOf },
  { type: 'tellAnswer', params: answerOf },
] as const;
/** Why the server is asked. */
const wanted = {
  type: 'noteWish',
  params: ({ event }: { readonly event: Wish }) => event,
} as const;

/**
 * The purchase session of a verified buyer (§4), as four things at once. `step` is where the buyer is, and tells the root. `clock`
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
          { guard: { type: 'isAt', params: { step: 'queued' } }, ...toldAt('queued') },
          { guard: { type: 'isAt', params: { step: 'online' } }, ...toldAt('online') },
          {
            guard: { type: 'isAt', params: { step: 'paymentSelection' } },
            ...toldAt('paymentSelection'),
          },
          {
            guard: { type: 'isAt', params: { step: 'paymentProcessing' } },
            ...toldAt('paymentProcessing'),
          },
          { guard: { type: 'isAt', params: { step: 'completed' } }, ...toldAt('completed') },
          { guard: { type: 'isAt', params: { step: 'expired' } }, ...toldAt('expired') },
          { guard: { type: 'isAt', params: { step: 'cancelled' } }, ...toldAt('cancelled') },
          { guard: { type: 'isAt', params: { step: 'failed' } }, ...toldAt('failed') },
          { guard: { type: 'isAt', params: { step: 'notInQueue' } }, ...toldAt('notInQueue') },
          toldAt('unknown'),
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
                guard: { type: 'isStale', params: answerOf },
                target: 'idle',
                actions: { type: 'tellAnswer', params: answerOf },
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
                  { type: 'tellAnswer', params: answerOf },
                ],
              },
              // A clear no: the next poll asks again, where there is one.
              {
                target: 'idle',
                actions: [
                  { type: 'noteFailure', params: answerOf },
                  { type: 'tellAnswer', params: answerOf },
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
