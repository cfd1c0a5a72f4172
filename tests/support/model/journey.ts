import { expect } from 'vitest';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { AnyFlowModel } from './flow-model.ts';
import { delayOf, openStage, type Stage } from './stage.ts';

/** One hand-written step of a journey. */
export type Happening = (stage: Stage) => Promise<void>;

/** A buyer, or another machine, sends an event. */
export function sends<E extends EventObject>(event: E): Happening {
  return (stage) => stage.perform({ kind: 'send', label: event.type, event });
}

/** The running call with this id returns a result. */
export function answers(call: string, output: unknown): Happening {
  return (stage) => stage.perform({ kind: 'answer', label: `${call} answers`, call, output });
}

/** A delay passes, to the millisecond the model gives it. */
export function waits(delay: string): Happening {
  return (stage) => {
    const eventType = stage.waiting().find((type) => delayOf(type) === delay);
    if (eventType === undefined) throw new Error(`Nothing waits for "${delay}".`);
    return stage.perform({ kind: 'wait', label: `after ${delay}`, eventType, delay });
  };
}

/** An intermediate check: these states are active, and the given check passes. */
export function sees(states: readonly string[], holds?: (stage: Stage) => void): Happening {
  return async (stage) => {
    expectActive(stage.snapshot(), states);
    holds?.(stage);
  };
}

/** A hand-written sentence of §4. */
export interface Journey {
  readonly model: AnyFlowModel;
  /** Name of one of the model's starts. */
  readonly from: string;
  readonly steps: readonly Happening[];
  /** Final active states, by their ids below the machine's. */
  readonly ends: readonly string[];
  readonly output?: unknown;
  /** Types of all events sent to the parent, oldest first. */
  readonly tells?: readonly string[];
  readonly holds?: (stage: Stage) => void;
}

/** Runs a journey and compares its end with the written one. */
export async function travel(journey: Journey): Promise<void> {
  const stage = openStage(journey.model, journey.from, () => undefined);
  for (const happens of journey.steps) await happens(stage);
  expectActive(stage.snapshot(), journey.ends);
  if ('output' in journey) expect(stage.snapshot().output).toEqual(journey.output);
  if (journey.tells !== undefined) {
    expect(stage.told().map(({ type }) => type)).toEqual(journey.tells);
  }
  journey.holds?.(stage);
  stage.stop();
}

function expectActive(snapshot: AnyMachineSnapshot, states: readonly string[]) {
  expect(snapshot._nodes.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining([...states]),
  );
}
