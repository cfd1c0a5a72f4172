import { beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { realtimeMachine } from '../../machines/realtime/realtime.machine.ts';
import type {
  ConnectionCommand,
  ConnectionInput,
  RealtimeEvent,
  RealtimeParentEvent,
} from '../../machines/realtime/realtime.types.ts';
import { parentStub, pass } from '../support/flows/machines.ts';

const error = 'Real-time updates unavailable. Using polling fallback.';
const lost = { type: 'realtime.changed', connected: false, error };

function start({ crashes = false, random = 0.5 } = {}) {
  const logs: string[] = [];
  const clients: { input: ConnectionInput; say: (event: RealtimeEvent) => void; ended: boolean }[] =
    [];
  const parent = parentStub<RealtimeParentEvent>();
  const connection = fromCallback<ConnectionCommand, ConnectionInput>(({ input, sendBack }) => {
    if (crashes) throw new Error('A bug in the port.');
    const client = { input, say: sendBack as (event: RealtimeEvent) => void, ended: false };
    clients.push(client);
    return () => {
      client.ended = true;
    };
  });
  const actor = createActor(realtimeMachine.provide({ actors: { connection } }), {
    input: { parent: parent.ref, userId: 'u1', slug: 'konser', random: () => random },
    logger: (words) => logs.push(words),
  }).start();
  return {
    actor,
    parent,
    clients,
    logs,
    say: (...types: ('connection.opened' | 'connection.lost' | 'connection.retried')[]) => {
      for (const type of types) clients.at(-1)?.say({ type });
    },
    fail: () => clients.at(-1)?.say({ type: 'connection.failed', message: 'chunk did not load' }),
    state: () => actor.getSnapshot(),
  };
}
const retries = (count: number) => Array<'connection.retried'>(count).fill('connection.retried');

beforeEach(() => vi.useFakeTimers());

it('[F17] a first opening that fails is said, while it goes on trying (§8.31)', () => {
  const { clients, parent, say } = start();
  say('connection.lost');
  expect(parent.take()).toEqual([lost]);
  expect(clients).toMatchObject([{ ended: false }]);
  say('connection.retried', 'connection.opened');
  expect(parent.take()).toEqual([{ type: 'realtime.changed', connected: true, error: null }]);
});

it('[F20] fresh clients are tried for ever after that, ever more slowly, and it is logged once (§4.92)', async () => {
  const { clients, logs, say, state } = start();
  say(...retries(11));
  for (const pause of [10_000, 20_000, 40_000, 60_000, 60_000]) {
    const before = clients.length;
    await pass(pause - 1);
    expect(clients).toHaveLength(before);
    await pass(1);
    expect(clients).toHaveLength(before + 1);
    say('connection.lost', 'connection.retried');
  }
  expect(logs).toEqual(['Max reconnection attempts reached']);
  await pass(60_000);
  say('connection.opened');
  expect(state().context).toMatchObject({ attempts: 0, rounds: 0, error: null });
});

it.each([
  [0, 8_000],
  [1, 12_000],
])('a pause is a fifth shorter or longer, by chance: %d', async (random, pause) => {
  const { clients, fail } = start({ random });
  fail();
  await pass(pause - 1);
  expect(clients).toHaveLength(1);
  await pass(1);
  expect(clients).toHaveLength(2);
});

it('[F20] a wake replaces a client that retries, with the wishes of the page, and leaves an open one alone (§4.93)', () => {
  const { actor, clients, say } = start();
  say('connection.opened');
  actor.send({ type: 'realtime.line', followsLine: true });
  actor.send({ type: 'realtime.rearm' });
  expect(clients).toHaveLength(1);
  say('connection.lost');
  actor.send({ type: 'realtime.rearm' });
  expect(clients).toMatchObject([{ ended: true }, { ended: false }]);
  expect(clients[1]?.input).toEqual({ userId: 'u1', slug: 'konser', followsLine: true });
  actor.stop();
  expect(clients[1]?.ended).toBe(true);
});
