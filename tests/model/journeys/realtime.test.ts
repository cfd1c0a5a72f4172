import { describe, expect, it } from 'vitest';
import { messageKinds, type RealtimeMessage } from '../../../contract/realtime.ts';
import { type Happening, type Journey, sees, sends, travel } from '../../support/model/journey.ts';
import { openStage, type Stage } from '../../support/model/stage.ts';
import { queueWord, realtimeModel, statusWord, unavailable } from '../realtime.model.ts';

const realtime = (journey: Omit<Journey, 'model' | 'from'> & { readonly from?: string }) =>
  travel({ model: realtimeModel, from: 'on the page of an event', ...journey });

const opens = sends({ type: 'connection.opened' });
const loses = sends({ type: 'connection.lost' });
const retries = sends({ type: 'connection.retried' });
const rearms = sends({ type: 'realtime.rearm' });
const signsOut = sends({ type: 'realtime.disconnect' });
const follows = (slug: string | null) => sends({ type: 'realtime.connect', slug });
const hears = (message: RealtimeMessage) => sends({ type: 'connection.received', message });
const times = (count: number, happening: Happening) =>
  Array.from({ length: count }, () => happening);

const clients = (stage: Stage) => stage.calls('connection');
const openClients = (stage: Stage) => stage.openCalls('connection');
const passedOn = (stage: Stage) =>
  stage.told().filter(({ type }) => type === 'realtime.received') as unknown as {
    readonly message: RealtimeMessage;
  }[];
const changed = 'realtime.changed';

const words: Record<RealtimeMessage['kind'], RealtimeMessage> = {
  queue: queueWord('konser'),
  payment: {
    kind: 'payment',
    slug: 'konser',
    body: { user_id: 'u1', event: 'payment_completed' },
  },
  logs: { kind: 'logs', slug: 'konser', body: { event: 'opened' } },
  seats: {
    kind: 'seats',
    slug: 'konser',
    body: { changes: [{ seat_number: 'A1', status: 'sold' }] },
  },
  line: {
    kind: 'line',
    slug: 'konser',
    body: {
      slug: 'konser',
      phase: 'serving',
      paused: false,
      serving: 10,
      issued: 40,
      returned: 0,
      gone: [[12, 1]],
      entrants: null,
      opens_at: null,
      per_minute: 6,
      seats_left: 80,
      message: null,
      at: '2026-03-07T10:00:00+07:00',
    },
  },
  status: statusWord,
};

describe('§4 Real-time connection: states', () => {
  it.each([
    ['connecting', [], 'live.connecting'],
    ['connected', [opens], 'live.connected'],
    ['disconnected', [opens, loses], 'live.disconnected'],
    ['error', [...times(11, retries)], 'error'],
    ['idle', [opens, signsOut], 'idle'],
  ])('States: idle, connecting, connected, disconnected, error: %s', (_name, steps, state) =>
    realtime({ steps, ends: [state] }),
  );

  // Ruling 1.1-A: the root runs this machine only for a verified buyer.
  it('Connects automatically once a user is authenticated and not yet connected', () =>
    realtime({
      steps: [],
      ends: ['live.connecting'],
      holds: (stage) => {
        expect(stage.asked('connection')).toEqual({
          userId: 'u1',
          slug: 'konser',
          followsLine: false,
        });
        expect(clients(stage)).toBe(1);
      },
    }));

  it('disconnects on logout (… or a logout event)', () =>
    realtime({
      steps: [opens, signsOut],
      ends: ['idle'],
      tells: [changed, changed],
      holds: (stage) => {
        expect(openClients(stage)).toBe(0);
        expect(stage.told().at(-1)).toMatchObject({ connected: false, error: null });
      },
    }));

  it('disconnects on logout (authentication false …)', async () => {
    const stage = openStage(realtimeModel, 'on the page of an event', () => undefined);
    await opens(stage);
    expect(openClients(stage)).toBe(1);
    stage.stop();
    expect(openClients(stage)).toBe(0);
  });

  it('If already connected, a new connect request only switches the event slug (re-subscribes)', () =>
    realtime({
      steps: [opens, follows('teater')],
      ends: ['live.connected'],
      tells: [changed],
      holds: (stage) => {
        expect(stage.commands('connection')).toEqual([{ type: 'topics.switch', slug: 'teater' }]);
        expect(clients(stage)).toBe(1);
      },
    }));

  it('If already connected, a new connect request for the same event does nothing', () =>
    realtime({
      steps: [opens, follows('konser')],
      ends: ['live.connected'],
      tells: [changed],
      holds: (stage) => expect(stage.commands('connection')).toEqual([]),
    }));

  it('(ruling 1.4-AB) a late message of the event that was left is ignored', () =>
    realtime({
      steps: [opens, follows('teater'), hears(queueWord('konser')), hears(statusWord)],
      ends: ['live.connected'],
      holds: (stage) => expect(passedOn(stage).map(({ message }) => message)).toEqual([statusWord]),
    }));
});

describe('§4 Real-time connection: failure', () => {
  it.each([
    ['the first try', [loses], 'live.disconnected'],
    ['an open one that is lost', [opens, loses], 'live.disconnected'],
    ['a client that cannot start', [sends({ type: 'connection.failed', message: '' })], 'error'],
  ])(
    "Failure leaves it not connected with 'Real-time updates unavailable. Using polling fallback.': %s",
    (_name, steps, state) =>
      realtime({
        steps,
        ends: [state],
        holds: (stage) =>
          expect(stage.told().at(-1)).toEqual({
            type: changed,
            connected: false,
            error: unavailable,
          }),
      }),
  );

  it('On connect the reconnect counter resets', () =>
    realtime({
      steps: [loses, ...times(10, retries), opens, loses, ...times(10, retries)],
      ends: ['live.disconnected'],
      holds: (stage) => expect(openClients(stage)).toBe(1),
    }));

  it('Automatic reconnect', () =>
    realtime({
      steps: [
        opens,
        loses,
        retries,
        sees(['live.disconnected'], (stage) => expect(clients(stage)).toBe(1)),
        opens,
      ],
      ends: ['live.connected'],
      tells: [changed, changed, changed],
      holds: (stage) => {
        expect(clients(stage)).toBe(1);
        expect(stage.told().at(-1)).toMatchObject({ connected: true, error: null });
      },
    }));

  it('after more than 10 attempts the client ends', () =>
    realtime({
      steps: [
        loses,
        ...times(10, retries),
        sees(['live.disconnected'], (stage) => expect(openClients(stage)).toBe(1)),
        retries,
      ],
      ends: ['error'],
      holds: (stage) => expect(openClients(stage)).toBe(0),
    }));

  it.each([
    ['online, a visible tab, a flow page, "Refresh Antrean"', rearms],
    ['another event', follows('teater')],
  ])('(ruling 1.4-AA) a client that ended is re-armed: %s', (_name, wakes) =>
    realtime({
      steps: [loses, ...times(11, retries), wakes, loses, ...times(10, retries)],
      ends: ['live.disconnected'],
      holds: (stage) => {
        expect(clients(stage)).toBe(2);
        expect(openClients(stage)).toBe(1);
      },
    }),
  );

  it('(ruling 1.4-AA) a client that waits for its next try tries at once; an open one is left alone', () =>
    realtime({
      steps: [opens, rearms, loses, rearms],
      ends: ['live.connecting'],
      holds: (stage) => {
        expect(clients(stage)).toBe(2);
        expect(openClients(stage)).toBe(1);
      },
    }));
});

describe('§4 Real-time connection: listeners', () => {
  it.each(messageKinds)('Listeners for each message kind can be added: %s', (kind) =>
    realtime({
      steps: [opens, hears(words[kind])],
      ends: ['live.connected'],
      tells: [changed, 'realtime.received'],
      holds: (stage) => expect(passedOn(stage)[0]?.message).toEqual(words[kind]),
    }),
  );

  it.each(messageKinds)('and removed: %s', (kind) =>
    realtime({
      steps: [opens, signsOut, hears(words[kind])],
      ends: ['idle'],
      tells: [changed, changed],
    }),
  );
});
