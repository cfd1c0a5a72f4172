import { gateSetup } from './gate.setup.ts';

/** Sends kept entries and fetches those of other doors, on a new entry, on time and after a lost network. */
export const sync = gateSetup.createStateConfig({
  initial: 'syncing',
  on: { 'sync.now': { target: '.syncing' } },
  states: {
    syncing: {
      invoke: {
        src: 'sync',
        id: 'sync',
        onDone: [
          {
            guard: { type: 'isSynced', params: ({ event }) => event.output },
            target: 'idle',
            actions: { type: 'noteSynced', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isPassRefused', params: ({ event }) => event.output },
            target: 'refused',
          },
          { target: 'waiting' },
        ],
        onError: { target: 'waiting' },
      },
      // The running round is finished; the next one fetches what changed meanwhile.
      on: { 'sync.now': {} },
    },
    idle: {
      after: { syncPoll: { target: 'syncing' } },
      on: {
        'entry.kept': { target: 'syncing' },
        'server.lost': { target: 'waiting' },
        'network.lost': { target: 'waiting' },
      },
    },
    waiting: {
      entry: 'countAttempt',
      after: { syncRetry: { target: 'syncing' } },
      on: { 'network.returned': { target: 'syncing' } },
    },
    // The pass is revoked or past its day. The door goes on alone until it is given another.
    refused: { entry: 'countAttempt' },
  },
});
