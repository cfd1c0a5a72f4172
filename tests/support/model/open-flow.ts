import {
  type AnyActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ContextFrom,
  createActor,
  type EventFrom,
  type InputFrom,
  type InspectionEvent,
  type OutputFrom,
} from 'xstate';
import { type FakePort, fakePort, settle } from '../flows/machines.ts';
import { shownText } from '../shown-text.ts';

/** The calls of a flow, each in the hands of the test. */
type Calls<P> = { readonly [K in keyof P]: FakePort<OutputFrom<P[K]>, InputFrom<P[K]>> };

/** A flow whose calls the test answers; `living` stands for the ports that run along. Needs fake timers. */
export function openFlow<M extends AnyStateMachine, P extends object>(
  machine: M,
  ports: P,
  input: unknown,
  living: Readonly<Record<string, AnyActorLogic>> = {},
  inspect?: (event: InspectionEvent) => void,
) {
  const names = Object.keys(ports).filter((name) => !(name in living));
  const fakes = names.map((name) => [name, fakePort<unknown, never>()] as const);
  const calls = Object.fromEntries(fakes) as unknown as Calls<P>;
  const logics = fakes.map(([name, { logic }]) => [name, logic]);
  const actors = { ...Object.fromEntries(logics), ...living };
  const actor = createActor(machine.provide({ actors } as never), {
    input,
    inspect,
  } as never).start();
  const snapshot = () => actor.getSnapshot() as AnyMachineSnapshot;
  return {
    ...calls,
    actor,
    at: (state: unknown): boolean => snapshot().matches(state),
    value: () => snapshot().value,
    can: (event: EventFrom<M>): boolean => snapshot().can(event),
    context: (): ContextFrom<M> => snapshot().context,
    output: (): OutputFrom<M> | undefined => snapshot().output,
    /** The failure as the page shows it. */
    said: () => shownText(snapshot().context.error),
    send: async (...events: EventFrom<M>[]) => {
      for (const event of events) actor.send(event);
      await settle();
    },
  };
}
