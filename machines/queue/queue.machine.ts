import type { SessionReading } from '../session/session.types.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import type { Outcome } from '../shared/outcome.ts';
import { newsInLine, newsOnceIn, newsOutside, takeReading } from './queue.news.ts';
import { queueSetup, type Read } from './queue.setup.ts';
import type { QueueOutput } from './queue.types.ts';

const asJoined = ({
  event,
}: {
  readonly event: { readonly output: Outcome<SessionReading> };
}): Read => ({
  reading: event.output.ok ? event.output.value : null,
});

/** 'Refresh Antrean' reads again, and lets a real-time client that gave up try again (rulings 1.2-H, 1.4-AA). */
const refreshed = { actions: ['askForReading', 'askForRealtime'] } as const;

/** The button and the automatic move share one way out. */
const toSeats = { target: '#queue.seats' } as const;

/**
 * Waiting in the line of one event (§2, §4). Messages of the broker only lend their words; every change of state comes from a reading
 * (ruling 1.4-O). Once in, the buyer is moved to the seats by one tab at a time (ruling 1.4-N).
 */
export const queueMachine = queueSetup.createMachine({
  id: 'queue',
  options: loopGuard,
  context: ({ input }) => ({
    parent: input.parent,
    slug: input.slug,
    reading: input.reading,
    notices: [],
    noticeCount: 0,
    recent: [],
    error: null,
    hint: null,
    reason: null,
  }),
  initial: 'entering',
  output: ({ event }) => event.output as QueueOutput,
  on: {
    'queue.kickHinted': { actions: { type: 'noteHint', params: ({ event }) => event } },
    'queue.leaveHinted': { actions: { type: 'noteHint', params: ({ event }) => event } },
    'queue.realtimeChanged': [
      {
        guard: { type: 'isBackAgain', params: ({ event }) => event },
        actions: { type: 'say', params: { key: 'queue.notice.realtimeBack', detail: null } },
      },
      // Connected for the first time is no news.
      { guard: { type: 'isConnected', params: ({ event }) => event } },
      {
        actions: {
          type: 'say',
          params: ({ event }) => ({ key: 'queue.notice.realtimeLost', detail: event.error }),
        },
      },
    ],
    'notice.aged': { actions: { type: 'ageNotice', params: ({ event }) => event } },
  },
  states: {
    entering: {
      always: [{ guard: 'startsElsewhere', target: 'elsewhere' }, { target: 'joining' }],
    },

    // 'Checking queue status...'. A place that is held already is only confirmed (F01).
    joining: {
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
          {
            guard: { type: 'isElsewhere', params: asJoined },
            target: 'elsewhere',
          },
          // Whatever came of it, the session is asked for too (§4): the root guards a place against leaving by accident.
          {
            guard: { type: 'isQueued', params: asJoined },
            target: 'waiting',
            actions: [{ type: 'takeReading', params: asJoined }, 'askForReading'],
          },
          {
            guard: { type: 'isOnline', params: asJoined },
            target: 'promoted',
            actions: [{ type: 'takeReading', params: asJoined }, 'askForReading'],
          },
          {
            target: 'unknown',
            actions: [{ type: 'takeReading', params: asJoined }, 'askForReading'],
          },
        ],
        onError: { target: 'failed', actions: ['noteJoinBug', 'askForReading'] },
      },
    },

    // 'Kamu Sedang Dalam Antrean'.
    waiting: {
      on: {
        'queue.reading': newsInLine,
        'queue.readFailed': { actions: { type: 'noteReadFailure', params: ({ event }) => event } },
        'queue.refresh': refreshed,
        'queue.leave': { target: 'leaving' },
      },
    },

    // 'Kamu sudah dipromosikan! ...': half a second, then this tab moves unless another just did.
    promoted: {
      entry: { type: 'say', params: { key: 'queue.notice.promoted', detail: null } },
      initial: 'pausing',
      on: {
        'queue.reading': newsOnceIn,
        'queue.goToSeats': toSeats,
        'queue.leave': { target: 'leaving' },
      },
      states: {
        pausing: { after: { promotedPause: { target: 'claiming' } } },
        claiming: {
          invoke: {
            src: 'claimRedirect',
            id: 'claimRedirect',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: [
              { guard: { type: 'mayMove', params: ({ event }) => event }, ...toSeats },
              { target: '#queue.online' },
            ],
            onError: { target: '#queue.online', actions: 'noteMoveBug' },
          },
        },
      },
    },

    // 'Kamu Sudah Online!' with its button: the tab that was not moved follows later (F10).
    online: {
      initial: 'shown',
      on: {
        'queue.reading': newsOnceIn,
        'queue.readFailed': { actions: { type: 'noteReadFailure', params: ({ event }) => event } },
        'queue.refresh': refreshed,
        'queue.goToSeats': toSeats,
        'queue.leave': { target: 'leaving' },
      },
      states: {
        shown: { after: { redirectDebounce: { target: 'claiming' } } },
        claiming: {
          invoke: {
            src: 'claimRedirect',
            id: 'claimRedirect',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: [
              { guard: { type: 'mayMove', params: ({ event }) => event }, ...toSeats },
              { target: 'shown' },
            ],
            onError: { target: 'shown', actions: 'noteMoveBug' },
          },
        },
      },
    },

    // 'Unknown status': a message with a refresh button; a paid session falls in here too (ruling 1.4-A).
    unknown: {
      on: {
        'queue.reading': [...newsOutside, { actions: takeReading }],
        'queue.readFailed': {
          target: 'failed',
          actions: { type: 'noteReadFailure', params: ({ event }) => event },
        },
        'queue.refresh': refreshed,
        'queue.retry': { target: 'joining', actions: 'clearError' },
      },
    },

    // 'Error: ...'. The session may still be alive, another event's even: a reading of it leads out (ruling 1.2-K).
    failed: {
      on: {
        'queue.reading': newsOutside,
        'queue.refresh': refreshed,
        'queue.retry': { target: 'joining', actions: 'clearError' },
      },
    },

    kicked: {
      entry: {
        type: 'say',
        params: ({ context }) => ({ key: 'queue.notice.kicked', detail: context.reason }),
      },
      after: { kickedNotice: { target: 'removed' } },
    },

    // Left in another tab: told, and free to come back.
    left: {
      on: {
        'queue.retry': { target: 'joining', actions: 'clearError' },
        'queue.leave': { target: 'departed' },
      },
    },

    leaving: {
      invoke: {
        src: 'exitQueue',
        id: 'exitQueue',
        input: ({ context }) => ({ slug: context.slug }),
        onDone: { target: 'departed' },
        onError: { target: 'departed' },
      },
    },

    seats: { type: 'final', output: { outcome: 'seats' } },
    elsewhere: { type: 'final', output: { outcome: 'elsewhere' } },
    removed: { type: 'final', output: { outcome: 'kicked' } },
    departed: { type: 'final', output: { outcome: 'left' } },
    signedOut: { type: 'final', output: { outcome: 'signedOut' } },
  },
});
