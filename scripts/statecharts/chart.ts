import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** The trigger of a transition. */
export type Trigger =
  | { readonly kind: 'event'; readonly name: string }
  | { readonly kind: 'always' }
  | { readonly kind: 'after'; readonly delay: string }
  /** An invoked actor, by its id, or a state whose final state is reached. */
  | { readonly kind: 'done' | 'error' | 'snapshot'; readonly of: string };

/** One guarded branch of a state's transition. */
export interface ChartTransition {
  readonly source: string;
  readonly trigger: Trigger;
  readonly guard: string | null;
  /** True for the last branch of several, which is taken if no earlier guard holds. */
  readonly isElse: boolean;
  /** Full state ids; empty for a transition without a target. */
  readonly targets: readonly string[];
  readonly reenter: boolean;
  readonly actions: readonly string[];
}

/** A state with its named behaviour. */
export interface ChartState {
  /** The id XState gives it, such as `seatDraft.choosing.voucher.idle`. */
  readonly id: string;
  readonly key: string;
  readonly kind: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  /** Full ids of its initial states; empty unless compound. */
  readonly initial: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly invokes: readonly { readonly id: string; readonly src: string }[];
  /** Of a final state or of the machine: its output as JSON, or `computed`; null when it has none. */
  readonly output: string | null;
  readonly transitions: readonly ChartTransition[];
  readonly states: readonly ChartState[];
}

/** The duration of a named delay: milliseconds, or computed from the context. */
type ChartDelay = number | 'computed';

/** A machine's chart, for drawings and pages. */
export interface Chart {
  readonly root: ChartState;
  /** By name, in the order of `setup`. */
  readonly delays: ReadonlyMap<string, ChartDelay>;
}

/**
 * Reads the chart of a machine from its definition.
 * Throws where a guard, action, actor or delay is used without a name of `setup`, naming the state.
 */
export function chartOf(machine: AnyStateMachine): Chart {
  const names = machine.implementations;
  return { root: stateOf(machine.root, names), delays: delaysOf(names.delays) };
}

/** The state and its descendants, in the order of the definition. */
export function withDescendants(state: ChartState): readonly ChartState[] {
  return [state, ...state.states.flatMap(withDescendants)];
}

type Implementations = AnyStateMachine['implementations'];
type Kind = 'guard' | 'action' | 'actor' | 'delay';

function stateOf(node: AnyStateNode, names: Implementations): ChartState {
  const { config } = node;
  const at = `state "${node.id}"`;
  return {
    id: node.id,
    key: node.key,
    kind: node.type,
    initial: node.type === 'compound' ? node.initial.target.map((target) => target.id) : [],
    // Of the configuration: XState adds the timers of `after` to the actions of the node.
    entry: actionNames(config.entry, names, `the entry of ${at}`),
    exit: actionNames(config.exit, names, `the exit of ${at}`),
    invokes: listOf(config.invoke).map((invoke) => ({
      src: nameOf('actor', invoke.src, names.actors, `an invoke of ${at}`),
      id: idOf(invoke.id, at),
    })),
    output: outputOf(config.output),
    transitions: transitionsOf(node, names),
    states: Object.values(node.states).map((child) => stateOf(child, names)),
  };
}

function transitionsOf(node: AnyStateNode, names: Implementations): readonly ChartTransition[] {
  const lists = [node.always ?? [], ...node.transitions.values()];
  return lists.flatMap((branches: readonly AnyTransitionDefinition[]) =>
    branches.map((branch, index) => {
      const trigger = triggerOf(branch, node, names);
      const at = `"${triggerName(trigger)}" of state "${node.id}"`;
      const guard =
        branch.guard === undefined ? null : nameOf('guard', branch.guard, names.guards, at);
      return {
        source: node.id,
        trigger,
        guard,
        isElse: guard === null && index > 0,
        targets: branch.target?.map((target) => target.id) ?? [],
        reenter: branch.reenter,
        actions: actionNames(branch.actions, names, at),
      };
    }),
  );
}

function triggerOf(
  { eventType }: AnyTransitionDefinition,
  node: AnyStateNode,
  names: Implementations,
): Trigger {
  if (eventType === '') return { kind: 'always' };
  const rest = (prefix: string) =>
    eventType.startsWith(prefix) ? eventType.slice(prefix.length) : undefined;
  const delayed = rest('xstate.after.');
  if (delayed !== undefined) {
    const delay = delayed.slice(0, -`.${node.id}`.length);
    return {
      kind: 'after',
      delay: nameOf('delay', delay, names.delays, `an after of state "${node.id}"`),
    };
  }
  for (const [prefix, kind] of answers) {
    const of = rest(prefix);
    if (of !== undefined) return { kind, of };
  }
  return { kind: 'event', name: eventType };
}

const answers = [
  ['xstate.done.actor.', 'done'],
  ['xstate.done.state.', 'done'],
  ['xstate.error.actor.', 'error'],
  ['xstate.snapshot.', 'snapshot'],
] as const;

/** The trigger in a word or two, such as `after voucherRelease` and `createDraft ✓`. */
function triggerName(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'event':
      return trigger.name;
    case 'always':
      return 'always';
    case 'after':
      return `after ${trigger.delay}`;
    case 'done':
      return `${trigger.of} ✓`;
    case 'error':
      return `${trigger.of} ✗`;
    case 'snapshot':
      return `${trigger.of} changed`;
  }
}

/** The trigger as a chart shows it: a delay with its duration. */
export function triggerLabel(trigger: Trigger, { delays }: Chart): string {
  if (trigger.kind !== 'after') return triggerName(trigger);
  const delay = delays.get(trigger.delay);
  const takes = typeof delay === 'number' ? spokenTime(delay) : 'computed';
  return `${triggerName(trigger)} (${takes})`;
}

/** Formatted milliseconds: `150 ms`, `1.5 s`, `15 min`. */
export function spokenTime(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${milliseconds / 1000} s`;
  return `${milliseconds / 60_000} min`;
}

function delaysOf(delays: Implementations['delays']): Chart['delays'] {
  return new Map(
    Object.entries(delays ?? {}).map(([name, delay]) => [
      name,
      typeof delay === 'number' ? delay : 'computed',
    ]),
  );
}

function actionNames(actions: unknown, names: Implementations, at: string): readonly string[] {
  return listOf(actions).map((action) => nameOf('action', action, names.actions, at));
}

/** The name in `setup`; an inline function, number or logic has none. */
function nameOf(
  kind: Kind,
  thing: unknown,
  known: Readonly<Record<string, unknown>>,
  at: string,
): string {
  // An action creator such as `raise` is a function with its own type, which is no name either.
  const type = typeof thing === 'object' && thing !== null && 'type' in thing ? thing.type : thing;
  if (typeof type !== 'string') throw new Error(`An inline ${kind} in ${at}: name it in setup().`);
  if (!Object.hasOwn(known, type)) {
    throw new Error(`The ${kind} "${type}" in ${at} is not one of setup().`);
  }
  return type;
}

function idOf(id: unknown, at: string): string {
  if (typeof id !== 'string') throw new Error(`An invoke of ${at} has no id: name it.`);
  return id;
}

function outputOf(output: unknown): string | null {
  if (output === undefined) return null;
  return typeof output === 'function' ? 'computed' : JSON.stringify(output);
}

// biome-ignore lint/suspicious/noExplicitAny: a configuration of XState is untyped once it is compiled.
function listOf(value: any): readonly any[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
