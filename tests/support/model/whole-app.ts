import { expect } from 'vitest';
import {
  type AnyActorLogic,
  type AnyActorRef,
  type CallbackActorLogic,
  createActor,
  type EventFromLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type OutputFrom,
} from 'xstate';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import { authMachine } from '../../../machines/auth/auth.machine.ts';
import { authPorts } from '../../../machines/auth/auth.ports.ts';
import { orderFormMachine } from '../../../machines/order-form/order-form.machine.ts';
import { orderFormPorts } from '../../../machines/order-form/order-form.ports.ts';
import { otpMachine } from '../../../machines/otp/otp.machine.ts';
import { otpPorts } from '../../../machines/otp/otp.ports.ts';
import { passwordResetMachine } from '../../../machines/password-reset/password-reset.machine.ts';
import { passwordResetPorts } from '../../../machines/password-reset/password-reset.ports.ts';
import { paymentMachine } from '../../../machines/payment/payment.machine.ts';
import { paymentPorts } from '../../../machines/payment/payment.ports.ts';
import { queueMachine } from '../../../machines/queue/queue.machine.ts';
import { queuePorts } from '../../../machines/queue/queue.ports.ts';
import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import { realtimePorts } from '../../../machines/realtime/realtime.ports.ts';
import { rootMachine } from '../../../machines/root/root.machine.ts';
import type { rootPorts } from '../../../machines/root/root.ports.ts';
import type { RootContext, RootUserEvent } from '../../../machines/root/root.types.ts';
import { screenOf } from '../../../machines/root/screen.ts';
import { seatDraftMachine } from '../../../machines/seat-draft/seat-draft.machine.ts';
import { seatDraftPorts } from '../../../machines/seat-draft/seat-draft.ports.ts';
import { sessionMachine } from '../../../machines/session/session.machine.ts';
import { sessionPorts } from '../../../machines/session/session.ports.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import { type Deferred, deferred, pass, settle } from '../flows/machines.ts';

// biome-ignore lint/suspicious/noExplicitAny: a generic position that accepts any type.
type Anything = any;

const flows = {
  auth: { machine: authMachine, ports: authPorts },
  session: { machine: sessionMachine, ports: sessionPorts },
  realtime: { machine: realtimeMachine, ports: realtimePorts },
  otp: { machine: otpMachine, ports: otpPorts },
  passwordReset: { machine: passwordResetMachine, ports: passwordResetPorts },
  queue: { machine: queueMachine, ports: queuePorts },
  seatDraft: { machine: seatDraftMachine, ports: seatDraftPorts },
  orderForm: { machine: orderFormMachine, ports: orderFormPorts },
  payment: { machine: paymentMachine, ports: paymentPorts },
} as const;
type Flows = typeof flows;
type FlowName = keyof Flows;
type Ports = { readonly [F in FlowName]: Flows[F]['ports'] } & {
  readonly root: Pick<typeof rootPorts, 'joinQueue' | 'loadFlows'>;
};

type Answering<P> = {
  [K in keyof P]: P[K] extends CallbackActorLogic<Anything, Anything, Anything> ? never : K;
}[keyof P] &
  string;
/** Every promise port, as 'flow.port'. */
export type PortName = { [F in keyof Ports]: `${F}.${Answering<Ports[F]>}` }[keyof Ports];
type AnswerOf<N extends PortName> = N extends `${infer F}.${infer P}`
  ? F extends keyof Ports
    ? P extends keyof Ports[F]
      ? OutputFrom<Ports[F][P]>
      : never
    : never
  : never;

/** In place of a result: the port waits for the test. */
export const pending = Symbol('pending');

/** The results of ports that resolve at once; any other port waits for the test. */
export type World = { readonly [N in PortName]?: AnswerOf<N> | typeof pending };

interface Call {
  readonly port: string;
  readonly input: unknown;
  readonly reply: Deferred<unknown>;
  readonly signal: AbortSignal;
  answered: boolean;
}

/** The whole app without a screen: every machine real, every port controlled by the test. Needs fake timers. */
export interface WholeApp {
  readonly screen: () => Screen;
  readonly place: () => unknown;
  readonly bubble: () => unknown;
  /** How the last navigation changed the browser's history. */
  readonly entry: () => 'push' | 'replace';
  readonly context: () => RootContext;
  readonly send: (event: RootUserEvent) => void;
  /** The running actor of a flow; throws when it does not run. */
  readonly flow: (name: FlowName) => AnyActorRef;
  readonly isRunning: (name: FlowName) => boolean;
  /** Inputs of all calls of a port so far. */
  readonly asked: (port: PortName) => readonly unknown[];
  readonly answer: <N extends PortName>(port: N, output: AnswerOf<N>) => Promise<void>;
  /** Replaces the results of ports from now on. */
  readonly know: (world: World) => void;
  /** Commands sent to the broker's client since its start; empty if none runs. */
  readonly commands: () => readonly EventObject[];
  /** Number of running clients of the broker. */
  readonly connections: () => number;
  readonly stop: () => void;
}

/** Opens the app on a page. */
export function openApp(screen: Screen, start: World): WholeApp {
  let world: Readonly<Record<string, unknown>> = start as Readonly<Record<string, unknown>>;
  const calls: Call[] = [];
  const connections: EventObject[][] = [];

  const answering = (port: string) =>
    fromPromise(async ({ input, signal }) => {
      const reply = deferred<unknown>();
      const call: Call = { port, input, reply, signal, answered: false };
      calls.push(call);
      if (port in world && world[port] !== pending) {
        call.answered = true;
        reply.resolve(world[port]);
      }
      return reply.promise;
    });
  const connection = fromCallback(({ receive }) => {
    const told: EventObject[] = [];
    connections.push(told);
    receive((command) => told.push(command));
    return () => {
      connections.splice(connections.indexOf(told), 1);
    };
  });
  const portOf = (flow: string, slot: string): AnyActorLogic => {
    if (`${flow}.${slot}` === 'realtime.connection') return connection;
    // The page is always visible, the layout of the map does not change, and the line's document comes as a message.
    if (
      ['payment.watchPage', 'seatDraft.followMap', 'queue.watchLine'].includes(`${flow}.${slot}`)
    ) {
      return fromCallback(() => undefined);
    }
    return answering(`${flow}.${slot}`);
  };
  const wired = Object.fromEntries(
    Object.entries(flows).map(([flow, { machine, ports }]) => {
      const actors = Object.keys(ports).map((slot) => [slot, portOf(flow, slot)]);
      return [flow, machine.provide({ actors: Object.fromEntries(actors) } as never)];
    }),
  );
  const root = createActor(
    rootMachine.provide({
      actors: {
        ...wired,
        joinQueue: answering('root.joinQueue'),
        loadFlows: answering('root.loadFlows'),
      } as never,
    }),
    { input: { screen, random: () => 0.5, flowsLoaded: true } },
  );
  root.start();

  const running = (name: FlowName) => root.system.get(name as never) as AnyActorRef | undefined;
  return {
    screen: () => screenOf(root.getSnapshot()).screen,
    entry: () => screenOf(root.getSnapshot()).entry,
    place: () => root.getSnapshot().value.place,
    bubble: () => root.getSnapshot().value.bubble,
    context: () => root.getSnapshot().context,
    send: root.send,
    isRunning: (name) => running(name) !== undefined,
    flow: (name) => {
      const ref = running(name);
      if (ref === undefined) throw new Error(`No "${name}" is running.`);
      return ref;
    },
    asked: (port) => calls.filter((call) => call.port === port).map(({ input }) => input),
    answer: async (port, output) => {
      const call = calls.findLast(
        (each) => each.port === port && !each.answered && !each.signal.aborted,
      );
      if (call === undefined) throw new Error(`"${port}" is not being asked.`);
      call.answered = true;
      call.reply.resolve(output);
      await settle();
    },
    know: (news) => {
      world = { ...world, ...news };
    },
    commands: () => connections.at(-1) ?? [],
    connections: () => connections.length,
    stop: () => root.stop(),
  };
}

/** Waits until no call resolves any more; no time passes. */
async function rest() {
  for (let turn = 0; turn < 5; turn += 1) await settle();
}

/** One hand-written step of a journey. */
export type Step = (app: WholeApp) => void | Promise<void>;

/** The buyer follows a link, goes back, or presses a button of a page outside the purchase. */
export function does(event: RootUserEvent): Step {
  return (app) => app.send(event);
}

/** The buyer presses a button on the page of a flow. */
export function presses<F extends FlowName>(
  flow: F,
  event: EventFromLogic<Flows[F]['machine']>,
): Step {
  return (app) => app.flow(flow).send(event);
}

/** A message of the broker arrives. */
export function hears(message: RealtimeMessage): Step {
  return presses('realtime', { type: 'connection.received', message });
}

/** A waiting port returns a result. */
export function answers<N extends PortName>(port: N, output: AnswerOf<N>): Step {
  return (app) => app.answer(port, output);
}

/** Replaces the results of ports from now on; no machine is notified. */
export function changes(world: World): Step {
  return (app) => app.know(world);
}

/** Time passes; the step does not check the states in between. */
export function lasts(milliseconds: number): Step {
  return () => pass(milliseconds);
}

/** The page or the bubble changes exactly at this millisecond. */
export function moves(milliseconds: number): Step {
  return async (app) => {
    const seen = () => [app.screen(), app.place(), app.bubble()];
    await pass(milliseconds - 1);
    const before = seen();
    await pass(1);
    expect(seen()).not.toEqual(before);
  };
}

/** An intermediate check. */
export function sees(holds: (app: WholeApp) => void): Step {
  return holds;
}

/** The page at an intermediate step. */
export function shows(screen: Screen): Step {
  return (app) => expect(app.screen()).toEqual(screen);
}

/** A hand-written sentence about navigation. */
export interface PageJourney {
  readonly opens: Screen;
  readonly knows: World;
  readonly steps: readonly Step[];
  /** The final page. */
  readonly ends: Screen;
  /** Final state of the root below `place`. */
  readonly at?: unknown;
  readonly entry?: 'push' | 'replace';
  readonly holds?: (app: WholeApp) => void;
}

/** Runs the whole app through a journey and compares the end with the written one. */
export async function journey({ opens, knows, steps, ends, at, entry, holds }: PageJourney) {
  const app = openApp(opens, knows);
  await rest();
  for (const step of steps) {
    await step(app);
    await rest();
  }
  expect(app.screen()).toEqual(ends);
  if (at !== undefined) expect(app.place()).toEqual(at);
  if (entry !== undefined) expect(app.entry()).toBe(entry);
  holds?.(app);
  app.stop();
}
