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
import type { Failure, Result } from '../../../machines/shared/result.ts';

// biome-ignore lint/suspicious/noExplicitAny: a generic position that accepts any type.
type Anything = any;

/** At least one. */
export type Some<T> = readonly [T, ...T[]];

type Payload<E> = E extends EventObject ? Omit<E, 'type'> : never;

/** At least one payload per event: a missing event does not compile. */
export type EventCases<E extends EventObject> = {
  readonly [K in E['type']]: Some<Payload<Extract<E, { readonly type: K }>>>;
};

/** At least one example of every kind of result of a port; a bug in the port is added. */
export type AnswerCases<T> = [T] extends [Result<infer V>]
  ? { readonly ok: Some<V> } & {
      readonly [K in Failure['kind']]: Some<Omit<Extract<Failure, { readonly kind: K }>, 'kind'>>;
    }
  : { readonly value: Some<T> };

/** Results of every promise port: a port or a kind of result without an example does not compile. */
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

/** The behaviour of a state while it is active. */
export interface Effects<M extends AnyStateMachine> {
  /** Ports that run here, by the id of their call, each with its input; `undefined` for a port without input. */
  readonly runs?: { readonly [id: string]: (context: ContextFrom<M>) => unknown };
  /** Delays that run here. */
  readonly waits?: readonly DelayName<M>[];
  /** For a final state: the output of the flow. */
  readonly output?: OutputFrom<M>;
  /** Checks the facts in this state; throws if they are wrong. */
  readonly holds?: (context: ContextFrom<M>) => void;
}

/** A step of a walk, for rules about forbidden steps. */
export interface Moment<M extends AnyStateMachine> {
  readonly before: SnapshotFrom<M>;
  readonly after: SnapshotFrom<M>;
  /** Label of the step between the two. */
  readonly step: string;
  /** Every event sent to the parent since the walk started. */
  readonly told: readonly EventObject[];
  /** Events sent to the parent in this step. */
  readonly news: readonly EventObject[];
  /** Calls of a slot that are pending or running, and the total. */
  readonly openCalls: (slot: string) => number;
  readonly calls: (slot: string) => number;
  /** The input of the running port with this id, and the events sent to it since. */
  readonly asked: (id: string) => unknown;
  readonly commands: (id: string) => readonly EventObject[];
}

/** A machine's facts beyond its chart: enough to generate every walk through it and to check each step. */
export interface FlowModel<M extends AnyStateMachine, E extends EventObject, Ports> {
  readonly machine: M;
  readonly ports: Ports;
  /** Every start, by name. */
  readonly starts: {
    readonly [name: string]: (parent: ActorRef<Snapshot<unknown>, Anything>) => InputFrom<M>;
  };
  readonly events: EventCases<E>;
  readonly answers: PortCases<Ports>;
  /** Milliseconds of every delay, copied from the specification so that the machine does not grade itself. */
  readonly delays: { readonly [K in DelayName<M>]: number | ((context: ContextFrom<M>) => number) };
  /** Events that a machine sends itself after a delay, by type: the delay, and which of them are pending. */
  readonly delayed?: {
    readonly [type: string]: {
      readonly ms: number;
      readonly due: (context: ContextFrom<M>) => readonly EventObject[];
    };
  };
  /** The facts of a snapshot that distinguish nodes of the graph. The value is always one; it may determine which facts matter. */
  readonly facts: (context: ContextFrom<M>, snapshot: SnapshotFrom<M>) => unknown;
  /** The behaviour of each state, by its id below the machine; each state without substates needs an entry. */
  readonly effects: { readonly [state: string]: Effects<M> };
  /** Where each state leads, written out as `leadsOf` reads it from the graph: a transition, a branch or a guard that is missing is noticed here. */
  readonly leads: string;
  /** Forbidden steps, by name; returns true for one. */
  readonly never: { readonly [rule: string]: (moment: Moment<M>) => boolean };
  /** Number of nodes beyond which `facts` is wrong; default 1,500. */
  readonly limit?: number;
}

/** A model, its events and ports checked for completeness. `E` is the union of external events. */
export function flowModel<E extends EventObject>() {
  return <M extends AnyStateMachine, Ports>(
    model: FlowModel<M, E, Ports>,
  ): FlowModel<M, E, Ports> => model;
}

/** Any model, for generic code. */
export type AnyFlowModel = FlowModel<Anything, Anything, Anything>;
