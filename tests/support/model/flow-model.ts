import type {
  ActorRef,
  AnyStateMachine,
  CallbackActorLogic,
  ContextFrom,
  EventObject,
  InputFrom,
  OutputFrom,
  Snapshot,
  SnapshotFrom,
  StateMachine,
} from 'xstate';
import type { Failure, Outcome } from '../../../machines/shared/outcome.ts';

// biome-ignore lint/suspicious/noExplicitAny: a place in a generic that may hold anything.
type Anything = any;

/** At least one. */
export type Some<T> = readonly [T, ...T[]];

type Payload<E> = E extends EventObject ? Omit<E, 'type'> : never;

/** At least one payload of every event: an event without any does not compile. */
export type EventCases<E extends EventObject> = {
  readonly [K in E['type']]: Some<Payload<Extract<E, { readonly type: K }>>>;
};

/** At least one answer of every kind a port can give; a bug in the port is tried besides. */
export type AnswerCases<T> = [T] extends [Outcome<infer V>]
  ? { readonly ok: Some<V> } & {
      readonly [K in Failure['kind']]: Some<Omit<Extract<Failure, { readonly kind: K }>, 'kind'>>;
    }
  : { readonly value: Some<T> };

/** Answers of every port that gives one: a port, or a kind of its answers, without any does not compile. */
export type PortCases<Ports> = {
  readonly [K in keyof Ports as Ports[K] extends CallbackActorLogic<Anything, Anything, Anything>
    ? never
    : K]: AnswerCases<OutputFrom<Ports[K]>>;
};

type DelayName<M> =
  M extends StateMachine<
    Anything,
    Anything,
    Anything,
    Anything,
    Anything,
    Anything,
    infer D,
    Anything,
    Anything,
    Anything,
    Anything,
    Anything,
    Anything,
    Anything,
    Anything
  >
    ? D
    : never;

/** What a state does while it is active, beyond having a name. */
export interface Effects<M extends AnyStateMachine> {
  /** Ports that run here, by the id of their call, each with what it is asked; `undefined` for a port that is asked nothing. */
  readonly runs?: { readonly [id: string]: (context: ContextFrom<M>) => unknown };
  /** Delays that are waited for here. */
  readonly waits?: readonly DelayName<M>[];
  /** Of a final state: what the flow ends with. */
  readonly output?: OutputFrom<M>;
  /** What is true of the facts here; throws when it is not. */
  readonly holds?: (context: ContextFrom<M>) => void;
}

/** A moment of a walk, for what must never be. */
export interface Moment<M extends AnyStateMachine> {
  readonly before: SnapshotFrom<M>;
  readonly after: SnapshotFrom<M>;
  /** Label of the step between the two. */
  readonly step: string;
  /** Everything told to the parent since the walk began. */
  readonly told: readonly EventObject[];
  /** What was told to the parent by this step. */
  readonly news: readonly EventObject[];
  /** Calls of a slot that wait for an answer or live along, and all there were. */
  readonly openCalls: (slot: string) => number;
  readonly calls: (slot: string) => number;
  /** What the running port with this id was asked, and what it was sent since, where it lives along. */
  readonly asked: (id: string) => unknown;
  readonly commands: (id: string) => readonly EventObject[];
}

/** What is known of a machine beside its chart: enough to generate every walk through it, and to tell whether it did right. */
export interface FlowModel<M extends AnyStateMachine, E extends EventObject, Ports> {
  readonly machine: M;
  readonly ports: Ports;
  /** Every way to begin, by name. */
  readonly starts: {
    readonly [name: string]: (parent: ActorRef<Snapshot<unknown>, Anything>) => InputFrom<M>;
  };
  readonly events: EventCases<E>;
  readonly answers: PortCases<Ports>;
  /** Milliseconds of every delay, written out from the texts, so that the machine does not grade itself. */
  readonly delays: { readonly [K in DelayName<M>]: number | ((context: ContextFrom<M>) => number) };
  /** Events a machine sends itself after a time, by type: how long, and which of them are on their way. */
  readonly delayed?: {
    readonly [type: string]: {
      readonly ms: number;
      readonly due: (context: ContextFrom<M>) => readonly EventObject[];
    };
  };
  /** Of a snapshot, the facts that tell one place of the graph from another. The value is always among them; it may say which facts matter. */
  readonly facts: (context: ContextFrom<M>, snapshot: SnapshotFrom<M>) => unknown;
  /** What each state does, by its id below the machine's; each state without states of its own needs an entry. */
  readonly effects: { readonly [state: string]: Effects<M> };
  /** What must not happen, by name; true when it did. */
  readonly never: { readonly [rule: string]: (moment: Moment<M>) => boolean };
  /** Places of the graph beyond which something is wrong with `facts`; 1,500 unless given. */
  readonly limit?: number;
}

/** A model, its events and ports checked for gaps. `E` is the union of what the machine may be told from outside. */
export function flowModel<E extends EventObject>() {
  return <M extends AnyStateMachine, Ports>(
    model: FlowModel<M, E, Ports>,
  ): FlowModel<M, E, Ports> => model;
}

/** Any model, for code that does not care which. */
export type AnyFlowModel = FlowModel<Anything, Anything, Anything>;
