import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type AppServer, answers, startAppServer } from './app-server.ts';

/** Name of the variable that tells the workers of Playwright where the host listens. */
const hostVariable = 'ROETIX_TEST_HOST';

/** A server that the workers of one slot share, one after the other. */
export interface HostedApp {
  /** Origin without a trailing slash. */
  readonly url: string;
  /** What the server printed so far. */
  output(): Promise<string>;
}

interface Wish {
  /** Workers that follow one another have one number: Playwright's `parallelIndex`. */
  readonly slot: number;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts servers for the workers of a run, each when it is first asked for, and keeps them until the run ends: a worker ends with its project
 * and with a failed test, and a server takes three seconds of a processor to start. Returns what stops them all.
 */
export async function openAppHost(): Promise<() => Promise<void>> {
  const running = new Map<string, Promise<AppServer>>();
  const serverOf = async ({ slot, env }: Wish): Promise<AppServer> => {
    const key = JSON.stringify([slot, env]);
    const before = await running.get(key)?.catch(() => undefined);
    if (before !== undefined && (await answers(before.url))) return before;
    const started = startAppServer({ env });
    running.set(key, started);
    return started;
  };
  const host = createServer((request, response) => {
    json(request)
      .then((wish) => serverOf(wish as Wish))
      .then(
        (server) => response.end(JSON.stringify({ url: server.url, output: server.output() })),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  process.env[hostVariable] = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  return async () => {
    host.closeAllConnections();
    host.close();
    const servers = await Promise.allSettled(running.values());
    await Promise.all(
      servers.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)),
    );
  };
}

/** The server of a worker. Throws with the server's output where it does not start. */
export async function hostedApp(wish: Wish): Promise<HostedApp> {
  const ask = async () => {
    const answer = await fetch(process.env[hostVariable] ?? '', {
      method: 'POST',
      body: JSON.stringify(wish),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { url: string; output: string };
  };
  const { url } = await ask();
  return { url, output: async () => (await ask()).output };
}

/** Sets a server back to its seed; only with `keep_events` do the events stay as they are, which takes a tenth of the time. */
export async function resetServer(url: string, body: { keep_events?: true } = {}): Promise<void> {
  const reset = await fetch(`${url}/dev/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reset.ok) throw new Error(await reset.text());
}
