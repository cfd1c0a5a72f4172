import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createActor } from 'xstate';
import { realtimeMachine } from '../../machines/realtime/realtime.machine.ts';
import type { RealtimeParentEvent } from '../../machines/realtime/realtime.types.ts';
import { timings } from '../../machines/shared/timings.ts';
import { createConnection } from '../../src/effects/realtime/connection.ts';
import { parentStub } from '../support/flows/machines.ts';

const keepaliveMs = 45_000;
/** 'Connection accepted' of MQTT 3.1.1. */
const accepted = Buffer.from([0x20, 0x02, 0x00, 0x00]);

let broker: WebSocketServer;
// Imported before the client, which binds the timers it finds.
beforeAll(async () => {
  broker = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'mqtt' });
  await once(broker, 'listening');
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterAll(() => {
  for (const socket of broker.clients) socket.terminate();
  broker.close();
});

/** Sockets run in real time; the test waits for their events. */
async function nextSocket(): Promise<WebSocket> {
  const [socket] = (await once(broker, 'connection')) as [WebSocket];
  return socket;
}

/** First bytes of the packets that the client sends; the rest of a packet that arrives in pieces is skipped. */
const packets = { connect: 0x10, subscribe: 0x82 } as const;

function told(socket: WebSocket, packet: keyof typeof packets): Promise<void> {
  return new Promise((resolve) => {
    socket.on('message', (data: Buffer) => {
      if (data[0] === packets[packet]) resolve();
    });
  });
}

function start() {
  const parent = parentStub<RealtimeParentEvent>();
  const connection = createConnection({
    url: `ws://127.0.0.1:${(broker.address() as AddressInfo).port}/mqttws`,
    topicPrefix: 'roetix',
    random: () => 0,
    whenIdle: async () => undefined,
  });
  const actor = createActor(realtimeMachine.provide({ actors: { connection } }), {
    input: { parent: parent.ref, userId: 'u1', slug: 'konser' },
  }).start();
  return { actor, parent };
}

// One test: the client keeps the timers of its first use.
it('[F19] a broker that never answers a connection, or answers it and nothing after it, is given up, said, and tried again', async () => {
  for (const [answers, patience] of [
    [false, timings.connectTimeout],
    [true, 1.5 * keepaliveMs],
  ] as const) {
    const first = nextSocket();
    const { actor, parent } = start();
    const socket = await first;
    const hasLeft = once(socket, 'close');
    await told(socket, 'connect');
    if (answers) {
      const subscribed = told(socket, 'subscribe');
      socket.send(accepted);
      await subscribed;
      expect(actor.getSnapshot().value).toEqual({ live: 'connected' });
    }
    parent.take();
    await vi.advanceTimersByTimeAsync(patience);
    await hasLeft;
    await vi.waitFor(() =>
      expect(parent.events().at(-1)).toEqual({
        type: 'realtime.changed',
        connected: false,
        error: 'Real-time updates unavailable. Using polling fallback.',
      }),
    );

    const second = nextSocket();
    await vi.advanceTimersByTimeAsync(timings.reconnectPeriod);
    const again = await second;
    await told(again, 'connect');
    again.send(accepted);
    await told(again, 'subscribe');
    expect(parent.events().at(-1)).toMatchObject({ type: 'realtime.changed', connected: true });
    actor.stop();
  }
});
