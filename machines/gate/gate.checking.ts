import { gateSetup } from './gate.setup.ts';
import type { GateContext, JudgedScan, Look } from './gate.types.ts';

/** Judging one code: look, ask where it is worth it and possible, keep. */
export const checking = gateSetup.createStateConfig({
  initial: 'looking',
  states: {
    looking: {
      invoke: {
        src: 'look',
        id: 'look',
        input: ({ context }) => ({ code: context.code ?? '' }),
        onDone: [
          {
            guard: { type: 'shouldAsk', params: ({ event }) => event.output },
            target: 'asking',
            actions: { type: 'noteLook', params: ({ event }) => event.output },
          },
          {
            guard: 'isPractice',
            target: '#gate.working.door.shown',
            actions: [{ type: 'noteLook', params: ({ event }) => event.output }, 'judgeAlone'],
          },
          {
            target: 'keeping',
            actions: [{ type: 'noteLook', params: ({ event }) => event.output }, 'judgeAlone'],
          },
        ],
        onError: { target: '#gate.working.door.shown', actions: 'noteUnchecked' },
      },
    },
    asking: {
      invoke: {
        src: 'ask',
        id: 'ask',
        input: ({ context }) => ({ look: lookOf(context) }),
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'keeping',
            actions: { type: 'judgeByResponse', params: ({ event }) => event.output },
          },
          { target: 'keeping', actions: ['judgeAlone', 'tellServerLost'] },
        ],
        onError: { target: 'keeping', actions: ['judgeAlone', 'tellServerLost'] },
      },
      after: { askCap: { target: 'keeping', actions: ['judgeAlone', 'tellServerLost'] } },
    },
    keeping: {
      invoke: {
        src: 'keep',
        id: 'keep',
        input: ({ context }) => ({ scan: scanOf(context) }),
        onDone: {
          target: '#gate.working.door.shown',
          actions: [{ type: 'noteTally', params: ({ event }) => event.output }, 'tellEntryKept'],
        },
        onError: { target: '#gate.working.door.shown', actions: 'noteUnchecked' },
      },
    },
  },
});

function lookOf({ look }: GateContext): Look {
  if (look === null) throw new Error('A code is asked about before it was looked at.');
  return look;
}

function scanOf({ scan }: GateContext): JudgedScan {
  if (scan === null) throw new Error('A scan is kept before it was judged.');
  return scan;
}
