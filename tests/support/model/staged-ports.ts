import {
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';
import { deferred } from '../flows/machines.ts';
import type { AnyFlowModel } from './flow-model.ts';

/** A running port, from its start to its result or its end. */
export interface Call {
  readonly slot: string;
  readonly id: string;
  readonly input: unknown;
  /** The events that the machine sent to it, if it accepts any. */
  readonly commands: readonly EventObject[];
  /** True while the call is neither resolved nor aborted. */
  readonly isOpen: () => boolean;
  /** True once the machine aborted it. */
  readonly isGivenUp: () => boolean;
  readonly answer: (output: unknown) => void;
  /** Simulates a bug in the port. */
  readonly crash: () => void;
}

/** A machine whose ports the test controls. */
interface StagedMachine {
  readonly machine: AnyStateMachine;
  /** The calls of its ports by all its actors, oldest first. */
  readonly callsIn: (system: AnyActorRef['system']) => readonly Call[];
}

const stagedMachines = new WeakMap<AnyFlowModel, StagedMachine>();

/** The machine of a model over staged ports. Created once for all walks: `provide` recomputes every transition. */
export function stagedMachine(model: AnyFlowModel): StagedMachine {
  const known = stagedMachines.get(model) ?? overStagedPorts(model);
  stagedMachines.set(model, known);
  return known;
}

/** Ports that return once, and callback ports that receive commands. */
function overStagedPorts(model: AnyFlowModel): StagedMachine {
  const callsBySystem = new WeakMap<AnyActorRef['system'], Call[]>();
  const callsIn = (system: AnyActorRef['system']) => {
    const calls = callsBySystem.get(system) ?? [];
    callsBySystem.set(system, calls);
    return calls;
  };

  const answering = (slot: string) =>
    fromPromise(({ input, signal, self, system }) => {
      const reply = deferred<unknown>();
      let isAnswered = false;
      callsIn(system).push({
        slot,
        id: self.id,
        input,
        commands: [],
        isOpen: () => !isAnswered && !signal.aborted,
        isGivenUp: () => !isAnswered && signal.aborted,
        answer: (output) => {
          isAnswered = true;
          reply.resolve(output);
        },
        crash: () => {
          isAnswered = true;
          reply.reject(new Error('A bug in the port.'));
        },
      });
      return reply.promise;
    });

  const living = (slot: string) =>
    fromCallback(({ input, self, receive, system }) => {
      const commands: EventObject[] = [];
      let hasEnded = false;
      receive((command) => {
        if (command.type === bug) throw new Error('A bug in the port.');
        commands.push(command);
      });
      callsIn(system).push({
        slot,
        id: self.id,
        input,
        commands,
        isOpen: () => !hasEnded,
        isGivenUp: () => false,
        answer: () => {
          throw new Error(`The port "${slot}" lives along and has no answer.`);
        },
        crash: () => {
          hasEnded = true;
          (self as AnyActorRef).send({ type: bug });
        },
      });
      return () => {
        hasEnded = true;
      };
    });

  const actors = Object.fromEntries(
    Object.keys(model.ports as object).map((slot) => [
      slot,
      isAnswering(model, slot) ? answering(slot) : living(slot),
    ]),
  );
  return { machine: model.machine.provide({ actors }) as AnyStateMachine, callsIn };
}

const bug = 'stage.bug';

/** True for a port that returns once; the others keep running (a connection, a page observer). */
export function isAnswering(model: AnyFlowModel, slot: string): boolean {
  return slot in (model.answers as object);
}
