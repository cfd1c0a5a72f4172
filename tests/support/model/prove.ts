import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import { declaredTransitions, transitionCoverage } from '../flows/machines.ts';
import type { AnyFlowModel, Effects } from './flow-model.ts';
import { answersOf, isTaken, type Place, placeKey, placesOf, type Step, sendsOf } from './graph.ts';
import { delayOf, openStage, type Stage } from './stage.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The transitions that a machine declares and its tests fired, for the table at the end of a run. */
    transitions?: {
      readonly machine: string;
      readonly declared: number;
      readonly fired: number;
      readonly places: number;
      readonly walks: number;
    };
  }
}

/**
 * Proves a machine by its model: one walk per edge of its graph, on a real actor, each delay checked to the millisecond; the behaviour
 * of each state; every event in every state, and twice; and finally that every declared transition was fired.
 */
export function proveModel(model: AnyFlowModel): void {
  const places = placesOf(model);
  const coverage = transitionCoverage(model.machine);
  const title = (place: Place, index: number) => `${index + 1}: ${place.key}`;
  const titled = places.map((place, index) => [title(place, index), place] as const);

  // XState warns about every event to a stopped actor, which these walks send on purpose.
  beforeAll(() => {
    vi.spyOn(console, 'warn').mockReturnValue();
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  describe(`${model.machine.id}, every walk from`, () => {
    it.each(titled)('%s', async (_title, place) => {
      for (const edge of place.edges) {
        const walked = `${[...place.path, edge.step].map(({ label }) => label).join(' → ')}`;
        const stage = await walkTo(model, place, coverage.inspect);
        await performWatched(model, stage, edge.step, walked);
        expect(placeKey(model, stage.snapshot()), walked).toBe(edge.to);
        expectEffects(model, stage, walked);
        if (edge.step.kind === 'send') {
          await performWatched(model, stage, edge.step, `${walked} → again`);
        }
        stage.stop();
      }
    });
  });

  describe(`${model.machine.id} stays as it is in`, () => {
    it.each(titled)('%s', async (_title, place) => {
      const stage = await walkTo(model, place, coverage.inspect);
      expectEffects(model, stage, 'on arrival');
      expect(place.unheard, 'an answer that nobody hears').toEqual([]);
      const here = stage.snapshot();
      await stage.answerLate((slot) => answersOf(model, slot)[0]?.[1]);
      expect(stage.snapshot(), 'an answer that was given up came late').toBe(here);
      for (const step of sendsOf(model)) {
        if (isTaken(here, step.event)) continue;
        await stage.perform(step);
        await stage.perform(step);
        expect(stage.snapshot(), `${step.label}, twice`).toBe(here);
      }
      stage.stop();
    });
  });

  it(`${model.machine.id} reaches every state and fires every declared transition`, ({ task }) => {
    const declared = declaredTransitions(model.machine).length;
    const unfired = coverage.unfired();
    task.meta.transitions = {
      machine: model.machine.id,
      declared,
      fired: declared - unfired.length,
      places: places.length,
      walks: places.reduce((sum, { edges }) => sum + edges.length, 0),
    };
    expect(unfired).toEqual([]);
    expect(Object.keys(model.effects).filter((id) => !knownStates(model).has(id))).toEqual([]);
  });
}

async function walkTo(
  model: AnyFlowModel,
  place: Place,
  inspect: Parameters<typeof openStage>[2],
): Promise<Stage> {
  const stage = openStage(model, place.start, inspect);
  for (const step of place.path) await stage.perform(step);
  expect(placeKey(model, stage.snapshot()), place.path.map(({ label }) => label).join(' → ')).toBe(
    place.key,
  );
  return stage;
}

async function performWatched(model: AnyFlowModel, stage: Stage, step: Step, walked: string) {
  const before = stage.snapshot();
  const alreadyTold = stage.told().length;
  await stage.perform(step);
  const after = stage.snapshot();
  expect(after.status, walked).not.toBe('error');
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
    if (happened(moment)) expect.fail(`${walked}: never ${rule}`);
  }
}

/** The active states have the declared behaviour and no other. */
function expectEffects(model: AnyFlowModel, stage: Stage, walked: string) {
  const snapshot = stage.snapshot();
  const effects = activeEffects(model, snapshot, walked);
  for (const { holds } of effects) holds?.(snapshot.context);
  if (snapshot.status !== 'active') {
    const output = effects.find((each) => each.output !== undefined)?.output;
    expect(snapshot.output, walked).toEqual(output);
    expect(stage.waiting(), `${walked}: time after the end`).toEqual([]);
    return;
  }
  const runs = Object.assign({}, ...effects.map((each) => each.runs ?? {})) as NonNullable<
    Effects<never>['runs']
  >;
  expect(Object.keys(snapshot.children).sort(), `${walked}: ports that run`).toEqual(
    Object.keys(runs).sort(),
  );
  for (const [id, input] of Object.entries(runs)) {
    expect(stage.asked(id), `${walked}: what "${id}" is asked`).toEqual(
      input(snapshot.context as never),
    );
  }
  const delayed = Object.values(model.delayed ?? {}).flatMap(({ due }) => due(snapshot.context));
  const waits = effects.flatMap((each) => (each.waits ?? []) as readonly string[]);
  expect(stage.waiting().map(delayOf).sort(), `${walked}: what is waited for`).toEqual(
    [...waits, ...delayed.map(({ type }) => type)].sort(),
  );
}

function activeEffects(model: AnyFlowModel, snapshot: AnyMachineSnapshot, walked: string) {
  return snapshot._nodes.flatMap((node) => {
    const own = model.effects[stateId(node)];
    const isLeaf = node.type === 'atomic' || node.type === 'final';
    if (own === undefined && isLeaf) {
      throw new Error(`${walked}: the model does not say what "${stateId(node)}" does.`);
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
