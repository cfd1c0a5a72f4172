import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createActor } from 'xstate';
import { realtimeMachine } from '../../../machines/realtime/realtime.machine.ts';
import type { RealtimeParentEvent } from '../../../machines/realtime/realtime.types.ts';
import { createConnection } from '../../../src/effects/realtime/connection.ts';
import { parentStub, settle } from '../../support/flows/machines.ts';

/** Stands in for the MQTT client, and records what is asked of it. */
class FakeClient extends EventEmitter {
  readonly calls: [string, string[]][] = [];
  options: object = {};
  connected = false;
  hasEnded = false;
  readonly subscribe = (topics: string[]) => this.calls.push(['subscribe', topics]);
  readonly unsubscribe = (topics: string[]) => this.calls.push(['unsubscribe', topics]);
  readonly end = () => {
    this.hasEnded = true;
  };
  opens() {
    this.connected = true;
    this.emit('connect');
  }
}

const clients: FakeClient[] = [];
vi.mock('mqtt', () => ({
  default: {
    connect: (_url: string, options: object) => {
      const client = Object.assign(new FakeClient(), { options });
      clients.push(client);
      return client;
    },
  },
}));

async function start({ random = 0.5 } = {}) {
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
  onTestFinished(() => {
    actor.stop();
  });
  const client = await vi.waitUntil(() => clients.pop());
  return { actor, parent, client };
}

const topics = (slug: string) =>
  ['queue', 'payment', 'logs', 'seats'].map((kind) => `roetix/${kind}/${slug}`);

describe('the client of the broker', () => {
  it('subscribes on connecting, and follows from event to event on one connection', async () => {
    const { actor, client } = await start();
    expect(client.calls).toEqual([]);
    client.opens();
    expect(client.calls).toEqual([['subscribe', ['roetix/status', ...topics('konser')]]]);
    expect(actor.getSnapshot().value).toEqual({ live: 'connected' });
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    // The old topics first (§4.94).
    expect(client.calls.slice(1)).toEqual([
      ['unsubscribe', topics('konser')],
      ['subscribe', topics('teater')],
    ]);
    expect(client.hasEnded).toBe(false);
  });

  // The document changes up to once a second, which is not free on a phone.
  it('subscribes to the line of the event on the queue page alone', async () => {
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
  });

  it('ends with the sign-in, and is silent from then on', async () => {
    const { actor, client } = await start();
    client.opens();
    actor.send({ type: 'realtime.disconnect' });
    expect(client.hasEnded).toBe(true);
    client.emit('close');
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('[F21] hears its own account; another’s message and noise are dropped without their words', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const { client, parent } = await start();
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
  });

  // §4.92: 5 s and up to 1.5 s more.
  it.each([
    [0, 5_000],
    [0.5, 5_750],
    [1, 6_500],
  ])(
    'tries again after a pause of its own (random %d: %d ms) (§9.31, §9.32)',
    async (random, reconnectPeriod) => {
      const { client } = await start({ random });
      const rest = { keepalive: 45, connectTimeout: 30_000, clean: true };
      expect(client.options).toMatchObject({ reconnectPeriod, ...rest });
    },
  );
});
