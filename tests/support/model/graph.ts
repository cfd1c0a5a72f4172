import { type AnyMachineSnapshot, type AnyStateNode, type EventObject, transition } from 'xstate';
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
  /** What every step and every event does here. */
  readonly moves: () => readonly Move[];
}

/** What a step does: the state whose transition it takes, and the states that it enters, the words on the page, and what the parent is told. */
export interface Move {
  readonly from: string;
  readonly step: Step;
  readonly does: readonly string[];
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
      moves: () => [
        ...Object.values(transitions).flatMap(({ event, state }) => movesOf(here, event, state)),
        ...ignoredAt(model, here),
      ],
    });
  }
  return places;
}

/** True if a machine has a transition for an event, even one that ignores it. */
export function isTaken(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  if (snapshot.status !== 'active') return false;
  return (snapshot.machine.getTransitionData(snapshot, event as never)?.length ?? 0) > 0;
}

/** A move for each state whose transition an event takes. */
function movesOf(
  here: AnyMachineSnapshot,
  event: GraphEvent,
  next: AnyMachineSnapshot,
): readonly Move[] {
  const taken = here.machine.getTransitionData(here, event as never) ?? [];
  // A call that starts again enters its state again.
  const isCalledAgain = (node: AnyStateNode) =>
    node.invoke.some(({ id }) => next.children[id] && next.children[id] !== here.children[id]);
  const isNew = (node: AnyStateNode) => !here._nodes.includes(node);
  const entered = next._nodes
    .filter((node) =>
      node.type === 'atomic' || node.type === 'final'
        ? isNew(node) || isCalledAgain(node)
        : !isNew(node) && isCalledAgain(node),
    )
    .map((node) => node.path.join('.'));
  const to = entered.length > 0 ? entered : ['stays'];
  const does = [...to, ...saidIn(here, next), ...toldIn(here, event)];
  return taken.map(({ source }) => ({ from: source.path.join('.'), step: event.step, does }));
}

/** The words that a step puts on the page, or takes away. */
function saidIn(here: AnyMachineSnapshot, next: AnyMachineSnapshot): readonly string[] {
  return Object.keys(next.context)
    .filter((name) => /(error|problem)$/i.test(name) && next.context[name] !== here.context[name])
    .map((name) => next.context[name] as { key?: string; sentence?: string } | string | null)
    .map((text) => {
      if (text === null) return 'says no more';
      return `says ${typeof text === 'string' ? text : (text.key ?? `'${text.sentence}'`)}`;
    });
}

/** What a step tells the parent, where there is one. */
function toldIn(here: AnyMachineSnapshot, event: GraphEvent): readonly string[] {
  if (!('parent' in here.context)) return [];
  const [, actions] = transition(here.machine, here, event as never);
  return actions
    .filter(({ type }) => type === 'xstate.sendTo')
    .map(({ params }) => `tells ${(params as unknown as { event: EventObject }).event.type}`);
}

/** The events and delays that a guard turns away here, by the state that would take them. */
function ignoredAt(model: AnyFlowModel, here: AnyMachineSnapshot): readonly Move[] {
  return stepsAt(model, here)
    .filter((event) => !isTaken(here, event))
    .flatMap(({ type, step }) =>
      here._nodes
        .filter((node) => node.transitions.has(type))
        .map((node) => ({ from: node.path.join('.'), step, does: ['ignored'] })),
    );
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
