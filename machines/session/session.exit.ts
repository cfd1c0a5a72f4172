import { resultOf } from '../shared/result.ts';
import { sessionSetup } from './session.setup.ts';

/** Gives place and seats up at the buyer's wish (§2.93). */
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
            guard: { type: 'isOk', params: resultOf },
            target: 'idle',
            actions: [
              'tellExited',
              { type: 'tellEnd', params: resultOf },
              { type: 'noteReading', params: resultOf },
              'raiseTaken',
              'raiseOutdated',
            ],
          },
          {
            guard: { type: 'isUnreachable', params: resultOf },
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
