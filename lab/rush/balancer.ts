import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiRoot } from '../../contract/limits.ts';

/** How often a process is asked whether it is ready, and after how many refusals it gets no more callers. */
export interface ReadyChecks {
  readonly everyMs: number;
  readonly fails: number;
}

/** A load balancer before server processes, as the proxy of `docs/guide/deploy/compose.yaml`. */
export interface Balancer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Listens on a free loopback port and spreads calls and WebSockets over the processes that say they are ready, in turns. It repeats no call: one that
 * a process loses is lost.
 */
export async function startBalancer(
  origins: readonly string[],
  { everyMs, fails }: ReadyChecks,
): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const backs = origins.map((origin) => ({ url: new URL(origin), refusals: fails }));
  let turn = 0;
  let isOpen = true;
  const next = () => {
    const ready = backs.filter(({ refusals }) => refusals < fails);
    turn += 1;
    return ready[turn % ready.length]?.url;
  };
  const check = async (back: (typeof backs)[number]) => {
    const answer = await fetch(`${back.url.origin}${apiRoot}/ready`).catch(() => null);
    back.refusals = answer?.ok === true ? 0 : back.refusals + 1;
  };
  const checking = (async () => {
    while (isOpen) {
      await Promise.all(backs.map(check));
      await sleep(everyMs);
    }
  })();

  const server = createServer((incoming, outgoing) => {
    const { hostname, port } = next() ?? {};
    if (hostname === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const { method, url: path, headers } = incoming;
    const call = request({ agent, method, path, headers, hostname, port }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    });
    call.on('error', () =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(),
    );
    outgoing.on('close', () => void (outgoing.writableFinished || call.destroy()));
    incoming.pipe(call);
  });
  const sockets = new Set<Socket>();
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    const { hostname, port } = next() ?? {};
    const back = connect(Number(port), hostname);
    const lines = incoming.rawHeaders.reduce(
      (text, part, index) => text + part + (index % 2 === 0 ? ': ' : '\r\n'),
      '',
    );
    back.write(`GET ${incoming.url} HTTP/1.1\r\n${lines}\r\n`);
    back.write(head);
    socket.pipe(back).pipe(socket);
    for (const [one, other] of [
      [socket, back],
      [back, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  server.keepAliveTimeout = 72_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await Promise.all(backs.map(check));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      isOpen = false;
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      agent.destroy();
      await checking;
    },
  };
}
