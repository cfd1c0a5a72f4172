import { vi } from 'vitest';
import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  fromPromise,
  fromTransition,
  type InspectionEvent,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';
import { type RefusalCode, refusalRow } from '../../../contract/call/refusal-codes.ts';
import type { ParentRef } from '../../../machines/shared/parent.ts';
import type { Result } from '../../../machines/shared/result.ts';

/** A promise that the test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** A promise that the test settles. */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Delivers every settled promise to its machine without advancing time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Advances fake time and delivers the promises settled on the way. Needs `vi.useFakeTimers()`. */
export async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settle();
}

/** A parent actor that records the events sent to it. */
export interface ParentStub<E extends EventObject> {
  readonly ref: ParentRef<E>;
  /** Every recorded event, oldest first. */
  readonly events: () => readonly E[];
  /** The events recorded since the last call. */
  readonly take: () => readonly E[];
}

/** A parent actor that records the events sent to it. */
export function parentStub<E extends EventObject>(): ParentStub<E> {
  const ref = createActor(
    fromTransition<readonly E[], E, never, NonReducibleUnknown>(
      (events, event) => [...events, event],
      [],
    ),
  ).start();
  const events = () => ref.getSnapshot().context;
  let taken = 0;
  const take = () => {
    const fresh = events().slice(taken);
    taken = events().length;
    return fresh;
  };
  return { ref, events, take };
}

/** A port controlled by the test: it records each call and resolves on demand. */
export interface FakePort<TOutput, TInput extends NonReducibleUnknown> {
  /** Goes into `machine.provide({ actors })`. */
  readonly logic: PromiseActorLogic<TOutput, TInput>;
  /** Inputs of all calls, oldest first. */
  readonly calls: readonly TInput[];
  /** Resolves a call, the newest unless an index is given, and delivers the result. */
  readonly answer: (output: TOutput, call?: number) => Promise<void>;
  /** Rejects a call, as a bug in the port would. */
  readonly crash: (call?: number) => Promise<void>;
  /** True when the machine aborted the call. */
  readonly aborted: (call: number) => boolean;
}

/** A port controlled by the test: it records each call and resolves on demand. */
export function fakePort<TOutput, TInput extends NonReducibleUnknown>(): FakePort<TOutput, TInput> {
  const calls: TInput[] = [];
  const open: { reply: Deferred<TOutput>; signal: AbortSignal }[] = [];
  const at = (call: number | undefined) => {
    const entry = open[call ?? open.length - 1];
    if (entry === undefined) throw new Error('The port was not called.');
    return entry;
  };
  return {
    logic: fromPromise<TOutput, TInput>(({ input, signal }) => {
      const reply = deferred<TOutput>();
      calls.push(input);
      open.push({ reply, signal });
      return reply.promise;
    }),
    calls,
    answer: async (output, call) => {
      at(call).reply.resolve(output);
      await settle();
    },
    crash: async (call) => {
      at(call).reply.reject(new Error('A bug in the port.'));
      await settle();
    },
    aborted: (call) => at(call).signal.aborted,
  };
}

/** A successful result. */
export function ok<T>(value: T): Result<T> {
  return { ok: true, value };
}

const momentary = (status: number) =>
  [408, 425, 429].includes(status) && { isMomentary: true as const };

/** A refusal as the effects return it; the sentence is the contract's unless another is given. */
export function refusalAs(
  code: RefusalCode,
  message: string = refusalRow(code).sentence,
  meta?: Readonly<Record<string, unknown>>,
) {
  const { status } = refusalRow(code);
  return { status, code, message, ...momentary(status), ...(meta && { meta }) };
}

/** A call refused with a code; a status means a refusal without one. */
export function refused(
  reason: RefusalCode | number,
  message?: string,
  meta?: Readonly<Record<string, unknown>>,
): Result<never> {
  const failure =
    typeof reason === 'number'
      ? { status: reason, message: message ?? '', ...momentary(reason), ...(meta && { meta }) }
      : refusalAs(reason, message, meta);
  return { ok: false, failure: { kind: 'refused', ...failure } };
}

/** A server error. */
export function broken(status = 500): Result<never> {
  return { ok: false, failure: { kind: 'broken', status, message: 'HTTP error!' } };
}

/** No response. */
export function unreachable(): Result<never> {
  return { ok: false, failure: { kind: 'unreachable', message: 'No answer.' } };
}

/** Records which declared transitions of a machine its tests fired. */
export interface TransitionCoverage {
  /** Goes into `createActor(machine, { inspect })` of every test. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Declared transitions that were not fired: source, event, index, guard and targets; limited to matching sources if given. */
  readonly unfired: (source?: RegExp) => readonly string[];
}

/**
 * Collects fired transitions over a test file. Each guarded branch and each `always` counts separately; compared as text, since
 * `provide` makes new nodes.
 */
export function transitionCoverage(machine: AnyStateMachine): TransitionCoverage {
  const fired = new Set<string>();
  const known = new WeakSet<AnyTransitionDefinition>();
  return {
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions) {
        if (known.has(transition)) continue;
        known.add(transition);
        if (transition.source.machine.id === machine.id) fired.add(keyOf(transition));
      }
    },
    unfired: (source = /^/) =>
      declaredTransitions(machine).filter(
        (key) => source.test(key.split(' | ', 1)[0] ?? '') && !fired.has(key),
      ),
  };
}

/** Every transition a machine declares, as text. */
export function declaredTransitions(machine: AnyStateMachine): readonly string[] {
  return transitionsUnder(machine.root).map(keyOf);
}

function transitionsUnder(node: AnyStateNode): readonly AnyTransitionDefinition[] {
  const own = [...node.transitions.values()].flat();
  const below = Object.values(node.states).flatMap(transitionsUnder);
  return [...own, ...(node.always ?? []), ...below];
}

function keyOf(transition: AnyTransitionDefinition): string {
  const siblings =
    transition.eventType === ''
      ? transition.source.always
      : transition.source.transitions.get(transition.eventType);
  const place = siblings?.indexOf(transition) ?? -1;
  const targets = transition.target?.map((node) => `#${node.id}`).join(', ') ?? 'stays';
  const event = transition.eventType === '' ? 'always' : transition.eventType;
  return `${transition.source.id} | ${event} | ${place} | ${guardName(transition.guard)} | ${targets}`;
}

function guardName(guard: AnyTransitionDefinition['guard']): string {
  if (guard === undefined) return '-';
  if (typeof guard === 'string') return guard;
  return 'type' in guard && typeof guard.type === 'string' ? guard.type : 'inline';
}
