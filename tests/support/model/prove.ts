import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { declaredTransitions, transitionCoverage } from '../flows/machines.ts';
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
import { delayOf, openStage, type Stage } from './stage.ts';
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
const placesOfBlock = 50;

/**
 * Proves a machine by its model on real actors: every edge of its graph, and a second event after each; each delay checked to the
 * millisecond; the behaviour of each state; every event that a state ignores; and finally that every declared transition was fired.
 */
export function proveModel(model: AnyFlowModel): void {
  const places = placesOf(model);
  const coverage = transitionCoverage(model.machine);

  // XState warns about every event to a stopped actor, which these walks send on purpose.
  beforeAll(() => {
    vi.spyOn(console, 'warn').mockReturnValue();
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  it(`${model.machine.id} hears every answer that can come`, () => {
    expect(places.flatMap(({ key, unheard }) => unheard.map((label) => [key, label]))).toEqual([]);
  });

  it(`${model.machine.id} leads where its table says`, () => {
    expect(leadsOf(places)).toEqual(linesIn(model.leads));
  });

  const tours = new Tours(places);
  const blocks = Array.from({ length: Math.ceil(places.length / placesOfBlock) }, (_, block) => ({
    first: block * placesOfBlock + 1,
    last: Math.min((block + 1) * placesOfBlock, places.length),
  }));

  it.each(blocks)(
    `${model.machine.id} does what its model says in places $first to $last and along their edges`,
    async ({ last }) => {
      for (let to = tours.next(last); to !== undefined; to = tours.next(last)) {
        await tour(model, tours, to, coverage.inspect);
      }
    },
  );

  it(`${model.machine.id} reaches every state and fires every declared transition`, ({ task }) => {
    const declared = declaredTransitions(model.machine).length;
    const unfired = coverage.unfired();
    task.meta.transitions = {
      machine: model.machine.id,
      declared,
      fired: declared - unfired.length,
      places: places.length,
      edges: places.reduce((sum, place) => sum + place.edges.length, 0),
    };
    expect(unfired).toEqual([]);
    expect(Object.keys(model.effects).filter((id) => !knownStates(model).has(id))).toEqual([]);
  });
}

/** Walks an actor to a place, and on over edges that no walk has taken for as long as the graph knows what it does next. */
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
  const expectKey = (wanted: string) => {
    const key = placeKey(model, stage.snapshot());
    // A message costs more than the comparison.
    if (key !== wanted) expect(key, walked()).toBe(wanted);
  };
  const arriveAt = async (place: Place) => {
    if (tours.visit(place)) await expectRest(model, stage, walked);
    return place;
  };

  let here = await arriveAt(tours.startOf(goal));
  for (const step of goal.path) await perform(step, step.label);
  expectKey(goal.key);
  here = await arriveAt(goal);
  while (taken.length < longestTour) {
    const edge = tours.nextEdge(here);
    if (edge === undefined) break;
    const isNew = tours.take(here, edge);
    await perform(edge.step, edge.step.label);
    expectKey(edge.to);
    here = tours.placeAt(edge.to);
    if (isNew) {
      expectEffects(model, stage, walked);
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

/** A place has its effects, and neither a late answer nor an event that it ignores changes anything. */
async function expectRest(model: AnyFlowModel, stage: Stage, walked: () => string) {
  expectEffects(model, stage, walked);
  const here = stage.snapshot();
  await stage.answerLate((slot) => answersOf(model, slot)[0]?.[1]);
  expect(stage.snapshot(), `${walked()}: an answer that was given up came late`).toBe(here);
  for (const step of sendsOf(model)) {
    if (isTaken(here, step.event)) continue;
    await stage.perform(step);
    await stage.perform(step);
    if (stage.snapshot() !== here) expect.fail(`${walked()}: ${step.label}, twice, changed it`);
  }
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

/** The active states have the declared behaviour and no other. */
function expectEffects(model: AnyFlowModel, stage: Stage, walked: () => string) {
  const snapshot = stage.snapshot();
  const effects = activeEffects(model, snapshot, walked);
  for (const { holds } of effects) holds?.(snapshot.context);
  const expected = (is: unknown, wanted: unknown, what: string) => {
    if (!isDeepStrictEqual(is, wanted)) expect(is, `${walked()}: ${what}`).toEqual(wanted);
  };
  if (snapshot.status !== 'active') {
    const output = effects.find((each) => each.output !== undefined)?.output;
    expected(snapshot.output, output, 'its output');
    expected(stage.waiting(), [], 'time after the end');
    return;
  }
  const runs = Object.assign({}, ...effects.map((each) => each.runs ?? {})) as NonNullable<
    Effects<never>['runs']
  >;
  expected(Object.keys(snapshot.children).sort(), Object.keys(runs).sort(), 'ports that run');
  for (const [id, input] of Object.entries(runs)) {
    expected(stage.asked(id), input(snapshot.context as never), `what "${id}" is asked`);
  }
  const delayed = Object.values(model.delayed ?? {}).flatMap(({ due }) => due(snapshot.context));
  const waits = effects.flatMap((each) => (each.waits ?? []) as readonly string[]);
  expected(
    stage.waiting().map(delayOf).sort(),
    [...waits, ...delayed.map(({ type }) => type)].sort(),
    'what is waited for',
  );
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
