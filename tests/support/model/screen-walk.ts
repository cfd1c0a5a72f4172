import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyStateMachine, AnyStateNode, ContextFrom, EventObject, StateFrom } from 'xstate';
import { type AppStage, openApp, type Setting } from './app-stage.tsx';
import type { FlowModel } from './flow-model.ts';
import { type Edge, type Place, placeKey, placesOf, type Step, sendsOf } from './graph.ts';

/** The gesture of a buyer that causes an event. */
export interface Gesture<E extends EventObject> {
  /** The element of the gesture; null if the page has none now. */
  readonly control: (event: E) => HTMLElement | null;
  /** How the gesture is made; by default one press. */
  readonly make?: (app: AppStage, event: E, control: HTMLElement) => Promise<void>;
  /** True if the page may offer it although the machine ignores the event now. */
  readonly spare?: (isAt: (state: string) => boolean) => boolean;
  /** True if the page withholds it although the machine accepts the event. */
  readonly withheld?: (event: E, isAt: (state: string) => boolean) => boolean;
}

type Leaf<V> = V extends string
  ? V
  : { [K in keyof V & string]: `${K}.${Leaf<NonNullable<V[K]>>}` }[keyof V & string];

/** Every state without substates, by its id below the machine's. */
export type LeafOf<M extends AnyStateMachine> = Leaf<StateFrom<M>['value']>;

/** Checks what a buyer sees in a state; throws if it is not visible. */
export type Sight<M extends AnyStateMachine> = (context: ContextFrom<M>, app: AppStage) => void;

/** How the walks of a model run on the real screens. */
export interface ScreenWalk<M extends AnyStateMachine, E extends EventObject, Ports>
  extends Setting {
  readonly model: FlowModel<M, E, Ports>;
  /** The cause of each event: a gesture, or a cause outside of the page. */
  readonly gestures: {
    readonly [K in E['type']]: Gesture<Extract<E, { readonly type: K }>> | 'from elsewhere';
  };
  /** Sets browser state beyond the machine before a step. */
  readonly beside?: (step: Step, app: AppStage) => unknown;
  /** The appearance of each state; 'never rests' for one that is left at once. */
  readonly sights: { readonly [L in LeafOf<M>]: Sight<M> | 'never rests' };
  /** Checks that hold in every state. */
  readonly always?: Sight<M>;
}

// biome-ignore lint/suspicious/noExplicitAny: a generic position that accepts any type.
type AnyWalk = ScreenWalk<any, any, any>;
type AnyGesture = Gesture<EventObject>;

type Places = ReadonlyMap<string, Place>;

/** The cost of opening the app, in steps. */
const OPENING_STEPS = 4;

/** A path to a node over steps that a screen can take, with the nodes on it. */
interface Route {
  readonly start: string;
  readonly steps: readonly Step[];
  readonly keys: readonly string[];
  /** The coverage of its steps. */
  readonly proofs: ReadonlySet<string>;
}

/**
 * Walks a model's graph on the rendered app, over the few routes that show every state and make every gesture. `proveModel` proves the
 * targets of transitions without a page. The walk makes the gestures of people on the page and sends the other events to the machine; at each node the page shows the active states, offers exactly the events that the
 * machine accepts, and keeps the focus.
 */
export function walkScreens<M extends AnyStateMachine, E extends EventObject, Ports>(
  walk: ScreenWalk<M, E, Ports>,
): void {
  const places = new Map(placesOf(walk.model).map((place) => [place.key, place]));
  const cover = coverOf(walk, places);
  const proved = new Set<string>();
  const looked = new Set<string>();
  const seen = new Set<string>();
  const made = new Set<string>();

  describe(`${walk.model.machine.id} on the screen`, () => {
    beforeEach(() => {
      vi.spyOn(console, 'error').mockImplementation((...said) => {
        throw new Error(`The console says: ${said.join(' ')}`);
      });
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    it.each(cover.routes.map((route) => [titleOf(route), route] as const))(
      '%s',
      async (_title, { start, steps, keys }) => {
        const app = await openApp(walk, start);
        try {
          for (const [at, key] of keys.entries()) {
            const step = steps[at - 1];
            const hadFocus = hasFocus();
            if (step !== undefined && (await take(walk, app, step))) {
              made.add((step as Extract<Step, { kind: 'send' }>).event.type);
            }
            const way = [start, ...steps.slice(0, at).map(({ label }) => label)].join(' → ');
            const here = placeKey(walk.model, app.stage.snapshot());
            expect(here, way).toBe(key);
            const isOver = app.stage.snapshot().status !== 'active';
            if (!isOver) await app.drawn();
            if (hadFocus && !isOver)
              expect(hasFocus(), `${way}: something has the focus`).toBe(true);
            const proofs = proofsOf(walk, step, here);
            // The sentence of the last step does not distinguish nodes.
            const sight = `${step?.label}\n${key}`;
            if (!looked.has(sight)) {
              for (const leaf of await look(walk, app, way)) seen.add(leaf);
              looked.add(sight);
            }
            for (const proof of proofs) proved.add(proof);
          }
        } finally {
          app.close();
        }
      },
    );

    it('shows every state and makes every gesture', () => {
      expect([...cover.proofs].filter((proof) => !proved.has(proof))).toEqual([]);
      const sights = Object.entries(walk.sights as AnyWalk['sights']);
      const shown = sights.filter(([, sight]) => sight !== 'never rests').map(([leaf]) => leaf);
      expect([...seen].sort()).toEqual(shown.sort());
      const gestures = Object.entries(walk.gestures as AnyWalk['gestures']);
      const wanted = gestures.filter(([, gesture]) => gesture !== 'from elsewhere');
      expect([...made].sort()).toEqual(wanted.map(([type]) => type).sort());
    });
  });
}

function titleOf({ start, steps }: Route): string {
  return `${start}: ${steps.map(({ label }) => label).join(' → ') || 'the beginning'}`;
}

function gestureOf(walk: AnyWalk, step: Step): AnyGesture | null {
  if (step.kind !== 'send') return null;
  const gesture = walk.gestures[step.event.type];
  if (gesture === undefined) throw new Error(`Nothing is known to cause "${step.event.type}".`);
  return gesture === 'from elsewhere' ? null : gesture;
}

function isWalkable(walk: AnyWalk, place: Place, { step }: Edge): boolean {
  const gesture = gestureOf(walk, step);
  if (gesture?.withheld === undefined || step.kind !== 'send') return true;
  return !gesture.withheld(step.event, isAmong(leavesAt(place.key)));
}

/** Takes one step; returns whether it was a gesture. */
async function take(walk: AnyWalk, app: AppStage, step: Step): Promise<boolean> {
  const gesture = gestureOf(walk, step);
  if (gesture === null || step.kind !== 'send') {
    await app.follow(async () => {
      await walk.beside?.(step, app);
      await app.stage.perform(step);
    });
    return false;
  }
  await app.follow(async () => walk.beside?.(step, app));
  const control = gesture.control(step.event);
  if (control === null) throw new Error(`The page has nothing for "${step.label}".`);
  if (gesture.make === undefined) await app.buyer.click(control);
  else await gesture.make(app, step.event, control);
  await app.follow(async () => undefined);
  return true;
}

/** Compares the page with the machine; returns the compared states. */
async function look(walk: AnyWalk, app: AppStage, way: string): Promise<readonly string[]> {
  const snapshot = app.stage.snapshot();
  const leaves = snapshot._nodes
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(idOf);
  for (const leaf of leaves) {
    const sight = walk.sights[leaf];
    if (typeof sight !== 'function') throw new Error(`${way}: nobody knows how "${leaf}" looks.`);
    told(way, leaf, () => sight(snapshot.context, app));
  }
  told(way, 'everywhere', () => walk.always?.(snapshot.context, app));
  if (snapshot.status !== 'active') return leaves;
  for (const step of sendsOf(walk.model)) {
    const gesture = gestureOf(walk, step);
    if (gesture === null || gesture.spare?.(isAmong(leaves)) === true) continue;
    if (walk.beside !== undefined) await app.follow(async () => walk.beside?.(step, app));
    const takes = snapshot.can(step.event) && !gesture.withheld?.(step.event, isAmong(leaves));
    expect(isOffered(gesture.control(step.event)), `${way}: offers ${step.label}`).toBe(takes);
  }
  return leaves;
}

function told(way: string, what: string, check: () => void) {
  try {
    check();
  } catch (error) {
    if (error instanceof Error) error.message = `${way}: ${what}: ${error.message}`;
    throw error;
  }
}

function hasFocus(): boolean {
  const { activeElement, body } = document;
  // A browser removes the focus from disabled elements.
  return activeElement !== null && activeElement !== body && !activeElement.matches(':disabled');
}

function isOffered(control: HTMLElement | null): boolean {
  return control !== null && !control.matches(':disabled, [readonly], [aria-disabled="true"]');
}

function isAmong(leaves: readonly string[]): (state: string) => boolean {
  return (state) => leaves.some((leaf) => leaf === state || leaf.startsWith(`${state}.`));
}

function idOf(node: AnyStateNode): string {
  return node.path.join('.');
}

/** The states of a node. */
function leavesAt(key: string): readonly string[] {
  return leavesOf((JSON.parse(key) as { readonly at: unknown }).at);
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value as object).flatMap(([key, below]) =>
    leavesOf(below).map((leaf) => `${key}.${leaf}`),
  );
}

/** The shortest route to each reachable node, and the same with each further step. */
function candidateRoutes(walk: AnyWalk, places: Places): readonly Route[] {
  const routes: Route[] = [...places.values()]
    .filter(({ path }) => path.length === 0)
    .map(({ start, key }) => ({
      start,
      steps: [],
      keys: [key],
      proofs: new Set(proofsOf(walk, undefined, key)),
    }));
  const reached = new Set(routes.map(({ keys }) => keys[0]));
  const byTheWay: Route[] = [];
  for (const route of routes) {
    for (const edge of edgesAt(walk, places, route)) {
      const isNew = !reached.has(edge.to);
      reached.add(edge.to);
      (isNew ? routes : byTheWay).push(extended(walk, route, edge));
    }
  }
  return [...routes, ...byTheWay];
}

/** The coverage of arriving at a node: each state, and the gesture that led there; what a state's facts look like is told by the tests of the screens. */
function proofsOf(walk: AnyWalk, step: Step | undefined, to: string): string[] {
  const isByHand = step?.kind === 'send' && gestureOf(walk, step) !== null;
  return [...leavesAt(to), ...(isByHand ? [step.event.type] : [])];
}

interface Cover {
  /** The coverage of all routes. */
  readonly proofs: ReadonlySet<string>;
  /** Few routes that together have full coverage. Each extends a shortest path by one step: the facts do not predict more than one. */
  readonly routes: readonly Route[];
}

/** Chooses greedily the route with the most new coverage per step. */
function coverOf(walk: AnyWalk, places: Places): Cover {
  const candidates = candidateRoutes(walk, places).map((route) => ({
    route,
    left: [...route.proofs],
    gain: Number.POSITIVE_INFINITY,
  }));
  const all = new Set(candidates.flatMap(({ left }) => left));
  const missing = new Set(all);
  const routes: Route[] = [];
  while (missing.size > 0) {
    let best: Route | undefined;
    let bestGain = 0;
    for (const candidate of candidates) {
      // A gain only shrinks, so that an older one tells which need not be counted again.
      if (candidate.gain <= bestGain) continue;
      candidate.left = candidate.left.filter((proof) => missing.has(proof));
      candidate.gain = candidate.left.length / (candidate.route.steps.length + OPENING_STEPS);
      if (candidate.gain > bestGain) [best, bestGain] = [candidate.route, candidate.gain];
    }
    if (best === undefined) break;
    for (const proof of best.proofs) missing.delete(proof);
    routes.push(best);
  }
  return { proofs: all, routes: longest(routes) };
}

/** The steps at the end of a route. */
function edgesAt(walk: AnyWalk, places: Places, { keys }: Route): readonly Edge[] {
  const place = places.get(keys.at(-1) ?? '');
  return place?.edges.filter((edge) => isWalkable(walk, place, edge)) ?? [];
}

function extended(walk: AnyWalk, route: Route, { step, to }: Edge): Route {
  const { start, steps, keys, proofs } = route;
  const added = proofsOf(walk, step, to);
  return {
    start,
    steps: [...steps, step],
    keys: [...keys, to],
    proofs: new Set([...proofs, ...added]),
  };
}

/** Routes that are not a prefix of a longer one. */
function longest(routes: readonly Route[]): readonly Route[] {
  const nameOf = ({ start, steps }: Route, length: number) =>
    [start, ...steps.slice(0, length).map(({ label }) => label)].join('\n');
  const beginnings = new Set(
    routes.flatMap((route) => route.steps.map((_, length) => nameOf(route, length))),
  );
  return routes.filter((route) => !beginnings.has(nameOf(route, route.steps.length)));
}
