import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { parentStub } from '../flows/machines.ts';
import type { AnyFlowModel } from './flow-model.ts';

const defaultLimit = 30_000;

/** One step of a machine, performed by the stage. */
export type Step = { readonly label: string } & (
  | { readonly kind: 'send'; readonly event: EventObject }
  | { readonly kind: 'answer'; readonly call: string; readonly output: unknown }
  | { readonly kind: 'crash'; readonly call: string }
  | { readonly kind: 'wait'; readonly eventType: string; readonly delay: string }
  | { readonly kind: 'delayed'; readonly event: EventObject }
);

/** An edge of the graph and a shortest path to it. */
export interface Edge {
  readonly step: Step;
  /** The node it leads to. */
  readonly to: string;
}

/** A node of the graph. */
export interface Place {
  readonly key: string;
  /** The whole context here, beyond the facts: what an actor must hold too so that the edges apply to it. */
  readonly context: string;
  readonly start: string;
  readonly path: readonly Step[];
  readonly edges: readonly Edge[];
  /** Ports that run here, by the id of their call. */
  readonly calls: Readonly<Record<string, string>>;
  readonly isFinal: boolean;
  /** The active states, by their id below the machine. */
  readonly states: readonly string[];
  /** Results and crashes of running calls that no transition handles. */
  readonly unheard: readonly string[];
}

type GraphEvent = EventObject & { readonly step: Step };
interface GraphPlace {
  readonly state: AnyMachineSnapshot;
  readonly transitions: Readonly<
    Record<string, { readonly event: GraphEvent; readonly state: AnyMachineSnapshot }>
  >;
}

/** The facts that distinguish nodes, as text. */
export function placeKey(model: AnyFlowModel, snapshot: AnyMachineSnapshot): string {
  return JSON.stringify({
    at: snapshot.value,
    ...(snapshot.status === 'active' ? {} : { status: snapshot.status, output: snapshot.output }),
    facts: model.facts(snapshot.context, snapshot),
  });
}

/** A context as text; an actor is the same in every walk. */
export function contextKey({ context }: AnyMachineSnapshot): string {
  return JSON.stringify(context, (_, value) => (value?.xstate$$type === undefined ? value : '-'));
}

/** Every reachable node and every edge of a machine. A node that several starts reach is listed once, a start always. */
export function placesOf(model: AnyFlowModel): readonly Place[] {
  const known = new Set<string>();
  return Object.keys(model.starts).flatMap((start) =>
    placesFrom(model, start).filter(({ key, path }) => {
      const isNew = !known.has(key);
      known.add(key);
      return isNew || path.length === 0;
    }),
  );
}

function placesFrom(model: AnyFlowModel, start: string): readonly Place[] {
  const map = getAdjacencyMap(model.machine, {
    input: model.starts[start]?.(parentStub().ref),
    events: (snapshot: AnyMachineSnapshot) => stepsAt(model, snapshot),
    serializeState: (snapshot: AnyMachineSnapshot) => placeKey(model, snapshot),
    serializeEvent: (event: EventObject) => (event as GraphEvent).step?.label ?? event.type,
    filterEvents: (snapshot: AnyMachineSnapshot, event: EventObject) => isTaken(snapshot, event),
    limit: model.limit ?? defaultLimit,
  } as never) as unknown as Readonly<Record<string, GraphPlace>>;

  // The graph is built breadth first, so the first edge to a node ends a shortest path to it.
  const paths = new Map<string, readonly Step[]>();
  const places: Place[] = [];
  for (const [key, { state: here, transitions }] of Object.entries(map)) {
    const path = paths.get(key) ?? [];
    paths.set(key, path);
    const edges = Object.values(transitions).map(({ event, state }): Edge => {
      const to = placeKey(model, state);
      if (!paths.has(to)) paths.set(to, [...path, event.step]);
      return { step: event.step, to };
    });
    const unheard = portSteps(model, here)
      .filter((event) => here.status === 'active' && !isTaken(here, event))
      .map(({ step }) => step.label);
    places.push({
      key,
      context: contextKey(here),
      start,
      path,
      edges,
      calls: runningPorts(model, here),
      isFinal: here.status !== 'active',
      states: here._nodes.map((node) => node.path.join('.')),
      unheard,
    });
  }
  return places;
}

/** True if a machine has a transition for an event, even one that ignores it. */
export function isTaken(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  if (snapshot.status !== 'active') return false;
  return (snapshot.machine.getTransitionData(snapshot, event as never)?.length ?? 0) > 0;
}

/** Every external event in the fixtures of a model. */
export function sendsOf(model: AnyFlowModel): readonly Extract<Step, { kind: 'send' }>[] {
  return Object.entries(model.events as Record<string, readonly object[]>).flatMap(
    ([type, payloads]) =>
      payloads.map((payload, index) => ({
        kind: 'send' as const,
        label: payloads.length > 1 ? `${type} #${index + 1}` : type,
        event: { ...payload, type },
      })),
  );
}

/** Every result of a call of a port. */
export function answersOf(model: AnyFlowModel, slot: string): readonly [string, unknown][] {
  const cases = (model.answers as Record<string, Record<string, readonly unknown[]>>)[slot] ?? {};
  return Object.entries(cases).flatMap(([kind, values]) =>
    values.map((value, index): [string, unknown] => [
      values.length > 1 ? `${kind} #${index + 1}` : kind,
      outputOf(kind, value),
    ]),
  );
}

function outputOf(kind: string, value: unknown): unknown {
  if (kind === 'value') return value;
  if (kind === 'ok') return { ok: true, value };
  return { ok: false, failure: { kind, ...(value as object) } };
}

function stepsAt(model: AnyFlowModel, snapshot: AnyMachineSnapshot): readonly GraphEvent[] {
  if (snapshot.status !== 'active') return [];
  return [
    ...sendsOf(model).map((step) => ({ ...step.event, step })),
    ...portSteps(model, snapshot),
    ...timeSteps(model, snapshot),
  ];
}

function runningPorts(
  model: AnyFlowModel,
  snapshot: AnyMachineSnapshot,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(snapshot.children).flatMap(([call, child]) => {
      const slot = (child as { src?: unknown } | undefined)?.src;
      return typeof slot === 'string' && slot in (model.ports as object) ? [[call, slot]] : [];
    }),
  );
}

function portSteps(model: AnyFlowModel, snapshot: AnyMachineSnapshot): readonly GraphEvent[] {
  return Object.entries(runningPorts(model, snapshot)).flatMap(([call, slot]) => {
    const answers = answersOf(model, slot).map(([kind, output]) => ({
      type: `xstate.done.actor.${call}`,
      actorId: call,
      output,
      step: { kind: 'answer', label: `${call} answers ${kind}`, call, output } satisfies Step,
    }));
    const crash = {
      type: `xstate.error.actor.${call}`,
      actorId: call,
      error: new Error('A bug in the port.'),
      step: { kind: 'crash', label: `${call} crashes`, call } satisfies Step,
    };
    return [...answers, crash];
  });
}

function timeSteps(model: AnyFlowModel, snapshot: AnyMachineSnapshot): readonly GraphEvent[] {
  const waits = snapshot._nodes
    .flatMap((node) => node.after)
    .map(({ eventType, delay }) => ({
      type: eventType,
      step: {
        kind: 'wait',
        label: `after ${delay}`,
        eventType,
        delay: String(delay),
      } satisfies Step,
    }));
  const delayed = Object.values(model.delayed ?? {}).flatMap(({ due }) =>
    due(snapshot.context).map((event) => ({
      ...event,
      step: { kind: 'delayed', label: `delayed ${JSON.stringify(event)}`, event } satisfies Step,
    })),
  );
  return [...waits, ...delayed];
}
