import { assign, raise, sendTo, setup } from 'xstate';
import type { Outcome } from '../shared/outcome.ts';
import { timings } from '../shared/timings.ts';
import { sessionPorts } from './session.ports.ts';
import {
  crashed,
  hasDeadline,
  isGoingOn,
  isLive,
  isRunOut,
  isStale,
  overruled,
  pollDelay,
  steadied,
  stepOf,
} from './session.rules.ts';
import type {
  SessionContext,
  SessionEvent,
  SessionInnerEvent,
  SessionInput,
  SessionReading,
} from './session.types.ts';

type Answer = Outcome<SessionReading>;

const known = (context: SessionContext) =>
  context.reading === null ? null : stepOf(context.reading);

/** Everything the session machine is made of, by name; `session.machine.ts` puts it in its place. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent | SessionInnerEvent,
    input: {} as SessionInput,
  },
  actors: sessionPorts,
  delays: {
    poll: ({ context }) => pollDelay(context.realtime, context.random()),
    untilDeadline: ({ context }) => Math.max(0, context.reading?.remainingMs ?? 0),
    deadlineReadCap: timings.deadlineReadCap,
  },
  guards: {
    isQueued: ({ context }) => known(context) === 'queued',
    isOnline: ({ context }) => known(context) === 'online',
    isSelecting: ({ context }) => known(context) === 'paymentSelection',
    isProcessing: ({ context }) => known(context) === 'paymentProcessing',
    isCompleted: ({ context }) => known(context) === 'completed',
    isExpired: ({ context }) => known(context) === 'expired',
    isLive: ({ context }) => isLive(context.reading),
    hasDeadline: ({ context }) => hasDeadline(context.reading),
    isOk: (_, params: Outcome<unknown>) => params.ok,
    isUnreachable: (_, params: Outcome<unknown>) =>
      !params.ok && params.failure.kind === 'unreachable',
    isStale: ({ context }, params: Answer) => params.ok && isStale(context.reading, params.value),
    isRunOut: ({ context }, params: Answer) => params.ok && isRunOut(context.reading, params.value),
    // An answer that is older than what is known proves nothing at zero, either way.
    isGoingOn: ({ context }, params: Answer) =>
      params.ok && !isStale(context.reading, params.value) && isGoingOn(params.value),
    isEnded: ({ context }, params: Answer) =>
      params.ok && !isStale(context.reading, params.value) && !isLive(params.value),
    isRealtimeBack: ({ context }, params: { realtime: boolean }) =>
      params.realtime && !context.realtime,
    isAnotherPace: ({ context }, params: { realtime: boolean }) =>
      context.realtime !== params.realtime,
  },
  actions: {
    noteReading: assign(({ context }, params: Answer) =>
      params.ok ? { reading: steadied(context.reading, params.value), failure: null } : {},
    ),
    noteFailure: assign((_, params: Answer) =>
      params.ok ? { failure: null } : { failure: params.failure },
    ),
    noteCrash: assign({ failure: crashed }),
    noteVisit: assign(({ context }, params: { visit?: number }) => ({
      visit: params.visit ?? context.visit,
    })),
    notePace: assign((_, params: { realtime: boolean }) => ({ realtime: params.realtime })),
    tellReading: sendTo(
      ({ context }) => context.parent,
      ({ context }, params: Answer) =>
        params.ok
          ? { type: 'session.read', reading: context.reading ?? params.value, visit: context.visit }
          : { type: 'session.readFailed', failure: params.failure, visit: context.visit },
    ),
    // What cannot be proven to live is over: the reading says so too, for whoever keeps it.
    overrule: assign(({ context }) => ({
      reading: context.reading === null ? null : overruled(context.reading),
    })),
    tellKnown: sendTo(
      ({ context }) => context.parent,
      ({ context }) =>
        context.reading === null
          ? { type: 'session.readFailed', failure: crashed, visit: context.visit }
          : { type: 'session.read', reading: context.reading, visit: context.visit },
    ),
    tellCrash: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.readFailed', failure: crashed, visit: context.visit }),
    ),
    tellRanOut: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.ranOut', slug: context.reading?.slug ?? '' }),
    ),
    tellExited: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.exited', slug: context.reading?.slug ?? null }),
    ),
    tellExitRefused: sendTo(({ context }) => context.parent, {
      type: 'session.exitFailed',
      message: 'Failed to exit session. Please try again.',
    }),
    tellExitLost: sendTo(({ context }) => context.parent, {
      type: 'session.exitFailed',
      message: 'Error exiting session. Please try again.',
    }),
    raiseTaken: raise({ type: 'reading.taken' }),
    raiseOutdated: raise({ type: 'reading.outdated' }),
    raiseDeadline: raise({ type: 'deadline.reached' }),
  },
});
