import { assertEvent, assign, emit, setup } from 'xstate';
import { type ControlFigures, figuresEverySeconds } from '../../contract/staff/control.ts';
import { loopGuard } from '../shared/loop-guard.ts';
import { isRefused, type Result, resultOf } from '../shared/result.ts';
import { brokenRefusal, refusalOf } from '../staff/staff.problem.ts';
import { controlPorts } from './control.ports.ts';
import type { ControlContext, ControlEmitted, ControlEvent, Point, Said } from './control.types.ts';

/** Milliseconds: one read a second; a server that fails is asked less often. */
export const controlTimings = { poll: figuresEverySeconds * 1_000, retry: 3_000 } as const;
/** Points that are kept: ten minutes at one a second. */
const mostPoints = 600;

interface Scope {
  readonly context: ControlContext;
}

function withPoint(past: readonly Point[], { at, people }: ControlFigures): readonly Point[] {
  const point = { at: Date.parse(at), waiting: people.waiting, letIn: people.let_in };
  return [...past.slice(1 - mostPoints), point];
}

const controlSetup = setup({
  types: {} as {
    context: ControlContext;
    events: ControlEvent;
    emitted: ControlEmitted;
    input: { readonly slug: string };
  },
  actors: controlPorts,
  delays: { poll: controlTimings.poll, retry: controlTimings.retry },
  guards: {
    isOk: (_: Scope, result: Result<unknown>) => result.ok,
    isSignedOut: isRefused('unauthenticated'),
    isUnknown: isRefused('eventNotFound', 'inputInvalid'),
    isForbidden: isRefused('roleMissing'),
  },
  actions: {
    storeFigures: assign(({ context }, result: Result<ControlFigures>) =>
      result.ok ? { figures: result.value, past: withPoint(context.past, result.value) } : {},
    ),
    storeSaid: assign((_, result: Result<Said>) =>
      result.ok ? { said: result.value, refusal: null } : {},
    ),
    storeRefusal: assign((_, result: Result<unknown>) => ({
      said: null,
      refusal: refusalOf(result),
    })),
    storeBroken: assign({ said: null, refusal: brokenRefusal }),
    forgetSaid: assign({ said: null, refusal: null }),
    tellEnded: emit({ type: 'session.ended' }),
  },
});

/**
 * The control room of one event: its figures, live or stale, and one act at a time beside them. Stale figures stay on the page with their age: in the
 * hour of a sale old figures are better than none. An act that is refused says why and changes nothing (decision 081).
 */
export const controlMachine = controlSetup.createMachine({
  id: 'control',
  options: loopGuard,
  context: ({ input }) => ({
    slug: input.slug,
    figures: null,
    past: [],
    said: null,
    refusal: null,
  }),
  type: 'parallel',
  states: {
    figures: {
      initial: 'opening',
      states: {
        opening: { always: { target: 'reading' } },
        reading: {
          invoke: {
            src: 'read',
            id: 'read',
            input: ({ context }) => ({ slug: context.slug }),
            onDone: [
              {
                guard: { type: 'isOk', params: resultOf },
                target: 'live',
                actions: { type: 'storeFigures', params: resultOf },
              },
              {
                guard: { type: 'isSignedOut', params: resultOf },
                target: 'ended',
                actions: 'tellEnded',
              },
              { guard: { type: 'isUnknown', params: resultOf }, target: 'unknown' },
              { guard: { type: 'isForbidden', params: resultOf }, target: 'forbidden' },
              { target: 'stale' },
            ],
            onError: { target: 'stale' },
          },
        },
        live: { after: { poll: { target: 'reading' } } },
        stale: { after: { retry: { target: 'reading' } } },
        unknown: {},
        forbidden: {},
        ended: {},
      },
    },

    act: {
      initial: 'idle',
      on: { 'said.dismiss': { target: '.idle', actions: 'forgetSaid' } },
      states: {
        idle: { on: { act: { target: 'acting' } } },
        acting: {
          entry: 'forgetSaid',
          invoke: {
            src: 'act',
            id: 'act',
            input: ({ context, event }) => {
              assertEvent(event, 'act');
              return { slug: context.slug, act: event.act };
            },
            onDone: [
              {
                guard: { type: 'isOk', params: resultOf },
                target: 'confirmed',
                actions: { type: 'storeSaid', params: resultOf },
              },
              {
                guard: { type: 'isSignedOut', params: resultOf },
                target: 'refused',
                actions: [{ type: 'storeRefusal', params: resultOf }, 'tellEnded'],
              },
              { target: 'refused', actions: { type: 'storeRefusal', params: resultOf } },
            ],
            onError: { target: 'refused', actions: 'storeBroken' },
          },
          // The call is under way: what it did is known by its response alone.
          on: { 'said.dismiss': {} },
        },
        confirmed: { on: { act: { target: 'acting' } } },
        refused: { on: { act: { target: 'acting' } } },
      },
    },
  },
});
