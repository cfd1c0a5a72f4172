import {
  type Chart,
  type ChartState,
  type ChartTransition,
  triggerLabel,
  withDescendants,
} from './chart.ts';

/** An arrow between two states. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** One line per trigger; empty if an end of the arrow is a box with states in it: then the text is in the source state. */
  readonly labels: readonly string[];
}

/** A state in a picture: its name, text lines, and substates. */
export interface Box {
  readonly state: ChartState;
  readonly rows: readonly string[];
  readonly boxes: readonly Box[];
}

/** The content of a drawn chart, independent of the format. */
export interface Drawing {
  readonly root: Box;
  readonly arrows: readonly Arrow[];
}

/** By the id of a state: the source of its one drawn arrow. */
export type MainWays = Readonly<Record<string, string>>;

/** A state with more sources than this gets one arrow for the main one; the other source states list it as text. */
const maximumArrowsIn = 2;
/** The same for final states, which most other states lead to. */
const maximumArrowsToFinal = 1;

/** A state with one arrow and many sources. */
interface Crossing {
  readonly sources: number;
  /** The source of the drawn arrow; null for an initial state. */
  readonly main: string | null;
}

interface Plan {
  readonly chart: Chart;
  readonly crossings: ReadonlyMap<string, Crossing>;
  /** Ids of the compound states. */
  readonly holders: ReadonlySet<string>;
}

/**
 * Decides which transitions are arrows and which are text. Of several sources of a state the first sibling is drawn, unless
 * `mainWays` names another. Throws if `mainWays` names a missing transition.
 */
export function drawingOf(chart: Chart, mainWays: MainWays = {}): Drawing {
  const states = withDescendants(chart.root);
  const holders = states.filter((state) => state.states.length > 0).map(({ id }) => id);
  const plan: Plan = {
    chart,
    crossings: crossingsOf(states, mainWays),
    holders: new Set(holders),
  };
  return {
    root: boxOf(chart.root, plan),
    arrows: states.flatMap((state) => arrowsOf(state, plan)),
  };
}

/** Every box of a drawing, outer ones first. */
export function withInner(box: Box): readonly Box[] {
  return [box, ...box.boxes.flatMap(withInner)];
}

function crossingsOf(
  states: readonly ChartState[],
  mainWays: MainWays,
): ReadonlyMap<string, Crossing> {
  const sources = new Map<string, Set<string>>();
  for (const { source, targets } of states.flatMap((state) => state.transitions)) {
    for (const target of targets) {
      if (isWithin(target, source) || isWithin(source, target)) continue;
      sources.set(target, (sources.get(target) ?? new Set()).add(source));
    }
  }
  for (const [target, main] of Object.entries(mainWays)) {
    if (!sources.get(target)?.has(main)) throw new Error(`No way leads from ${main} to ${target}.`);
  }
  const first = new Set(states.flatMap(({ initial }) => initial));
  const finals = new Set(states.filter(({ kind }) => kind === 'final').map(({ id }) => id));
  const isCrossing = (target: string, ways: number) =>
    target in mainWays || ways > (finals.has(target) ? maximumArrowsToFinal : maximumArrowsIn);
  return new Map(
    [...sources]
      .filter(([target, { size }]) => isCrossing(target, size))
      .map(([target, from]) => {
        const beside = [...from].find((source) => parentOf(source) === parentOf(target));
        const usual = first.has(target) ? null : (beside ?? [...from][0] ?? null);
        return [target, { sources: from.size, main: mainWays[target] ?? usual }];
      }),
  );
}

function boxOf(state: ChartState, plan: Plan): Box {
  return {
    state,
    rows: rowsOf(state, plan),
    boxes: state.states.map((child) => boxOf(child, plan)),
  };
}

function isArrow({ source, targets }: ChartTransition, { crossings }: Plan): boolean {
  const [target] = targets;
  if (target === undefined) return false;
  const crossing = crossings.get(target);
  if (crossing !== undefined && crossing.main !== source) return false;
  // No layout engine can draw between a box and one inside it.
  return target === source || !(isWithin(target, source) || isWithin(source, target));
}

function isLabelled({ source, targets }: ChartTransition, { holders }: Plan): boolean {
  return ![source, ...targets].some((id) => holders.has(id));
}

function arrowsOf(state: ChartState, plan: Plan): readonly Arrow[] {
  const branches = state.transitions.filter((branch) => isArrow(branch, plan));
  return [...groupedBy(branches, ({ targets }) => targets.join(' ')).values()].flatMap((group) => {
    const labelled = group.filter((branch) => isLabelled(branch, plan));
    const targets = group[0]?.targets ?? [];
    return targets.map((to) => ({ from: state.id, to, labels: labelsOf(labelled, plan.chart) }));
  });
}

/** The actions of a state, and the transitions without a labelled arrow. */
function rowsOf(state: ChartState, plan: Plan): readonly string[] {
  const written = state.transitions.filter(
    (branch) => !isArrow(branch, plan) || !isLabelled(branch, plan),
  );
  const groups = groupedBy(written, ({ targets, actions }) =>
    targets.length > 0 ? targets.join(' ') : `/ ${actions.join(', ')}`,
  );
  const crossing = plan.crossings.get(state.id);
  return [
    ...(state.entry.length > 0 ? [`entry / ${state.entry.join(', ')}`] : []),
    ...state.invokes.map(({ src }) => `invoke ${src}`),
    ...(state.exit.length > 0 ? [`exit / ${state.exit.join(', ')}`] : []),
    ...[...groups.values()].flatMap((group) => {
      const end = endOf(group[0], plan.chart.root.id);
      return labelsOf(group, plan.chart).map((label) => `${label}${end}`);
    }),
    ...(state.kind !== 'final' || state.output === null ? [] : [plainOutput(state.output)]),
    ...(crossing === undefined ? [] : [`from ${crossing.sources} states`]),
  ];
}

function endOf(branch: ChartTransition | undefined, machineId: string): string {
  if (branch === undefined) return '';
  const { source, targets, actions } = branch;
  if (targets.length > 0) {
    return ` → ${targets.map((target) => nameSeenFrom(source, target, machineId)).join(', ')}`;
  }
  return ` / ${actions.length > 0 ? actions.join(', ') : 'nothing'}`;
}

/** Branches with the same target, one line per trigger: `loadOrder ✓ [isGone | isDraftOver]`. */
function labelsOf(branches: readonly ChartTransition[], chart: Chart): readonly string[] {
  const groups = groupedBy(branches, ({ trigger }) => triggerLabel(trigger, chart));
  return [...groups].map(([trigger, group]) => {
    const guards = group.flatMap(({ guard, isElse }) => guard ?? (isElse ? 'else' : []));
    return guards.length === 0 ? trigger : `${trigger} [${[...new Set(guards)].join(' | ')}]`;
  });
}

/** The name of a state in another one: its path from there, from a sibling, or from the machine. */
function nameSeenFrom(source: string, target: string, machineId: string): string {
  if (target === machineId) return target;
  const beside = `${parentOf(source)}.`;
  if (target.startsWith(`${source}.`)) return target.slice(source.length + 1);
  if (target.startsWith(beside)) return target.slice(beside.length);
  return target.slice(machineId.length + 1);
}

function plainOutput(output: string): string {
  return output.replaceAll(/[{}"]/g, '').replaceAll(':', ': ').replaceAll(',', ', ');
}

function isWithin(id: string, ancestor: string): boolean {
  return id === ancestor || id.startsWith(`${ancestor}.`);
}

function parentOf(id: string): string {
  return id.slice(0, Math.max(0, id.lastIndexOf('.')));
}

function groupedBy<T>(list: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
