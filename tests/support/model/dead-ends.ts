import type { AnyFlowModel } from './flow-model.ts';
import { type Place, placesOf, type Step } from './graph.ts';

/** Ports that ask the server: those whose answers name a server that failed. */
function serverCallsOf(model: AnyFlowModel): readonly string[] {
  return Object.entries(model.answers as Record<string, object>)
    .filter(([, cases]) => 'broken' in cases)
    .map(([slot]) => slot);
}

/** True for an answer that says nothing of what was asked: no server, a broken one, or a bug on the way. */
function isFailure(step: Step): boolean {
  if (step.kind === 'crash') return true;
  if (step.kind !== 'answer') return false;
  const { ok, failure } = (step.output ?? {}) as {
    readonly ok?: boolean;
    readonly failure?: { readonly kind: string };
  };
  return ok === false && (failure?.kind === 'broken' || failure?.kind === 'unreachable');
}

/** What the rule asks nothing of. */
export interface Exempt {
  /** Ids of calls that are a press each time. */
  readonly pressed?: readonly string[];
  /** Events that come to the page without its buyer. */
  readonly happens?: readonly string[];
  /** States, by their id below the machine, at which the flow has ended but for a word that is read. */
  readonly told?: readonly string[];
}

/** True for what happens without the buyer once the server is well: time passes, and calls are answered well. */
function isByItself(step: Step, happens: readonly string[]): boolean {
  if (step.kind === 'send') return happens.includes(step.event.type);
  if (step.kind === 'wait' || step.kind === 'delayed') return true;
  return step.kind === 'answer' && (step.output as { readonly ok?: boolean } | null)?.ok !== false;
}

/** Every place from which time and good answers alone lead to the port being asked, or to an end. */
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
 * Ruling R21: out of every state in which a call failed, time alone leads on. Gives the failures, each with the place it leads to, after
 * which neither the call is made again nor the flow ends without the buyer.
 */
export function deadEndsOf(model: AnyFlowModel, exempt: Exempt = {}): readonly string[] {
  const places = placesOf(model);
  const { pressed = [] } = exempt;
  const deadEnds = serverCallsOf(model).flatMap((slot) => {
    const leading = leadingTo(slot, places, exempt);
    return places.flatMap(({ calls, edges }) =>
      edges
        .filter(
          ({ step, to }) =>
            isFailure(step) &&
            'call' in step &&
            calls[step.call] === slot &&
            !pressed.includes(step.call) &&
            !leading.has(to),
        )
        .map(({ step, to }) => `${step.label}, then nothing leads on from ${to}`),
    );
  });
  return [...new Set(deadEnds)];
}
