import { assign, enqueueActions, raise, sendTo, setup } from 'xstate';
import { failedAgain, healedBy, healingPause, isPassing, mended } from '../shared/healing.ts';
import type { Result } from '../shared/result.ts';
import { unannouncedEnding } from './session.ending.ts';
import { sessionPorts } from './session.ports.ts';
import {
  crashed,
  hasDeadline,
  hasHeartbeat,
  isGoingOn,
  isLive,
  isStale,
  overruled,
  pollDelay,
  withSteadyDeadline,
} from './session.rules.ts';
import type {
  SessionContext,
  SessionEvent,
  SessionInnerEvent,
  SessionInput,
  SessionReading,
  SessionStep,
} from './session.types.ts';

/** The result of a call of the session. */
export type SessionResult = Result<SessionReading>;
/** A wish for a reading. */
export type Wish = Extract<SessionEvent, { readonly type: 'session.refresh' }>;

/** Stands for the response of a server that leaves a session too little time to go on: it is over (§4.14). */
export function overruledOf({ context }: { readonly context: SessionContext }): SessionResult {
  if (context.reading === null) return { ok: false, failure: crashed };
  return { ok: true, value: overruled(context.reading) };
}

/** Everything the session machine is made of, by name; `session.machine.ts` puts it in its place. */
export const sessionSetup = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent | SessionInnerEvent,
    input: {} as SessionInput,
  },
  actors: sessionPorts,
  delays: {
    poll: ({ context }) => pollDelay(context.reading, context.realtime, context.random()),
    untilDeadline: ({ context }) => Math.max(0, context.reading?.remainingMs ?? 0),
    healing: ({ context }) => healingPause(context.healing),
  },
  guards: {
    isAt: ({ context }, params: { step: SessionStep }) => context.reading?.step === params.step,
    isLive: ({ context }) => isLive(context.reading),
    hasDeadline: ({ context }) => hasDeadline(context.reading),
    isOk: (_, params: Result<unknown>) => params.ok,
    isUnreachable: (_, params: Result<unknown>) =>
      !params.ok && params.failure.kind === 'unreachable',
    isStale: ({ context }, params: SessionResult) =>
      params.ok && isStale(context.reading, params.value),
    // A response that is older than what is known proves nothing at zero, either way.
    isDecided: ({ context }, params: SessionResult) =>
      params.ok &&
      !isStale(context.reading, params.value) &&
      (isGoingOn(params.value) || !isLive(params.value)),
    isCutShort: (_, params: SessionResult) =>
      params.ok && isLive(params.value) && !isGoingOn(params.value),
    mayHeal: (_, params: SessionResult) => !params.ok && isPassing(params.failure),
    // In line the retained document says what was missed; a broker that restarts must not cause a read by everybody.
    isRealtimeBack: ({ context }, params: { realtime: boolean }) =>
      params.realtime && !context.realtime && !hasHeartbeat(context.reading),
    isAnotherPace: ({ context }, params: { realtime: boolean }) =>
      context.realtime !== params.realtime && !hasHeartbeat(context.reading),
  },
  actions: {
    noteReading: assign(({ context }, params: SessionResult) =>
      params.ok
        ? {
            reading: withSteadyDeadline(context.reading, params.value),
            failure: null,
            healing: mended(context.healing),
          }
        : {},
    ),
    tellEnd: enqueueActions(({ enqueue, context }, params: SessionResult) => {
      const ending = params.ok ? unannouncedEnding(params.value, context) : null;
      if (ending === null) return;
      enqueue.assign({ announcedEnd: ending.id });
      enqueue.sendTo(context.parent, { type: 'session.ended', ending });
    }),
    noteWish: assign(({ context }, params: Omit<Wish, 'type'>) => ({
      visit: params.visit ?? context.visit,
      hint: params.hint ?? context.hint,
    })),
    // A server that forgets ended sessions does not say that it was the time.
    noteDeadline: assign({ hint: { event: 'user_left', reason: 'deadline' } }),
    // Reported, or not true after all: then its end is still to come.
    forgetHint: assign(({ context }) => ({
      hint: null,
      announcedEnd: isLive(context.reading) ? null : context.announcedEnd,
    })),
    noteLeaving: assign(({ context }) => ({ leaving: context.reading?.id ?? null })),
    noteFailure: assign(({ context }, params: SessionResult) => ({
      failure: params.ok ? null : params.failure,
      healing: healedBy(context.healing, params),
    })),
    // A response that decides nothing is as good as none.
    noteUndecided: assign(({ context }, params: SessionResult) => ({
      failure: params.ok ? null : params.failure,
      healing: failedAgain(context.healing, params.ok ? null : params.failure),
    })),
    noteCrash: assign(({ context }) => ({
      failure: crashed,
      healing: failedAgain(context.healing, null),
    })),
    notePace: assign((_, params: { realtime: boolean }) => ({ realtime: params.realtime })),
    // The chart stands at the step of this reading.
    tellStep: enqueueActions(({ enqueue, context: { parent, reading, visit } }) => {
      if (reading !== null) enqueue.sendTo(parent, { type: 'session.read', reading, visit });
    }),
    // A response that was not taken over: what is known stands.
    announceResult: sendTo(
      ({ context }) => context.parent,
      ({ context }, params: SessionResult) =>
        params.ok
          ? { type: 'session.read', reading: context.reading ?? params.value, visit: context.visit }
          : { type: 'session.readFailed', failure: params.failure, visit: context.visit },
    ),
    tellCrash: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.readFailed', failure: crashed, visit: context.visit }),
    ),
    tellExited: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({ type: 'session.exited', slug: context.reading?.slug ?? null }),
    ),
    tellExitRefused: sendTo(({ context }) => context.parent, {
      type: 'session.exitFailed',
      text: { key: 'bubble.exitRefused' },
    }),
    tellExitLost: sendTo(({ context }) => context.parent, {
      type: 'session.exitFailed',
      text: { key: 'bubble.exitFailed' },
    }),
    raiseTaken: raise({ type: 'reading.taken' }),
    raiseOutdated: raise({ type: 'reading.outdated' }),
    raiseDeadline: raise({ type: 'deadline.reached' }),
  },
});
