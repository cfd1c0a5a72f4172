import type { Place, Step } from './graph.ts';

/** Steps that lead to the same, from this many on, are written as the rest of the results of a call. */
const manySteps = 4;

/**
 * Where each state leads: a line for all steps that have the same effects there, in whatever context, and for all states of which it is
 * true. The effects are the states that are entered, the words that the page says and the messages to the parent.
 */
export function leadsOf(places: readonly Place[]): readonly string[] {
  const states = new Map<string, Map<string, Set<string>>>();
  const moves = places.flatMap(({ edges, ignored }) => [
    ...edges.flatMap((edge) => edge.moves),
    ...ignored,
  ]);
  for (const { from, step, does } of moves) {
    const steps = grouped(states, from, () => new Map<string, Set<string>>());
    const effects = grouped(steps, labelOf(step), () => new Set<string>());
    for (const effect of does) effects.add(effect);
  }
  const leads = new Map<string, string[]>();
  for (const [state, steps] of states) {
    for (const lead of leadsIn(steps)) grouped(leads, lead, () => []).push(state || 'anywhere');
  }
  return [...leads].map(([lead, from]) => `${from.sort().join('/')}: ${lead}`).sort();
}

/** The same lines of a table; one that is indented goes on with the line before it. */
export function linesIn(table: string): readonly string[] {
  return table
    .trim()
    .replace(/\n {6,}/g, ' ')
    .split(/\n\s*/);
}

function grouped<K, V>(groups: Map<K, V>, key: K, empty: () => V): V {
  const known = groups.get(key) ?? empty();
  groups.set(key, known);
  return known;
}

function leadsIn(steps: ReadonlyMap<string, ReadonlySet<string>>) {
  const byEffects = new Map<string, string[]>();
  for (const [label, effects] of steps) {
    grouped(byEffects, [...effects].sort().join(', '), () => [] as string[]).push(label);
  }
  return [...byEffects].map(([effects, labels]) => {
    const byCall = new Map<string, string[]>();
    for (const label of labels.sort()) {
      const [call, answer] = splitAt(label);
      grouped(byCall, call, () => [] as string[]).push(answer);
    }
    const causes = [...byCall].map(([call, answers]) => {
      const isRest = answers.length >= manySteps && answers.some((answer) => answer === 'crashes');
      return isRest ? `${call} else` : `${call} ${answers.join('/')}`.trim();
    });
    return `${causes.join(', ')} → ${effects}`;
  });
}

/** A call and its result, or an event and the number of its example. */
function splitAt(label: string): readonly [string, string] {
  const [call = '', ...answer] = label.replace(' answers ', ' ').split(' ');
  return [call, answer.join(' ')];
}

function labelOf(step: Step): string {
  if (step.kind !== 'answer') return step.label;
  const { failure } = (step.output ?? {}) as { readonly failure?: { readonly code?: string } };
  return failure?.code === undefined ? step.label : `${step.call} ${failure.code}`;
}
