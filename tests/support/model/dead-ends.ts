import type { AnyFlowModel } from './flow-model.ts';
import type { Place, Step } from './graph.ts';

/** Ports that call the server: those whose results include a server failure. */
function serverCallsOf(model: AnyFlowModel): readonly string[] {
  return Object.entries(model.answers as Record<string, object>)
    .filter(([, cases]) => 'broken' in cases)
    .map(([slot]) => slot);
}

/** True for a result without a response from the server: no response, a server error, or a bug. */
function isFailure(step: Step): boolean {
  if (step.kind === 'crash') return true;
  if (step.kind !== 'answer') return false;
  const { ok, failure } = (step.output ?? {}) as {
    readonly ok?: boolean;
    readonly failure?: { readonly kind: string };
  };
  return ok === false && (failure?.kind === 'broken' || failure?.kind === 'unreachable');
}

/** Exceptions from the rule. */
export interface Exempt {
  /** Ids of calls that are a press each time, and why none of them may be made again without one. */
  readonly pressed?: Readonly<Record<string, string>>;
  /** Events that reach the page without the buyer. */
  readonly happens?: readonly string[];
  /** States, by id below the machine, in which the flow is over once the buyer has read the message. */
  readonly told?: readonly string[];
}

/** True for a step that happens without the buyer once the server is healthy: a delay, or a successful response. */
function isByItself(step: Step, happens: readonly string[]): boolean {
  if (step.kind === 'send') return happens.includes(step.event.type);
  if (step.kind === 'wait' || step.kind === 'delayed') return true;
  return step.kind === 'answer' && (step.output as { readonly ok?: boolean } | null)?.ok !== false;
}

/** Every node from which delays and successful responses alone lead to a call of the port, or to an end. */
function leadingTo(
  slot: string,
  places: readonly Place[],
  { happens = [], told = [] }: Exempt,
): ReadonlySet<string> {
  const before = new Map<string, string[]>();
  for (const { key, edges } of places) {
    for (const { step, to } of edges) {
      if (isByItself(step, happens)) before.set(to, [...(before.get(to) ?? []), key]);
    }
  }
  const goals = places.filter(
    ({ isFinal, states, calls }) =>
      isFinal ||
      states.some((state) => told.includes(state)) ||
      Object.values(calls).includes(slot),
  );
  const leading = new Set(goals.map(({ key }) => key));
  for (const key of leading) for (const earlier of before.get(key) ?? []) leading.add(earlier);
  return leading;
}

/**
 * §4.110: time alone leads out of every state in which a call failed. Returns the failures, with the node each leads to, after which
 * neither the call is repeated nor the flow ends without the buyer.
 */
export function deadEndsOf(
  places: readonly Place[],
  model: AnyFlowModel,
  exempt: Exempt = {},
): readonly string[] {
  const { pressed = {} } = exempt;
  const deadEnds = serverCallsOf(model).flatMap((slot) => {
    const leading = leadingTo(slot, places, exempt);
    return places.flatMap(({ calls, edges }) =>
      edges
        .filter(
          ({ step, to }) =>
            isFailure(step) &&
            'call' in step &&
            calls[step.call] === slot &&
            !(step.call in pressed) &&
            !leading.has(to),
        )
        .map(({ step, to }) => `${step.label}, then nothing leads on from ${to}`),
    );
  });
  return [...new Set(deadEnds)];
}
