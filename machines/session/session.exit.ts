import { answerOf } from '../shared/answer.ts';
import { sessionSetup } from './session.setup.ts';

/** Gives place and seats up at the buyer's wish (§2). */
export const exit = sessionSetup.createStateConfig({
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
});
