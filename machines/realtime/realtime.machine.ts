import { assign, enqueueActions, log, sendTo, setup } from 'xstate';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { maxReconnectAttempts } from '../shared/timings.ts';
import { realtimePorts } from './realtime.ports.ts';
import { reconnectPause } from './realtime.rules.ts';
import type {
  ConnectionCommand,
  RealtimeContext,
  RealtimeEvent,
  RealtimeInput,
} from './realtime.types.ts';

const unavailable = 'Real-time updates unavailable. Using polling fallback.';

/**
 * The live connection (§4.90). `live` runs one client: `connecting` before its first opening, `connected` while messages come,
 * `disconnected` while it retries. `error` is a client that gave up: a fresh one is started after pauses that grow, for ever
 * (§4.92); a wake or a page of the purchase starts it at once (§4.93). `idle` is switched off. Messages are hints: the
 * parent reads, the reading decides.
 */
export const realtimeMachine = setup({
  types: {} as { context: RealtimeContext; events: RealtimeEvent; input: RealtimeInput },
  actors: realtimePorts,
  delays: {
    reconnectPause: ({ context }) => reconnectPause(context.rounds, context.random()),
  },
  guards: {
    isAnotherEvent: ({ context }, params: { slug: string | null }) => params.slug !== context.slug,
    isAnotherWish: ({ context }, params: { followsLine: boolean }) =>
      params.followsLine !== context.followsLine,
    isOutOfAttempts: ({ context }) => context.attempts >= maxReconnectAttempts,
    isOutOfAttemptsAgain: ({ context }) =>
      context.attempts >= maxReconnectAttempts && context.rounds > 0,
    // A message of the event that was left comes late (§4.94).
    isOurs: ({ context }, params: { message: RealtimeMessage }) =>
      params.message.kind === 'status' || params.message.slug === context.slug,
  },
  actions: {
    noteSlug: assign((_, params: { slug: string | null }) => ({ slug: params.slug })),
    noteLine: assign((_, params: { followsLine: boolean }) => ({
      followsLine: params.followsLine,
    })),
    resetAttempts: assign({ attempts: 0, rounds: 0 }),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    countRound: assign({ rounds: ({ context }) => context.rounds + 1 }),
    // Goes to the logger of the actor, which is the console of the browser (§8.31).
    logGaveUp: log('Max reconnection attempts reached'),
    noteUnavailable: assign({ error: unavailable }),
    clearError: assign({ error: null }),
    // A ref and not a name: sending to a name that is gone would put this machine in error. A chart that is only walked has no children.
    commandConnection: enqueueActions(({ enqueue, self }, command: ConnectionCommand) => {
      const connection = self.getSnapshot().children?.connection;
      if (connection !== undefined) enqueue.sendTo(connection, command);
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
    followsLine: false,
    random: input.random ?? (() => 0.5),
    attempts: 0,
    rounds: 0,
    error: null,
  }),
  initial: 'live',
  on: {
    'realtime.line': {
      guard: { type: 'isAnotherWish', params: ({ event }) => event },
      actions: [
        { type: 'noteLine', params: ({ event }) => event },
        {
          type: 'commandConnection',
          params: ({ event }) => ({ type: 'line.switch', followsLine: event.followsLine }),
        },
      ],
    },
  },
  states: {
    idle: {
      entry: ['clearError', 'tellNotConnected'],
      on: {
        'realtime.connect': {
          target: 'live',
          actions: [{ type: 'noteSlug', params: ({ event }) => event }, 'resetAttempts'],
        },
      },
    },

    live: {
      initial: 'connecting',
      invoke: {
        src: 'connection',
        id: 'connection',
        input: ({ context: { userId, slug, followsLine } }) => ({ userId, slug, followsLine }),
        onError: { target: 'error' },
      },
      on: {
        'realtime.disconnect': { target: 'idle' },
        'realtime.connect': {
          guard: { type: 'isAnotherEvent', params: ({ event }) => event },
          actions: [
            { type: 'noteSlug', params: ({ event }) => event },
            {
              type: 'commandConnection',
              params: ({ event }) => ({ type: 'topics.switch', slug: event.slug }),
            },
          ],
        },
        'connection.retried': [
          { guard: 'isOutOfAttemptsAgain', target: 'error' },
          { guard: 'isOutOfAttempts', target: 'error', actions: 'logGaveUp' },
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
            'realtime.rearm': {
              target: '#realtime.live',
              reenter: true,
              actions: 'resetAttempts',
            },
          },
        },
      },
    },

    error: {
      entry: ['countRound', 'noteUnavailable', 'tellNotConnected'],
      after: { reconnectPause: { target: 'live' } },
      on: {
        'realtime.connect': {
          target: 'live',
          actions: [{ type: 'noteSlug', params: ({ event }) => event }, 'resetAttempts'],
        },
        'realtime.rearm': { target: 'live', actions: 'resetAttempts' },
        'realtime.disconnect': { target: 'idle' },
      },
    },
  },
});
