import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  fromTransition,
} from 'xstate';
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

/** An edge of the graph. */
export interface Edge {
  readonly step: Step;
  /** The node it leads to. */
  readonly to: string;
  /** The machine at its end. */
  readonly end: AnyMachineSnapshot;
  readonly moves: readonly Move[];
  /** The transitions it fires, one after the other. */
  readonly fired: readonly AnyTransitionDefinition[];
}

/** A node of the graph. */
export interface Place {
  readonly key: string;
  readonly here: AnyMachineSnapshot;
  /** The whole context here, beyond the facts: what an actor must hold too so that the edges apply to it. */
  readonly context: string;
  readonly start: string;
  /** A shortest path from the start. */
  readonly path: readonly Edge[];
  readonly edges: readonly Edge[];
  /** Ports that run here, by the id of their call. */
  readonly calls: Readonly<Record<string, string>>;
  readonly isFinal: boolean;
  /** The active states, by their id below the machine. */
  readonly states: readonly string[];
  /** Results and crashes of running calls that no transition handles. */
  readonly unheard: readonly string[];
  /** The events and delays that a guard turns away here. */
  readonly ignored: readonly Move[];
}

/** What a step does: the state whose transition it takes, and the states that it enters, the words on the page, and the messages to the parent. */
export interface Move {
  readonly from: string;
  readonly step: Step;
  readonly does: readonly string[];
}

type GraphEvent = EventObject & { readonly step: Step };
interface Action {
  readonly type: string;
  readonly params: unknown;
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

const graphs = new WeakMap<AnyFlowModel, readonly Place[]>();

/** Every reachable node and every edge of a machine, breadth first. A node that several starts reach is listed once, a start always. */
export function placesOf(model: AnyFlowModel): readonly Place[] {
  const places = graphs.get(model) ?? explored(model);
  graphs.set(model, places);
  return places;
}

function explored(model: AnyFlowModel): readonly Place[] {
  const places: Place[] = [];
  const known = new Set<string>();
  for (const start of Object.keys(model.starts)) {
    const { begin, next } = withoutActor(model.machine);
    const first = begin(model.starts[start]?.(parentStub().ref));
    const ahead = [{ key: placeKey(model, first), here: first, path: [] as readonly Edge[] }];
    for (const { key, here, path } of ahead) {
      if (places.length > (model.limit ?? defaultLimit)) throw new Error('The facts are too many.');
      known.add(key);
      const edges: Edge[] = [];
      const unheard: string[] = [];
      const ignored: Move[] = [];
      for (const event of stepsAt(model, here)) {
        const { step } = event;
        const taken = here.machine.getTransitionData(here, event as never) ?? [];
        if (taken.length === 0) {
          if (step.kind === 'answer' || step.kind === 'crash') unheard.push(step.label);
          ignored.push(...ignoredBy(here, event));
          continue;
        }
        const { end, actions, fired } = next(here, event);
        const to = placeKey(model, end);
        const does = effectsOf(here, end, actions);
        const moves = taken.map(({ source }) => ({ from: source.path.join('.'), step, does }));
        const edge = { step, to, end, moves, fired };
        edges.push(edge);
        if (!known.has(to)) ahead.push({ key: to, here: end, path: [...path, edge] });
        known.add(to);
      }
      places.push({
        key,
        here,
        context: contextKey(here),
        start,
        path,
        edges,
        calls: runningPorts(model, here),
        isFinal: here.status !== 'active',
        states: here._nodes.map((node) => node.path.join('.')),
        unheard,
        ignored,
      });
    }
  }
  return places;
}

/** A machine's steps without an actor, and what each would do. One scope serves them all: XState's own `transition` makes an actor for each. */
function withoutActor(machine: AnyStateMachine) {
  let actions: Action[] = [];
  let fired: AnyTransitionDefinition[] = [];
  const self = createActor(
    fromTransition((state) => state, undefined),
    {
      inspect: (event) => {
        if (event.type === '@xstate.microstep') fired.push(...event._transitions);
      },
    },
  );
  const nothing = () => undefined;
  const scope = {
    self,
    system: self.system,
    id: '',
    sessionId: '',
    logger: nothing,
    defer: nothing,
    stopChild: nothing,
    emit: nothing,
    actionExecutor: (action: Action) => actions.push(action),
  } as never;
  return {
    begin: (input: unknown): AnyMachineSnapshot => machine.getInitialSnapshot(scope, input),
    next: (here: AnyMachineSnapshot, event: EventObject) => {
      [actions, fired] = [[], []];
      const end: AnyMachineSnapshot = machine.transition(here, event, scope);
      return { end, actions, fired };
    },
  };
}

/** True if a machine has a transition for an event, even one that ignores it. */
export function isTaken(snapshot: AnyMachineSnapshot, event: EventObject): boolean {
  if (snapshot.status !== 'active') return false;
  return (snapshot.machine.getTransitionData(snapshot, event as never)?.length ?? 0) > 0;
}

/** What a step does: the states it enters, the words, and what the parent hears. */
function effectsOf(
  here: AnyMachineSnapshot,
  next: AnyMachineSnapshot,
  actions: readonly Action[],
): readonly string[] {
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
  return [...to, ...saidIn(here, next), ...('parent' in here.context ? toldIn(actions) : [])];
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

/** What a step tells the parent. */
function toldIn(actions: readonly Action[]): readonly string[] {
  return actions
    .filter(({ type }) => type === 'xstate.sendTo')
    .map(({ params }) => `tells ${(params as { event: EventObject }).event.type}`);
}

/** An event or a delay that a guard turns away, by the state that would take it. */
function ignoredBy(here: AnyMachineSnapshot, { type, step }: GraphEvent): readonly Move[] {
  return here._nodes
    .filter((node) => node.transitions.has(type))
    .map((node) => ({ from: node.path.join('.'), step, does: ['ignored'] }));
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
