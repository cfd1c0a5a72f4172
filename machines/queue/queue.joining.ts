import { queueSetup } from './queue.setup.ts';
import { arrivals } from './queue.transitions.ts';

/** 'Checking queue status...'. A place that is held already is only confirmed (F01). */
export const joining = queueSetup.createStateConfig({
  invoke: {
    src: 'joinQueue',
    id: 'joinQueue',
    input: ({ context }) => ({ slug: context.slug }),
    onDone: [
      {
        guard: { type: 'isSignedOut', params: ({ event }) => event.output },
        target: 'signedOut',
      },
      {
        guard: { type: 'hasFailed', params: ({ event }) => event.output },
        target: 'failed',
        actions: [
          { type: 'noteJoinFailure', params: ({ event }) => event.output },
          'askForReading',
        ],
      },
      ...arrivals,
    ],
    onError: { target: 'failed', actions: ['noteJoinBug', 'askForReading'] },
  },
});

/** 'Lanjutkan di sini': the same place, and from now on this device is the one that is moved to the seats. */
export const takingOver = queueSetup.createStateConfig({
  invoke: {
    src: 'joinQueue',
    id: 'joinQueue',
    input: ({ context }) => ({ slug: context.slug, takesOver: true }),
    onDone: [
      {
        guard: { type: 'isSignedOut', params: ({ event }) => event.output },
        target: 'signedOut',
      },
      // The place is where it was: only the wish failed.
      {
        guard: { type: 'hasFailedOnceIn', params: ({ event }) => event.output },
        target: 'online',
        actions: [
          { type: 'noteJoinFailure', params: ({ event }) => event.output },
          'askForReading',
        ],
      },
      {
        guard: { type: 'hasFailedAsEntrant', params: ({ event }) => event.output },
        target: 'gathering',
        actions: [
          { type: 'noteJoinFailure', params: ({ event }) => event.output },
          'askForReading',
        ],
      },
      {
        guard: { type: 'hasFailed', params: ({ event }) => event.output },
        target: 'waiting',
        actions: [
          { type: 'noteJoinFailure', params: ({ event }) => event.output },
          'askForReading',
        ],
      },
      ...arrivals,
    ],
    onError: [
      { guard: 'isOnceIn', target: 'online', actions: ['noteJoinBug', 'askForReading'] },
      { guard: 'isEntrant', target: 'gathering', actions: ['noteJoinBug', 'askForReading'] },
      { target: 'waiting', actions: ['noteJoinBug', 'askForReading'] },
    ],
  },
});
