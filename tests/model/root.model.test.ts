import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { rootMachine } from '../../machines/root/root.machine.ts';
import type { RootEvent } from '../../machines/root/root.types.ts';
import type { Screen } from '../../machines/shared/screen.ts';
import { at, coverage, entered, nobody, reading, stage } from '../machines/root/root-stage.ts';
import { declaredTransitions, ok, pass, unreachable } from '../support/flows/machines.ts';
import { delayOf } from '../support/model/stage.ts';
import { shownText } from '../support/shown-text.ts';
import {
  flowEndings,
  type RootMoment,
  refusedAs,
  rootEvents,
  rootNever,
  thisVisit,
} from './root.model.ts';
import { rootPlaces } from './root.places.ts';

type RootStage = ReturnType<typeof stage>;

beforeEach(() => vi.useFakeTimers());

/** States that are left in the same step they are entered in. */
const passedThrough = [
  'place.deciding',
  'place.admitting',
  'place.ended.seen',
  'place.verifying.opening',
];

/** The step that lets the flow of a page begin. */
const steps = {
  queue: 'queued',
  seatDraft: 'online',
  orderForm: 'online',
  payment: 'paymentSelection',
} as const;

/** All events that the root takes, with its label. */
const events: readonly (readonly [string, RootEvent])[] = Object.entries(rootEvents).flatMap(
  ([type, payloads]) =>
    payloads.map((payload, index): readonly [string, RootEvent] => [
      payloads.length > 1 ? `${type} #${index + 1}` : type,
      { ...payload, type } as RootEvent,
    ]),
);

function momentOf(on: RootStage): RootMoment {
  const { value, context, status, children } = on.root.getSnapshot();
  const active = (region: unknown): string => {
    if (typeof region === 'string') return region;
    const [[name, below] = ['', '']] = Object.entries(region as object);
    return `${name}.${active(below)}`;
  };
  return {
    place: active(value.place),
    account: active(value.account),
    bubble: active(value.bubble),
    context,
    status,
    runs: Object.keys(children).sort(),
  };
}

/** Sends an event and names every rule that it broke. */
function sendWatched(on: RootStage, event: RootEvent): readonly string[] {
  const before = momentOf(on);
  const { visit } = on.context();
  on.send('visit' in event && event.visit === thisVisit ? { ...event, visit } : event);
  const after = momentOf(on);
  return Object.entries(rootNever).flatMap(([rule, broke]) =>
    broke(before, after, event) ? [rule] : [],
  );
}

function waitsOf(on: RootStage): readonly string[] {
  const booked = Object.values(on.root.system.getSnapshot()._scheduledEvents);
  return booked
    .map(({ event }) => (event.type === 'redirect.aged' ? 'redirectMemory' : delayOf(event.type)))
    .sort();
}

describe('the root at rest', () => {
  it.each(Object.entries(rootPlaces))(
    '%s: runs and waits for what it says, and nothing else',
    async (_, place) => {
      const on = await place.reach();
      const now = momentOf(on);
      expect(now.place).toBe(place.at);
      expect(now.account).toBe(place.account);
      if (place.bubble !== undefined) expect(now.bubble).toBe(place.bubble);
      const always = place.account === 'verified' ? ['auth', 'session', 'realtime'] : ['auth'];
      expect(now.runs).toEqual([...always, ...(place.runs ?? [])].sort());
      expect(waitsOf(on)).toEqual(place.waits ?? []);
    },
  );

  it('is listed in every state it can rest in', () => {
    const leaves = (node: AnyStateNode): string[] =>
      node.type === 'atomic'
        ? [node.path.join('.')]
        : Object.values(node.states).flatMap((below) => leaves(below));
    const listed = Object.values(rootPlaces).flatMap(({ at: place, account, bubble }) => [
      `place.${place}`,
      `account.${account}`,
      ...(bubble === undefined ? [] : [`bubble.${bubble}`]),
    ]);
    expect([...new Set([...listed, ...passedThrough])].sort()).toEqual(
      leaves(rootMachine.root).sort(),
    );
  });
});

describe('what the root waits for', () => {
  /** Milliseconds of §9, written out. */
  const delays = {
    // §4.110: after the first failure, and the time after which a page says that it is connecting.
    healing: 1_000,
    connectingNotice: 3_000,
    bubbleDelay: 1_000,
    resumeRedirect: 500,
    noticeCap: 5_000,
    kickedNotice: 3_000,
    redirectMemory: 10_000,
  } as const;
  const waits = Object.entries(rootPlaces).flatMap(([title, { reach, waits: names = [] }]) =>
    names.map((name) => ({ title, reach, ms: delays[name as keyof typeof delays] })),
  );

  it.each(waits)('$title: comes at $ms ms, and not one before', async ({ reach, ms }) => {
    const on = await reach();
    const before = on.root.getSnapshot();
    await pass(ms - 1);
    expect(on.root.getSnapshot()).toBe(before);
    await pass(1);
    expect(on.root.getSnapshot()).not.toBe(before);
    expect(waitsOf(on).filter((name) => name !== 'redirectMemory')).toEqual([]);
  });

  it('has a time for each of its delays (§9.1)', () => {
    const named = Object.values(rootPlaces).flatMap(({ waits: names = [] }) => names);
    expect([...new Set(named)].sort()).toEqual(Object.keys(delays).sort());
    expect(Object.keys(rootMachine.implementations.delays).sort()).toEqual(
      Object.keys(delays).sort(),
    );
  });
});

describe('everything the root may be told, twice, to', () => {
  it.each(Object.entries(rootPlaces))('%s', async (_, place) => {
    const broken: string[] = [];
    let on = await place.reach();
    for (const [label, event] of events) {
      const before = on.root.getSnapshot();
      for (const turn of ['once', 'twice']) {
        for (const rule of sendWatched(on, event)) broken.push(`${label}, ${turn}: ${rule}`);
      }
      if (on.root.getSnapshot() === before) continue;
      on.root.stop();
      on = await place.reach();
    }
    expect(broken).toEqual([]);
  });
});

describe('where each end of each flow leads', () => {
  const rows = Object.entries(flowEndings).flatMap(([flow, { on, ends }]) =>
    Object.entries(ends).map(([kind, ending]) => ({ flow, on, kind, ending })),
  );

  it.each(rows)('$flow: $kind', ({ flow, on: screen, kind, ending }) => {
    const on = stage(screen);
    if (flow === 'otp' || flow === 'passwordReset')
      on.send({ type: 'auth.anonymous', because: 'check' });
    else {
      on.signIn();
      on.read(reading(steps[flow as keyof typeof steps]));
    }
    on.end(flow, kind);
    expect(on.value()).toEqual(ending.value);
    expect(on.shown().screen).toEqual(ending.screen);
    if (ending.entry !== undefined) expect(on.shown().entry).toBe(ending.entry);
  });

  it.each(['queue', 'seatDraft', 'orderForm', 'payment'] as const)(
    '%s: a bug in it shows the error card of its page',
    (flow) => {
      const { on: screen } = flowEndings[flow];
      const on = entered(screen.name, reading(steps[flow]));
      on.crash(flow);
      expect(on.value()).toBe('blocked');
      expect(on.shown().screen).toEqual(screen);
      expect(shownText(on.context().problem)).toMatch(/\S/);
    },
  );
});

describe('a server that sends in circles shows the error card the third time', () => {
  const back = (on: RootStage, screen: Screen) => on.send({ type: 'route.visited', screen });

  it.each([
    ['queue', 'elsewhere'],
    ['seatDraft', 'queue'],
    ['orderForm', 'elsewhere'],
    ['payment', 'elsewhere'],
  ] as const)('by the end of a flow: %s, %s', (flow, kind) => {
    const { on: screen } = flowEndings[flow];
    const on = entered(screen.name, reading(steps[flow]));
    for (let turn = 0; turn < 2; turn += 1) {
      on.end(flow, kind);
      expect(on.value()).toBe('askingSession');
      back(on, screen);
      on.read(reading(steps[flow]));
    }
    on.end(flow, kind);
    expect(on.value()).toBe('blocked');
    expect(on.shown().screen).toEqual(screen);
  });

  it.each([
    ['by a refusal', { type: 'session.readFailed', failure: refusedAs('sessionNotOnline') }],
    ['by a reading', { type: 'session.read', reading: nobody }],
  ] as const)('%s', (_, answer) => {
    const on = stage(at('seats'));
    on.signIn();
    for (let turn = 0; turn < 2; turn += 1) {
      on.send({ ...answer, visit: on.context().visit });
      expect(on.shown().screen).toEqual(at('queue'));
      back(on, at('seats'));
    }
    on.send({ ...answer, visit: on.context().visit });
    expect(on.value()).toBe('blocked');
    expect(on.shown().screen).toEqual(at('seats'));
  });
});

describe('the calls of the root itself', () => {
  const reach = (title: string) => (rootPlaces[title] as (typeof rootPlaces)[string]).reach();

  it('a join that worked leads to the step of its session', async () => {
    const on = await reach('a join under way');
    await on.join.answer(ok(reading('queued')));
    expect(on.shown()).toEqual({ screen: at('queue'), entry: 'push' });
    expect(on.value()).toBe('askingSession');
  });

  it('one that got no answer is made again', async () => {
    const on = await reach('a join under way');
    await on.join.answer(unreachable());
    expect(on.value()).toBe('waitingToJoin');
    await pass(1_000);
    expect(on.value()).toBe('joining');
  });

  it('a bug in it is no answer either', async () => {
    const on = await reach('a join under way');
    await on.join.crash();
    expect(on.value()).toBe('waitingToJoin');
  });

  it('a session that can be read again lets its page in', async () => {
    const on = await reach('the seats, while the session is asked for');
    const failure = { kind: 'unreachable', message: '' } as const;
    on.send({ type: 'session.readFailed', failure, visit: on.context().visit });
    expect(on.value()).toBe('blocked');
    on.read(reading('online'));
    expect(on.value()).toBe('choosingSeats');
  });

  it('the code of a flow, once there, lets its page in', async () => {
    const on = await reach('the queue, while its code is fetched');
    await on.load.answer(undefined);
    expect(on.value()).toBe('askingSession');
    expect(on.context().flowsLoaded).toBe(true);
  });

  it('a place taken in another event meanwhile is asked about, where the queue sends away', () => {
    const on = entered('queue', reading('queued'));
    on.read(reading('online', { slug: 'pesta' }));
    on.end('queue', 'elsewhere');
    expect(on.value()).toBe('askingSwitch');
  });

  it('a bug in the code page offers the way back', async () => {
    const on = await reach('the code page');
    on.crash('otp');
    expect(on.value()).toEqual({ verifying: 'signedOut' });
    const reset = await reach('the page of a new password');
    reset.crash('passwordReset');
    expect(reset.value()).toEqual({ verifying: 'signedOut' });
  });
});

it('root fires every declared transition', ({ task }) => {
  const declared = declaredTransitions(rootMachine).length;
  const unfired = coverage.unfired();
  const fired = declared - unfired.length;
  task.meta.transitions = { machine: 'root', declared, fired, places: 0, edges: 0 };
  expect(unfired).toEqual([]);
});
