import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import type { RealtimeParentEvent } from '../../../machines/realtime/realtime.types.ts';
import { createConnection } from '../../../src/effects/realtime/connection.ts';
import { parentStub, settle } from '../../support/flows/machines.ts';

/** A fake of the MQTT client that records its calls. */
class FakeClient extends EventEmitter {
  readonly calls: [string, string[]][] = [];
  readonly options: Readonly<Record<string, unknown>>;
  connected = false;
  hasEnded = false;

  constructor(options: Readonly<Record<string, unknown>>) {
    super();
    this.options = options;
  }

  subscribe(topics: string[]) {
    this.calls.push(['subscribe', topics]);
  }
  unsubscribe(topics: string[]) {
    this.calls.push(['unsubscribe', topics]);
  }
  end() {
    this.hasEnded = true;
  }
  opens() {
    this.connected = true;
    this.emit('connect');
  }
}

const made = vi.hoisted(() => ({ clients: [] as unknown[] }));
vi.mock('mqtt', () => ({
  default: {
    connect: (_url: string, options: Record<string, unknown>) => {
      const client = new FakeClient(options);
      made.clients.push(client);
      return client;
    },
  },
}));

async function start({ random = 0.5 } = {}) {
  made.clients.length = 0;
  const parent = parentStub<RealtimeParentEvent>();
  const connection = createConnection({
    url: 'ws://localhost/mqttws',
    topicPrefix: 'roetix',
    random: () => random,
    whenIdle: async () => undefined,
  });
  const actor = createActor(realtimeMachine.provide({ actors: { connection } }), {
    input: { parent: parent.ref, userId: 'u1', slug: 'konser' },
  }).start();
  await vi.waitUntil(() => made.clients.length === 1);
  return { actor, parent, client: made.clients[0] as FakeClient };
}

const topics = (slug: string) =>
  ['queue', 'payment', 'logs', 'seats'].map((kind) => `roetix/${kind}/${slug}`);

afterEach(() => {
  vi.restoreAllMocks();
});

describe('§4 Real-time connection: the client', () => {
  it('On connect … topics are subscribed', async () => {
    const { actor, client } = await start();
    expect(client.calls).toEqual([]);
    client.opens();
    expect(client.calls).toEqual([['subscribe', ['roetix/status', ...topics('konser')]]]);
    expect(actor.getSnapshot().value).toEqual({ live: 'connected' });
    actor.stop();
  });

  // Ruling 1.4-AB: the client unsubscribes the old topics first.
  it('a new connect request only switches the event slug (re-subscribes)', async () => {
    const { actor, client } = await start();
    client.opens();
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    expect(client.calls.slice(1)).toEqual([
      ['unsubscribe', topics('konser')],
      ['subscribe', topics('teater')],
    ]);
    expect(client.hasEnded).toBe(false);
    actor.stop();
  });

  // The document changes up to once a second, which is not free on a phone.
  it('the line of the event is subscribed on the queue page alone', async () => {
    const { actor, client } = await start();
    client.opens();
    actor.send({ type: 'realtime.line', followsLine: true });
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    actor.send({ type: 'realtime.line', followsLine: false });
    expect(client.calls.slice(1)).toEqual([
      ['subscribe', ['roetix/line/konser']],
      ['unsubscribe', [...topics('konser'), 'roetix/line/konser']],
      ['subscribe', [...topics('teater'), 'roetix/line/teater']],
      ['unsubscribe', ['roetix/line/teater']],
    ]);
    actor.stop();
  });

  it('a switch before it is open subscribes to the newest event alone', async () => {
    const { actor, client } = await start();
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    client.opens();
    expect(client.calls).toEqual([['subscribe', ['roetix/status', ...topics('teater')]]]);
    actor.stop();
  });

  it('after more than 10 attempts the client ends', async () => {
    const { actor, client } = await start();
    client.emit('close');
    for (let attempt = 0; attempt < 10; attempt += 1) client.emit('reconnect');
    expect(client.hasEnded).toBe(false);
    client.emit('reconnect');
    expect(client.hasEnded).toBe(true);
    expect(actor.getSnapshot().value).toBe('error');
  });

  it('disconnects on logout', async () => {
    const { actor, client } = await start();
    client.opens();
    actor.send({ type: 'realtime.disconnect' });
    expect(client.hasEnded).toBe(true);
    client.emit('close');
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('[F21] hears its own account; another’s message and noise are dropped without their words', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { actor, client, parent } = await start();
    client.opens();
    parent.take();
    const word = (user: string) => JSON.stringify({ user_id: user, event: 'user_promoted' });
    client.emit('message', 'roetix/queue/konser', Buffer.from(word('u1')));
    client.emit('message', 'roetix/queue/konser', Buffer.from(word('u2')));
    client.emit('message', 'roetix/queue/konser', Buffer.from('sari@contoh.id'));
    await settle();
    expect(parent.take().map(({ type }) => type)).toEqual(['realtime.received']);
    expect(warned).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(warned.mock.calls)).not.toMatch(/u2|sari/);
    actor.stop();
  });

  // §9, ruling 1.4-AA: 5 s and up to 1.5 s more.
  it.each([
    [0, 5_000],
    [0.5, 5_750],
    [1, 6_500],
  ])(
    'keepalive 60 s, reconnect period 5000 ms, connect timeout 30000 ms, clean session (random %d)',
    async (random, reconnectPeriod) => {
      const { actor, client } = await start({ random });
      expect(client.options).toMatchObject({
        keepalive: 60,
        reconnectPeriod,
        connectTimeout: 30_000,
        clean: true,
      });
      actor.stop();
    },
  );
});
