import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { maxReconnectAttempts } from '../shared/timings.ts';
import { realtimePorts } from './realtime.ports.ts';
import type {
  ConnectionCommand,
  RealtimeContext,
  RealtimeEvent,
  RealtimeInput,
} from './realtime.types.ts';

const unavailable = 'Real-time updates unavailable. Using polling fallback.';

/**
 * The live connection (§4). `live` runs one client: `connecting` before its first opening, `connected` while messages come,
 * `disconnected` while it retries. `error` is a client that gave up; a wake or a page of the purchase starts a fresh one
 * (ruling 1.4-AA). `idle` is switched off. Messages are hints: the parent reads, the reading decides.
 */
export const realtimeMachine = setup({
  types: {
    context: {} as RealtimeContext,
    events: {} as RealtimeEvent,
    input: {} as RealtimeInput,
  },
  actors: realtimePorts,
  guards: {
    isAnotherEvent: ({ context }, params: { slug: string | null }) => params.slug !== context.slug,
    isOutOfAttempts: ({ context }) => context.attempts >= maxReconnectAttempts,
    // A message of the event that was left comes late (ruling 1.4-AB).
    isOurs: ({ context }, params: { message: RealtimeMessage }) =>
      params.message.kind === 'status' || params.message.slug === context.slug,
  },
  actions: {
    noteSlug: assign((_, params: { slug: string | null }) => ({ slug: params.slug })),
    resetAttempts: assign({ attempts: 0 }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    noteUnavailable: assign({ error: unavailable }),
    clearError: assign({ error: null }),
    // A ref and not a name: sending to a name that is gone would put this machine in error. A chart that is only walked has no children.
    switchTopics: enqueueActions(({ context, enqueue, self }) => {
      const connection = self.getSnapshot().children?.connection;
      if (connection === undefined) return;
      enqueue.sendTo(connection, {
        type: 'topics.switch',
        slug: context.slug,
      } satisfies ConnectionCommand);
    }),
    tellConnected: sendTo(({ context }) => context.parent, {
      type: 'realtime.changed',
      connected: true,
      error: null,
    }),
    tellNotConnected: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'realtime.changed',
        connected: false,
        error: context.error,
      }),
    ),
    passOn: sendTo(
      ({ context }) => context.parent,
      (_, params: { message: RealtimeMessage }) => ({
        type: 'realtime.received',
        message: params.message,
      }),
    ),
  },
}).createMachine({
  id: 'realtime',
  options: loopGuard,
  context: ({ input }) => ({
    parent: input.parent,
    userId: input.userId,
    slug: input.slug,
    attempts: 0,
    error: null,
  }),
  initial: 'live',
  states: {
    idle: {
      entry: ['clearError', 'tellNotConnected'],
      on: {
        'realtime.connect': {
          target: 'live',
          actions: { type: 'noteSlug', params: ({ event }) => event },
        },
      },
    },

    live: {
      entry: 'resetAttempts',
      initial: 'connecting',
      invoke: {
        src: 'connection',
        id: 'connection',
        input: ({ context }) => ({ userId: context.userId, slug: context.slug }),
        onError: { target: 'error' },
      },
      on: {
        'realtime.disconnect': { target: 'idle' },
        'realtime.connect': {
          guard: { type: 'isAnotherEvent', params: ({ event }) => event },
          actions: [{ type: 'noteSlug', params: ({ event }) => event }, 'switchTopics'],
        },
        'connection.retried': [
          { guard: 'isOutOfAttempts', target: 'error' },
          { actions: 'countAttempt' },
        ],
        'connection.failed': { target: 'error' },
        'connection.received': {
          guard: { type: 'isOurs', params: ({ event }) => event },
          actions: { type: 'passOn', params: ({ event }) => event },
        },
      },
      states: {
        connecting: {
          on: {
            'connection.opened': { target: 'connected' },
            'connection.lost': { target: 'disconnected' },
          },
        },
        connected: {
          entry: ['resetAttempts', 'clearError', 'tellConnected'],
          on: { 'connection.lost': { target: 'disconnected' } },
        },
        disconnected: {
          entry: ['noteUnavailable', 'tellNotConnected'],
          on: {
            'connection.opened': { target: 'connected' },
            'realtime.rearm': { target: '#realtime.live', reenter: true },
          },
        },
      },
    },

    error: {
      entry: ['noteUnavailable', 'tellNotConnected'],
      on: {
        'realtime.connect': {
          target: 'live',
          actions: { type: 'noteSlug', params: ({ event }) => event },
        },
        'realtime.rearm': { target: 'live' },
        'realtime.disconnect': { target: 'idle' },
      },
    },
  },
});
