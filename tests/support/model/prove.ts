import { isDeepStrictEqual } from 'node:util';
import { beforeEach, expect, it, vi } from 'vitest';
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { declaredTransitions, settle, transitionCoverage } from '../flows/machines.ts';
import { deadEndsOf, type Exempt } from './dead-ends.ts';
import type { AnyFlowModel, Effects } from './flow-model.ts';
import {
  answersOf,
  contextKey,
  isTaken,
  type Place,
  placeKey,
  placesOf,
  type Step,
  sendsOf,
} from './graph.ts';
import { leadsOf, linesIn } from './leads.ts';
import { delayOf, msOf, openStage, type Stage } from './stage.ts';
import { Tours } from './tours.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The transitions that a machine declares and its tests fired, for the table at the end of a run. */
    transitions?: {
      readonly machine: string;
      readonly declared: number;
      readonly fired: number;
      readonly places: number;
      readonly edges: number;
    };
  }
}

/** Steps after which a tour ends, so that the walk of a failure can be read. */
const longestTour = 400;
/** Places of one test, so that none takes more than a few seconds. */
const placesOfBlock = 100;

/**
 * Proves a machine by its model: its graph, whose every edge leads to a state with its effects and whose moves are those of its table, and
 * real actors, which visit every place and take each distinct move (with MODEL_EDGES=all every edge), and a second event after each.
 * Each delay is checked to the millisecond, every event that a state ignores is sent, and in the end every declared transition was fired.
 */
export function proveModel(model: AnyFlowModel, exempt: Exempt = {}): void {
  const { id } = model.machine;
  const places = placesOf(model);
  const coverage = transitionCoverage(model.machine);

  // XState warns about every event to a stopped actor, which these walks send on purpose.
  beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

  it(`${id} hears every answer that can come`, () => {
    expect(places.flatMap(({ key, unheard }) => unheard.map((label) => [key, label]))).toEqual([]);
  });

  it(`${id} leads where its table says`, () => {
    expect(leadsOf(places)).toEqual(linesIn(model.leads));
  });

  it(`${id} is led on by time alone out of every state in which a call failed`, () => {
    expect(deadEndsOf(places, model, exempt)).toEqual([]);
  });

  it(`${id} does at the end of every edge what its states do`, () => {
    for (const { key, edges } of places) {
      for (const { step, end } of edges) {
        expectEffects(model, sceneOf(model, end), () => `${key} → ${step.label}`);
      }
    }
  });

  const tours = new Tours(places, (step, { here }) =>
    step.kind === 'wait' ? msOf(model, step.delay, here.context) : null,
  );
  const blocks = Array.from({ length: Math.ceil(places.length / placesOfBlock) }, (_, block) => ({
    first: block * placesOfBlock + 1,
    last: Math.min((block + 1) * placesOfBlock, places.length),
  })).reverse();

  it.each(blocks)(
    `${id} does what its model says in places $first to $last and with every move there`,
    async ({ first }) => {
      for (let to = tours.next(first - 1); to !== undefined; to = tours.next(first - 1)) {
        await tour(model, tours, to, coverage.inspect);
      }
    },
  );

  it(`${id} reaches every state and fires every declared transition`, ({ task }) => {
    const declared = declaredTransitions(model.machine).length;
    const unfired = coverage.unfired();
    task.meta.transitions = {
      machine: id,
      declared,
      fired: declared - unfired.length,
      places: places.length,
      edges: places.reduce((sum, place) => sum + place.edges.length, 0),
    };
    expect(unfired).toEqual([]);
    expect(Object.keys(model.effects).filter((state) => !knownStates(model).has(state))).toEqual(
      [],
    );
  });
}

/** Walks an actor to a place, and on to what no walk has seen for as long as the graph knows what it does next. */
async function tour(
  model: AnyFlowModel,
  tours: Tours,
  goal: Place,
  inspect: Parameters<typeof openStage>[2],
): Promise<void> {
  const stage = openStage(model, goal.start, inspect);
  const taken: string[] = [goal.start];
  const walked = () => taken.join(' → ');
  const perform = async (step: Step, label: string) => {
    taken.push(label);
    await performWatched(model, stage, step, walked);
  };
  const arriveAt = async (place: Place) => {
    const key = placeKey(model, stage.snapshot());
    // A message costs more than the comparison.
    if (key !== place.key) expect(key, walked()).toBe(place.key);
    if (tours.visit(place)) await expectRest(model, stage, walked);
    return place;
  };

  let here = await arriveAt(tours.startOf(goal));
  for (const edge of goal.path) {
    tours.take(here, edge);
    await perform(edge.step, edge.step.label);
    here = await arriveAt(tours.placeAt(edge.to));
  }
  while (taken.length < longestTour) {
    const edge = tours.nextEdge(here);
    if (edge === undefined) break;
    const isNew = tours.take(here, edge);
    await perform(edge.step, edge.step.label);
    const key = placeKey(model, stage.snapshot());
    if (key !== edge.to) expect(key, walked()).toBe(edge.to);
    here = tours.placeAt(edge.to);
    if (isNew) {
      expectEffects(model, sceneOn(stage), walked);
      if (edge.step.kind === 'send') {
        await perform(edge.step, `${edge.step.label} again`);
        here = tours.placeAt(placeKey(model, stage.snapshot()));
      }
    }
    const isOver = stage.snapshot().status !== 'active';
    if (isOver) break;
    // Beyond the facts a context depends on the way: the edges of this place are those of its own context.
    const areCallsOpen = Object.keys(here.calls).every((id) => stage.isOpen(id));
    if (!areCallsOpen || contextKey(stage.snapshot()) !== here.context) break;
    await arriveAt(here);
  }
  stage.stop();
}

/** A place has its effects, and neither a late response nor an event that it ignores changes anything. */
async function expectRest(model: AnyFlowModel, stage: Stage, walked: () => string) {
  expectEffects(model, sceneOn(stage), walked);
  const here = stage.snapshot();
  await stage.answerLate((slot) => answersOf(model, slot)[0]?.[1]);
  expect(stage.snapshot(), `${walked()}: an answer that was given up came late`).toBe(here);
  for (const { event, label } of sendsOf(model)) {
    if (isTaken(here, event)) continue;
    for (const _ of ['once', 'twice']) stage.actor().send(event);
    if (stage.snapshot() !== here) expect.fail(`${walked()}: ${label}, twice, changed it`);
  }
  await settle();
  expect(stage.snapshot(), `${walked()}: an event that is ignored changed it later`).toBe(here);
}

async function performWatched(model: AnyFlowModel, stage: Stage, step: Step, walked: () => string) {
  const before = stage.snapshot();
  const alreadyTold = stage.told().length;
  await stage.perform(step);
  const after = stage.snapshot();
  if (after.status === 'error') expect.fail(`${walked()}: ends with an error`);
  for (const [rule, happened] of Object.entries(model.never)) {
    const { told, openCalls, calls, asked, commands } = stage;
    const moment = {
      before,
      after,
      step: step.label,
      told: told(),
      news: told().slice(alreadyTold),
      openCalls,
      calls,
      asked,
      commands,
    };
    // A separate `expect` per rule and step would take a tenth of the time of all walks.
    if (happened(moment)) expect.fail(`${walked()}: never ${rule}`);
  }
}

/** A machine at one moment: what runs, what each of it was asked, and what is waited for. */
interface Scene {
  readonly snapshot: AnyMachineSnapshot;
  readonly asked: (id: string) => unknown;
  readonly waiting: readonly string[];
}

const sceneOn = (stage: Stage): Scene => ({
  snapshot: stage.snapshot(),
  asked: stage.asked,
  waiting: stage.waiting().map(delayOf),
});

/** The same of a snapshot without an actor; the events that a machine sends itself later are in its actor alone. */
const sceneOf = (model: AnyFlowModel, snapshot: AnyMachineSnapshot): Scene => ({
  snapshot,
  asked: (id) => (snapshot.children[id] as { options?: { input?: unknown } }).options?.input,
  waiting:
    snapshot.status === 'active'
      ? [
          ...snapshot._nodes.flatMap(({ after }) => [
            ...new Set(after.map(({ delay }) => String(delay))),
          ]),
          ...dueIn(model, snapshot),
        ]
      : [],
});

/** Types of the events that a machine is about to send itself. */
function dueIn(model: AnyFlowModel, { context }: AnyMachineSnapshot): readonly string[] {
  return Object.values(model.delayed ?? {})
    .flatMap(({ due }) => due(context))
    .map(({ type }) => type);
}

/** The active states have the declared behaviour and no other. */
function expectEffects(model: AnyFlowModel, scene: Scene, walked: () => string) {
  const { snapshot, asked, waiting } = scene;
  const effects = activeEffects(model, snapshot, walked);
  for (const { holds } of effects) holds?.(snapshot.context);
  const expected = (is: unknown, wanted: unknown, what: string) => {
    if (!isDeepStrictEqual(is, wanted)) expect(is, `${walked()}: ${what}`).toEqual(wanted);
  };
  if (snapshot.status !== 'active') {
    const output = effects.find((each) => each.output !== undefined)?.output;
    expected(snapshot.output, output, 'its output');
    expected(waiting, [], 'time after the end');
    return;
  }
  const runs = Object.assign({}, ...effects.map((each) => each.runs ?? {})) as NonNullable<
    Effects<never>['runs']
  >;
  const children = Object.keys(snapshot.children).filter((id) => snapshot.children[id]);
  expected(children.sort(), Object.keys(runs).sort(), 'ports that run');
  for (const [id, input] of Object.entries(runs)) {
    expected(asked(id), input(snapshot.context as never), `what "${id}" is asked`);
  }
  const waits = effects.flatMap((each) => (each.waits ?? []) as readonly string[]);
  const wanted = [...waits, ...dueIn(model, snapshot)].sort();
  expected(waiting.toSorted(), wanted, 'what is waited for');
}

function activeEffects(model: AnyFlowModel, snapshot: AnyMachineSnapshot, walked: () => string) {
  return snapshot._nodes.flatMap((node) => {
    const own = model.effects[stateId(node)];
    const isLeaf = node.type === 'atomic' || node.type === 'final';
    if (own === undefined && isLeaf) {
      throw new Error(`${walked()}: the model does not say what "${stateId(node)}" does.`);
    }
    return own === undefined ? [] : [own];
  });
}

function knownStates(model: AnyFlowModel): ReadonlySet<string> {
  const below = (node: AnyStateNode): string[] => [
    stateId(node),
    ...Object.values(node.states).flatMap(below),
  ];
  return new Set(below(model.machine.root));
}

/** Id of a state below its machine; the machine itself is ''. */
function stateId(node: AnyStateNode): string {
  return node.path.join('.');
}
