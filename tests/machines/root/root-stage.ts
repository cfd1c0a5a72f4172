import { type AnyActorRef, createActor, type EventObject, fromPromise, setup } from 'xstate';
import type { User } from '../../../contract/account.ts';
import type { RefusalCode } from '../../../contract/call/refusal-codes.ts';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import { rootMachine } from '../../../machines/root/root.machine.ts';
import { screenOf } from '../../../machines/root/screen.ts';
import type { SessionReading } from '../../../machines/session/session.types.ts';
import type { Ending } from '../../../machines/shared/ending.ts';
import type { Failure, Result } from '../../../machines/shared/result.ts';
import type { Screen } from '../../../machines/shared/screen.ts';
import { fakePort, refusalAs, transitionCoverage } from '../../support/flows/machines.ts';
import { readingAs } from '../../support/flows/readings.ts';

/** A flow in the hands of the test: lives until the test ends it, and takes every event. */
const stubFlow = setup({
  types: { events: {} as EventObject & { output?: unknown } },
  actors: {},
}).createMachine({
  initial: 'running',
  output: ({ event }) => (event as { output?: unknown }).output,
  on: {
    'stub.send': '.awaiting',
    'stub.end': '.ended',
    'stub.crash': {
      actions: () => {
        throw new Error('A bug in the flow.');
      },
    },
  },
  states: {
    running: {},
    awaiting: { tags: 'awaitingResponse' },
    ended: { type: 'final', output: ({ event }) => event.output },
  },
});

export const coverage = transitionCoverage(rootMachine);

export const buyer: User = {
  id: 'u-1',
  name: 'Sari Dewi',
  firstName: 'Sari',
  lastName: 'Dewi',
  email: 'sari@contoh.id',
  phoneNumber: '+628120000001',
  role: 'user',
  isVerified: true,
  created_at: '2026-01-01T00:00:00Z',
};

/** A reading of the session of one event. */
export function reading(
  step: SessionReading['step'],
  over: Partial<SessionReading> = {},
): SessionReading {
  return readingAs({
    id: 's-1',
    step,
    slug: 'konser',
    eventName: 'Konser',
    deadline: 900_000,
    remainingMs: 900_000,
    ...over,
  });
}

/** The end of the session of `reading`, seen by the page. */
export function endingAs(reason: Ending['reason'], over: Partial<Ending> = {}): Ending {
  return {
    id: 's-1',
    reason,
    slug: 'konser',
    eventName: 'Konser',
    note: null,
    held: 'turn',
    ...over,
  };
}

export const nobody = reading('notInQueue', {
  id: null,
  slug: null,
  deadline: null,
  remainingMs: null,
});

const newPorts = () => ({
  loadFlows: fakePort<void, unknown>(),
  joinQueue: fakePort<Result<SessionReading>, { readonly slug: string }>(),
});
type Ports = ReturnType<typeof newPorts>;
const portsBySystem = new WeakMap<AnyActorRef['system'], Ports>();
/** A call that the test of its own system answers. */
const answered = (name: keyof Ports) =>
  fromPromise<unknown, never>((call) => {
    const port = portsBySystem.get(call.system)?.[name];
    if (port === undefined) throw new Error(`Nobody answers "${name}".`);
    const { config } = port.logic as unknown as { config: (of: unknown) => Promise<unknown> };
    return config(call);
  });
const flow = stubFlow as never;
/** Made once: `provide` works out every transition again. */
const stagedRoot = rootMachine.provide({
  actors: {
    auth: flow,
    otp: flow,
    passwordReset: flow,
    session: flow,
    realtime: flow,
    queue: flow,
    seatDraft: flow,
    orderForm: flow,
    payment: flow,
    loadFlows: answered('loadFlows') as never,
    joinQueue: answered('joinQueue') as never,
  },
});

/** The root with every flow in the hands of the test. */
export function stage(screen: Screen, flowsLoaded = true) {
  const ports = newPorts();
  const told: { readonly to: string; readonly event: EventObject }[] = [];
  const inputs = new Map<string, unknown>();
  const root = createActor(stagedRoot, {
    input: { screen, random: () => 0.5, flowsLoaded },
    inspect: (event) => {
      coverage.inspect(event);
      if (event.type === '@xstate.event' && event.event.type === 'xstate.init') {
        inputs.set((event.actorRef as AnyActorRef).id, (event.event as { input?: unknown }).input);
      }
      const isTold = event.type === '@xstate.event' && event.sourceRef === root;
      if (isTold && event.event.type !== 'xstate.init') {
        told.push({ to: (event.actorRef as AnyActorRef).id, event: event.event });
      }
    },
  });
  portsBySystem.set(root.system, ports);
  root.start();

  const child = (name: string): AnyActorRef => {
    const ref = root.system.get(name as never) as AnyActorRef | undefined;
    if (ref === undefined) throw new Error(`No "${name}" is running.`);
    return ref;
  };
  return {
    root,
    join: ports.joinQueue,
    load: ports.loadFlows,
    send: root.send,
    value: () => root.getSnapshot().value.place,
    whole: () => root.getSnapshot().value,
    context: () => root.getSnapshot().context,
    shown: () => screenOf(root.getSnapshot()),
    running: (name: string) => root.system.get(name as never) !== undefined,
    /** Ends a flow with an output of this kind. */
    end: (name: string, kind: string) => child(name).send({ type: 'stub.end', output: { kind } }),
    /** Has a flow send a call that is heard to its end. */
    sends: (name: string) => child(name).send({ type: 'stub.send' }),
    /** What a flow was last started with. */
    inputOf: (name: string) => inputs.get(name),
    /** Ends a flow with a bug. */
    crash: (name: string) => child(name).send({ type: 'stub.crash' }),
    /** The events of a flow since the start, setting out events alone. */
    toldTo: (name: string) => told.filter((entry) => entry.to === name).map((entry) => entry.event),
    signIn: (user: User = buyer) => root.send({ type: 'auth.verified', user, because: 'check' }),
    /** Answers the read that the newest page asked for. */
    read: (answer: SessionReading) =>
      root.send({ type: 'session.read', reading: answer, visit: root.getSnapshot().context.visit }),
    /** Says that this read failed. */
    unread: (failure: Failure = { kind: 'unreachable', message: '' }) => {
      const { visit } = root.getSnapshot().context;
      root.send({ type: 'session.readFailed', failure, visit });
    },
    /** Tells the root that a session is over, as the session machine does. */
    over: (ending: Ending) => root.send({ type: 'session.ended', ending }),
    message: (message: RealtimeMessage) => root.send({ type: 'realtime.received', message }),
  };
}

export const at = (name: string, slug = 'konser') => ({ name, slug }) as Screen;

/** The root on a page of the purchase, let in by a reading. */
export function entered(name: string, answer: SessionReading) {
  const on = stage(at(name));
  on.signIn();
  on.read(answer);
  return on;
}

/** The root on a page, once nobody is found there. */
export function anonymous(screen: Screen) {
  const on = stage(screen);
  on.send({ type: 'auth.anonymous', because: 'check' });
  return on;
}

/** The root on a page of an account whose address is not proven. */
export function unverifiedAt(screen: Screen) {
  const on = stage(screen);
  const user = { ...buyer, isVerified: false };
  on.send({ type: 'auth.unverified', user, because: 'registration' });
  return on;
}

/** The root on a page of a buyer. */
export function verified(screen: Screen) {
  const on = stage(screen);
  on.signIn();
  return on;
}

/** The same, whose session is refused. */
export function refusedAt(screen: Screen, code: RefusalCode) {
  const on = verified(screen);
  on.unread({ kind: 'refused', ...refusalAs(code) });
  return on;
}

/** The root with the choice of shows open. */
export function choosingShow() {
  const on = verified(at('event'));
  on.send({ type: 'purchase.request', slug: 'konser' });
  return on;
}

/** The root with a join under way. */
export function joining() {
  const on = choosingShow();
  on.send({ type: 'show.confirm' });
  return on;
}
