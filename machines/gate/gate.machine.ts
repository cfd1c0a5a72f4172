import { assertEvent } from 'xstate';
import { loopGuard } from '../shared/loop-guard.ts';
import { checking } from './gate.checking.ts';
import { gateSetup } from './gate.setup.ts';
import { sync } from './gate.sync.ts';

/**
 * The door of an event. `locked` asks for a pass; `working` reads codes and keeps in step with the server, side by side. A code is looked
 * at with what the device keeps, the server is asked where it can be reached, and what was decided is kept before it is shown.
 * Without network the device decides alone and tells the server later; a pass that ends on the way does not close a door.
 */
export const gateMachine = gateSetup.createMachine({
  id: 'gate',
  options: loopGuard,
  context: {
    work: null,
    offeredPass: null,
    problem: null,
    mode: 'camera',
    cameraProblem: null,
    hasTorch: false,
    isTorchOn: false,
    code: null,
    look: null,
    scan: null,
    guest: null,
    queue: [],
    isPractice: false,
    attempts: 0,
  },
  initial: 'opening',
  states: {
    opening: {
      invoke: {
        src: 'open',
        id: 'open',
        onDone: [
          {
            guard: { type: 'hasWork', params: ({ event }) => event.output },
            target: 'working',
            actions: { type: 'noteOpened', params: ({ event }) => event.output },
          },
          {
            target: 'locked',
            actions: { type: 'noteOpened', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'locked', actions: { type: 'noteProblem', params: 'broken' } },
      },
    },

    locked: {
      entry: 'clearWork',
      on: { 'pass.give': { target: 'unlocking' } },
    },

    unlocking: {
      exit: 'announceAnswer',
      invoke: {
        src: 'unlock',
        id: 'unlock',
        input: ({ event }) => {
          assertEvent(event, 'pass.give');
          return { pass: event.pass, door: event.door };
        },
        onDone: [
          {
            guard: { type: 'isUnlocked', params: ({ event }) => event.output },
            target: 'working',
            actions: { type: 'noteWork', params: ({ event }) => event.output },
          },
          {
            guard: 'isAtWork',
            target: 'working',
            actions: { type: 'noteRefusal', params: ({ event }) => event.output },
          },
          {
            target: 'locked',
            actions: { type: 'noteRefusal', params: ({ event }) => event.output },
          },
        ],
        onError: [
          {
            guard: 'isAtWork',
            target: 'working',
            actions: { type: 'noteProblem', params: 'broken' },
          },
          { target: 'locked', actions: { type: 'noteProblem', params: 'broken' } },
        ],
      },
    },

    working: {
      type: 'parallel',
      invoke: [
        // Hints alone come from it: without them the synchronisation still comes round.
        { src: 'network', id: 'network', onError: {} },
        { src: 'scanner', id: 'scanner', onError: {} },
      ],
      on: {
        'gate.leave': { guard: 'isAllSynced', target: 'leaving' },
        'pass.give': { target: 'unlocking' },
      },
      states: {
        door: {
          initial: 'ready',
          on: {
            'code.scanned': {
              guard: { type: 'isNewCode', params: ({ event }) => event.code },
              actions: { type: 'queueCode', params: ({ event }) => event.code },
            },
          },
          states: {
            ready: {
              entry: 'clearScan',
              initial: 'choosing',
              on: {
                'code.type': {
                  target: 'checking',
                  actions: { type: 'noteCode', params: ({ event }) => event },
                },
                'code.scanned': {
                  target: 'checking',
                  actions: { type: 'noteCode', params: ({ event }) => event },
                },
                'practice.toggle': { actions: 'togglePractice' },
                'entry.undo': { guard: 'hasLastEntry', target: 'undoing' },
              },
              states: {
                choosing: {
                  always: [
                    {
                      guard: 'hasQueued',
                      target: '#gate.working.door.checking',
                      actions: 'takeQueued',
                    },
                    { guard: 'isManual', target: 'manual' },
                    { target: 'camera' },
                  ],
                },
                camera: {
                  invoke: { src: 'camera', id: 'camera', onError: { target: 'noCamera' } },
                  initial: 'starting',
                  on: {
                    'mode.manual': { target: 'manual' },
                    // Also of one that was let go while the page was hidden: its light is off again.
                    'camera.opened': {
                      target: '.scanning',
                      actions: { type: 'noteTorch', params: ({ event }) => event },
                    },
                    'camera.failed': {
                      target: 'noCamera',
                      actions: { type: 'noteCameraProblem', params: ({ event }) => event },
                    },
                    'code.seen': {
                      target: '#gate.working.door.checking',
                      actions: { type: 'noteCode', params: ({ event }) => event },
                    },
                  },
                  states: {
                    starting: {},
                    scanning: {
                      entry: 'setTorch',
                      on: {
                        'torch.toggle': {
                          guard: 'hasTorch',
                          actions: ['toggleTorch', 'setTorch'],
                        },
                      },
                    },
                  },
                },
                noCamera: {
                  on: {
                    'mode.camera': { target: 'camera', actions: 'clearCameraProblem' },
                    'mode.manual': { target: 'manual' },
                  },
                },
                manual: {
                  entry: 'chooseManual',
                  on: {
                    'mode.camera': {
                      target: 'camera',
                      actions: ['chooseCamera', 'clearCameraProblem'],
                    },
                  },
                },
              },
            },

            checking,

            undoing: {
              invoke: {
                src: 'undo',
                id: 'undo',
                onDone: {
                  target: 'ready',
                  actions: [
                    { type: 'noteTally', params: ({ event }) => event.output },
                    'tellEntryKept',
                  ],
                },
                onError: { target: 'ready' },
              },
            },

            shown: {
              entry: 'announceVerdict',
              initial: 'fresh',
              on: {
                'result.dismiss': { target: 'ready' },
              },
              // The next guest needs no hand; a refusal waits until somebody has seen it.
              after: { validShown: { guard: 'isValid', target: 'ready' } },
              states: {
                fresh: { after: { leastShown: { target: 'seen' } } },
                // Who scans on has seen it.
                seen: {
                  always: { guard: 'hasQueued', target: '#gate.working.door.ready' },
                },
              },
            },
          },
        },

        sync,
      },
    },

    leaving: {
      invoke: {
        src: 'forget',
        id: 'forget',
        onDone: { target: 'locked' },
        onError: { target: 'working', actions: { type: 'noteProblem', params: 'broken' } },
      },
    },
  },
});
