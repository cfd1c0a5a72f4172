import { expect } from 'vitest';
import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate';
import { parentStub, settle } from '../flows/machines.ts';
import type { AnyFlowModel } from './flow-model.ts';
import type { Step } from './graph.ts';
import { stagedMachine } from './staged-ports.ts';

interface Timer {
  readonly fire: () => void;
  readonly event: EventObject;
  readonly ms: number;
  passed: number;
}

/** A real actor of a machine whose ports and timers the test controls. */
export interface Stage {
  readonly actor: () => AnyActorRef;
  readonly snapshot: () => AnyMachineSnapshot;
  readonly perform: (step: Step) => Promise<void>;
  /** Every event sent to the parent, oldest first. */
  readonly told: () => readonly EventObject[];
  readonly calls: (slot: string) => number;
  readonly openCalls: (slot: string) => number;
  /** True while a call with this id is pending or running. */
  readonly isOpen: (id: string) => boolean;
  /** The input of the newest call with this id. */
  readonly asked: (id: string) => unknown;
  /** The events sent to the newest running callback port with this id. */
  readonly commands: (id: string) => readonly EventObject[];
  /** Types of the pending delayed events. */
  readonly waiting: () => readonly string[];
  /** Resolves every call that the machine aborted. */
  readonly answerLate: (outputOf: (slot: string) => unknown) => Promise<void>;
  readonly stop: () => void;
}

/** Starts a machine as its model says. */
export function openStage(
  model: AnyFlowModel,
  start: string,
  inspect: (event: InspectionEvent) => void,
): Stage {
  const parent = parentStub<EventObject>();
  const { machine, callsIn } = stagedMachine(model);
  const timers = new Map<number, Timer>();
  let timerCount = 0;

  // Each timer is independent: the test can fire one while the others stand still, as in the graph.
  const clock = {
    setTimeout: (fire: () => void, ms: number) => {
      timerCount += 1;
      timers.set(timerCount, { fire, event: newestScheduled(actor.system, timers), ms, passed: 0 });
      return timerCount;
    },
    clearTimeout: (id: number) => {
      timers.delete(id);
    },
  };
  const actor = createActor(machine, {
    input: model.starts[start]?.(parent.ref as AnyActorRef),
    clock: clock as never,
    inspect,
    // What a machine logs is no part of what a run prints.
    logger: () => undefined,
  });
  const calls = callsIn(actor.system);
  const newestOpen = (id: string) => calls.findLast((call) => call.id === id && call.isOpen());
  const openCall = (id: string) => {
    const call = newestOpen(id);
    if (call === undefined) throw new Error(`The call "${id}" is not open.`);
    return call;
  };

  async function cross(matches: (event: EventObject) => boolean, label: string, ms: number) {
    const found = [...timers].find(([, timer]) => matches(timer.event));
    if (found === undefined) throw new Error(`Nothing waits: ${label}.`);
    const [id, timer] = found;
    const before = actor.getSnapshot();
    // Nothing happens one millisecond before the delay ends; the event arrives exactly at its end.
    advance(id, timer, ms - 1);
    await settle();
    expect(actor.getSnapshot()).toBe(before);
    expect(timers.has(id), `${label} came before ${ms} ms`).toBe(true);
    advance(id, timer, 1);
    expect(timers.has(id), `${label} did not come at ${ms} ms`).toBe(false);
  }
  function advance(id: number, timer: Timer, ms: number) {
    timer.passed += ms;
    if (timer.passed < timer.ms) return;
    timers.delete(id);
    timer.fire();
  }

  actor.start();
  return {
    actor: () => actor,
    snapshot: () => actor.getSnapshot(),
    async perform(step) {
      switch (step.kind) {
        case 'send':
          actor.send(step.event);
          break;
        case 'answer':
          openCall(step.call).answer(step.output);
          break;
        case 'crash':
          openCall(step.call).crash();
          break;
        case 'wait': {
          const ms = msOf(model, step.delay, actor.getSnapshot().context);
          await cross((event) => event.type === step.eventType, step.label, ms);
          break;
        }
        case 'delayed': {
          const wanted = JSON.stringify(step.event);
          const ms = model.delayed?.[step.event.type]?.ms ?? 0;
          await cross((event) => JSON.stringify(event) === wanted, step.label, ms);
          break;
        }
      }
      await settle();
    },
    told: parent.events,
    calls: (slot) => calls.filter((call) => call.slot === slot).length,
    openCalls: (slot) => calls.filter((call) => call.slot === slot && call.isOpen()).length,
    isOpen: (id) => newestOpen(id) !== undefined,
    asked: (id) => newestOpen(id)?.input,
    commands: (id) => newestOpen(id)?.commands ?? [],
    waiting: () => [...timers.values()].map(({ event }) => event.type),
    async answerLate(outputOf) {
      for (const call of calls.filter(({ isGivenUp }) => isGivenUp())) {
        call.answer(outputOf(call.slot));
      }
      await settle();
    },
    stop: () => actor.stop(),
  };
}

/** Milliseconds of a delay as the model says. */
export function msOf(model: AnyFlowModel, name: string, context: unknown): number {
  const delay = (model.delays as Record<string, number | ((of: unknown) => number)>)[name];
  return typeof delay === 'function' ? delay(context) : (delay ?? 0);
}

/** Name of the delay of a pending event; the event's own type if it has none. */
export function delayOf(eventType: string): string {
  return /^xstate\.after\.([^.]+)\./.exec(eventType)?.[1] ?? eventType;
}

/** The event of a timer: a system registers it just before it sets the timer. */
function newestScheduled(
  system: AnyActorRef['system'],
  timers: ReadonlyMap<number, Timer>,
): EventObject {
  const known = new Set([...timers.values()].map(({ event }) => event));
  const booked = Object.values(system.getSnapshot()._scheduledEvents);
  const fresh = booked.find(({ event }) => !known.has(event));
  if (fresh === undefined) throw new Error('A timer without an event.');
  return fresh.event;
}
