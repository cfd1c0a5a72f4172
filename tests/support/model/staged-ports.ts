import {
  type AnyActorLogic,
  type AnyActorRef,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';
import { deferred } from '../machines.ts';
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

/** Every port of a machine in the hands of the test, and what the machine asked of them, oldest first. */
export interface StagedPorts {
  readonly actors: Readonly<Record<string, AnyActorLogic>>;
  readonly calls: readonly Call[];
}

/** Every port of a machine in the hands of the test: those that answer once, and those that live along and are sent commands. */
export function stagePorts(model: AnyFlowModel): StagedPorts {
  const calls: Call[] = [];

  const answering = (slot: string) =>
    fromPromise(({ input, signal, self }) => {
      const reply = deferred<unknown>();
      let isAnswered = false;
      calls.push({
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
    fromCallback(({ input, self, receive }) => {
      const commands: EventObject[] = [];
      let hasEnded = false;
      receive((command) => {
        if (command.type === bug) throw new Error('A bug in the port.');
        commands.push(command);
      });
      calls.push({
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
  return { actors, calls };
}

const bug = 'stage.bug';

/** True for a port that answers once; the others live along (a connection, a watch on the page). */
export function isAnswering(model: AnyFlowModel, slot: string): boolean {
  return slot in (model.answers as object);
}
