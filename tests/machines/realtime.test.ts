import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { RealtimeMessage } from '../../contract/realtime.ts';
import { realtimeMachine } from '../../machines/realtime/realtime.machine.ts';
import type {
  ConnectionCommand,
  ConnectionInput,
  RealtimeEvent,
  RealtimeParentEvent,
} from '../../machines/realtime/realtime.types.ts';
import { parentStub, pass, settle, transitionCoverage } from '../support/flows/machines.ts';

const unavailable = 'Real-time updates unavailable. Using polling fallback.';
const coverage = transitionCoverage(realtimeMachine);

interface FakeClient {
  readonly input: ConnectionInput;
  readonly say: (event: RealtimeEvent) => void;
  readonly told: ConnectionCommand[];
  ended: boolean;
}

function start({ slug = 'konser' as string | null, crashes = false, random = 0.5 } = {}) {
  const logs: string[] = [];
  const clients: FakeClient[] = [];
  const parent = parentStub<RealtimeParentEvent>();
  const connection = fromCallback<ConnectionCommand, ConnectionInput>(
    ({ input, sendBack, receive }) => {
      if (crashes) throw new Error('A bug in the port.');
      const client: FakeClient = { input, say: sendBack, told: [], ended: false };
      clients.push(client);
      receive((command) => client.told.push(command));
      return () => {
        client.ended = true;
      };
    },
  );
  const actor = createActor(realtimeMachine.provide({ actors: { connection } }), {
    input: { parent: parent.ref, userId: 'u1', slug, random: () => random },
    inspect: coverage.inspect,
    logger: (words) => logs.push(words),
  }).start();
  const client = (at = clients.length - 1) => {
    const found = clients[at];
    if (found === undefined) throw new Error('No client was started.');
    return found;
  };
  return { actor, parent, clients, client, logs, state: () => actor.getSnapshot() };
}

const queueMessage = (slug: string): RealtimeMessage => ({
  kind: 'queue',
  slug,
  body: { event: 'user_promoted', user_id: 'u1' },
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the live connection', () => {
  it('connects at once with one client for the account and the event', () => {
    const { state, clients, client, parent } = start();
    expect(state().value).toEqual({ live: 'connecting' });
    expect(clients).toHaveLength(1);
    expect(client().input).toEqual({ userId: 'u1', slug: 'konser', followsLine: false });
    expect(parent.events()).toEqual([]);
  });

  it('tells the parent when it opens, is lost, and opens again, on the same client', () => {
    const { state, clients, client, parent } = start();
    client().say({ type: 'connection.opened' });
    expect(state().value).toEqual({ live: 'connected' });
    expect(parent.take()).toEqual([{ type: 'realtime.changed', connected: true, error: null }]);
    client().say({ type: 'connection.lost' });
    expect(state().value).toEqual({ live: 'disconnected' });
    expect(parent.take()).toEqual([
      { type: 'realtime.changed', connected: false, error: unavailable },
    ]);
    client().say({ type: 'connection.retried' });
    client().say({ type: 'connection.opened' });
    expect(state().value).toEqual({ live: 'connected' });
    expect(state().context).toMatchObject({ attempts: 0, error: null });
    expect(clients).toHaveLength(1);
  });

  it('[F17] says so when the first opening fails, and goes on trying', () => {
    const { state, client, parent } = start();
    client().say({ type: 'connection.lost' });
    expect(state().value).toEqual({ live: 'disconnected' });
    expect(parent.take()).toEqual([
      { type: 'realtime.changed', connected: false, error: unavailable },
    ]);
    expect(client().ended).toBe(false);
  });

  it('[F20] survives ten retries and gives up at the eleventh', () => {
    const { state, client, parent } = start();
    client().say({ type: 'connection.lost' });
    for (let retry = 0; retry < 10; retry += 1) client().say({ type: 'connection.retried' });
    expect(state().value).toEqual({ live: 'disconnected' });
    parent.take();
    client().say({ type: 'connection.retried' });
    expect(state().value).toBe('error');
    expect(client(0).ended).toBe(true);
    expect(parent.take()).toEqual([
      { type: 'realtime.changed', connected: false, error: unavailable },
    ]);
  });

  it('[F20] tries on for ever after that, ever more slowly, each time once, and logs it once', async () => {
    const { state, client, clients, logs } = start();
    for (let retry = 0; retry < 11; retry += 1) client().say({ type: 'connection.retried' });
    for (const pause of [10_000, 20_000, 40_000, 60_000, 60_000]) {
      const before = clients.length;
      expect(state().value).toBe('error');
      await pass(pause - 1);
      expect(clients).toHaveLength(before);
      await pass(1);
      expect(clients).toHaveLength(before + 1);
      client().say({ type: 'connection.lost' });
      client().say({ type: 'connection.retried' });
    }
    expect(logs).toEqual(['Max reconnection attempts reached']);
    await pass(60_000);
    client().say({ type: 'connection.opened' });
    expect(state().value).toEqual({ live: 'connected' });
    expect(state().context).toMatchObject({ attempts: 0, rounds: 0, error: null });
  });

  it.each([
    [0, 8_000],
    [1, 12_000],
  ])('waits a fifth shorter or longer, by chance: %d', async (random, pause) => {
    const { client, clients } = start({ random });
    client().say({ type: 'connection.failed', message: '' });
    await pass(pause - 1);
    expect(clients).toHaveLength(1);
    await pass(1);
    expect(clients).toHaveLength(2);
  });

  it('counts attempts again after an opening', () => {
    const { state, client } = start();
    for (let retry = 0; retry < 10; retry += 1) client().say({ type: 'connection.retried' });
    client().say({ type: 'connection.opened' });
    client().say({ type: 'connection.lost' });
    client().say({ type: 'connection.retried' });
    expect(state().value).toEqual({ live: 'disconnected' });
    expect(state().context.attempts).toBe(1);
  });

  it('gives up on a failed client, whatever its words', () => {
    const { state, client } = start();
    client().say({ type: 'connection.failed', message: 'chunk did not load' });
    expect(state().value).toBe('error');
    expect(state().context.error).toBe(unavailable);
    expect(client(0).ended).toBe(true);
  });

  it('takes a crash of the port for a failure', async () => {
    const { state } = start({ crashes: true });
    await settle();
    expect(state().value).toBe('error');
    expect(state().status).toBe('active');
  });

  it('fails by itself until the port is provided', () => {
    const parent = parentStub<RealtimeParentEvent>();
    const actor = createActor(realtimeMachine, {
      input: { parent: parent.ref, userId: 'u1', slug: null },
    }).start();
    expect(actor.getSnapshot().value).toBe('error');
  });
});

describe('topics', () => {
  it('switches the event on the same client, and does nothing for the same event', () => {
    const { actor, clients, client, state } = start();
    client().say({ type: 'connection.opened' });
    actor.send({ type: 'realtime.connect', slug: 'konser' });
    expect(client().told).toEqual([]);
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    expect(client().told).toEqual([{ type: 'topics.switch', slug: 'teater' }]);
    expect(state().value).toEqual({ live: 'connected' });
    expect(clients).toHaveLength(1);
  });

  it('follows the line by a wish, tells the client once, and starts a fresh one with it', () => {
    const { actor, client, clients } = start();
    expect(client().input.followsLine).toBe(false);
    client().say({ type: 'connection.opened' });
    actor.send({ type: 'realtime.line', followsLine: true });
    actor.send({ type: 'realtime.line', followsLine: true });
    expect(client().told).toEqual([{ type: 'line.switch', followsLine: true }]);
    client().say({ type: 'connection.lost' });
    actor.send({ type: 'realtime.rearm' });
    expect(clients).toHaveLength(2);
    expect(client().input.followsLine).toBe(true);
  });

  it('tells the client of a switch also while it is not open', () => {
    const { actor, client } = start({ slug: null });
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    expect(client().told).toEqual([{ type: 'topics.switch', slug: 'teater' }]);
  });

  it('passes a message on once, and drops one of the event that was left', () => {
    const { actor, client, parent } = start();
    client().say({ type: 'connection.opened' });
    parent.take();
    client().say({ type: 'connection.received', message: queueMessage('konser') });
    expect(parent.take()).toEqual([{ type: 'realtime.received', message: queueMessage('konser') }]);
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    client().say({ type: 'connection.received', message: queueMessage('konser') });
    expect(parent.take()).toEqual([]);
    const status: RealtimeMessage = { kind: 'status', body: { status: 'ok' } };
    client().say({ type: 'connection.received', message: status });
    expect(parent.take()).toEqual([{ type: 'realtime.received', message: status }]);
  });
});

describe('a client that is gone', () => {
  it.each([
    { type: 'realtime.rearm' } as const,
    { type: 'realtime.connect', slug: 'teater' } as const,
  ])('comes back fresh after it gave up: $type', (event) => {
    const { actor, client, clients, state } = start();
    for (let retry = 0; retry < 10; retry += 1) client().say({ type: 'connection.retried' });
    client().say({ type: 'connection.failed', message: '' });
    actor.send(event);
    expect(state().value).toEqual({ live: 'connecting' });
    expect(state().context.attempts).toBe(0);
    expect(clients).toHaveLength(2);
    expect(client().input.slug).toBe('slug' in event ? 'teater' : 'konser');
  });

  it('[F20] is replaced on a wake while it retries, and left alone while it is open', () => {
    const { actor, client, clients, state } = start();
    client().say({ type: 'connection.opened' });
    actor.send({ type: 'realtime.rearm' });
    expect(clients).toHaveLength(1);
    client().say({ type: 'connection.lost' });
    actor.send({ type: 'realtime.rearm' });
    expect(state().value).toEqual({ live: 'connecting' });
    expect(clients).toHaveLength(2);
    expect(client(0).ended).toBe(true);
    expect(client(1).ended).toBe(false);
  });

  it('stays off once switched off, until it is wanted again', () => {
    const { actor, client, clients, parent, state } = start();
    client().say({ type: 'connection.opened' });
    parent.take();
    actor.send({ type: 'realtime.disconnect' });
    expect(state().value).toBe('idle');
    expect(client(0).ended).toBe(true);
    expect(parent.take()).toEqual([{ type: 'realtime.changed', connected: false, error: null }]);
    actor.send({ type: 'realtime.rearm' });
    expect(state().value).toBe('idle');
    actor.send({ type: 'realtime.connect', slug: 'teater' });
    expect(clients).toHaveLength(2);
    client().say({ type: 'connection.failed', message: '' });
    actor.send({ type: 'realtime.disconnect' });
    expect(state().value).toBe('idle');
    expect(state().context.error).toBeNull();
  });

  it('is ended with the machine', () => {
    const { actor, client } = start();
    actor.stop();
    expect(client().ended).toBe(true);
  });
});

it('fires every declared transition', () => {
  expect(coverage.unfired()).toEqual([]);
});
