import {
  type AnyActorRef,
  type AnyStateMachine,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';
import { deferred } from '../flows/machines.ts';
import type { AnyFlowModel } from './flow-model.ts';

/** A port that a machine runs, from its start to its answer or its end. */
export interface Call {
  readonly slot: string;
  readonly id: string;
  readonly input: unknown;
  /** What the machine sent it since, where it may be told anything. */
  readonly commands: readonly EventObject[];
  /** True while the machine has neither an answer of it nor given it up. */
  readonly isOpen: () => boolean;
  /** True once the machine gave it up without an answer. */
  readonly isGivenUp: () => boolean;
  readonly answer: (output: unknown) => void;
  /** Stands for a bug in the port. */
  readonly crash: () => void;
}

/** A machine with every port in the hands of the test. */
export interface StagedMachine {
  readonly machine: AnyStateMachine;
  /** What its actors in a system asked of the ports, oldest first. */
  readonly callsIn: (system: AnyActorRef['system']) => readonly Call[];
}

const stagedMachines = new WeakMap<AnyFlowModel, StagedMachine>();

/** The machine of a model over staged ports. Made once for all of its walks: to provide ports works out every transition again. */
export function stagedMachine(model: AnyFlowModel): StagedMachine {
  const known = stagedMachines.get(model) ?? overStagedPorts(model);
  stagedMachines.set(model, known);
  return known;
}

/** Ports that answer once, and those that live along and are sent commands. */
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

/** True for a port that answers once; the others live along (a connection, a watch on the page). */
export function isAnswering(model: AnyFlowModel, slot: string): boolean {
  return slot in (model.answers as object);
}
