import { type CallName, calls } from '../../../contract/call/calls.ts';
import type { RealtimeMessage } from '../../../contract/realtime.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import { createBackEnd } from '../../../src/sample/demo/back-end.ts';
import { createBus } from '../../../src/sample/demo/bus.ts';
import type { DemoShelf } from '../../../src/sample/demo/state.ts';

/** In-memory storage for a demo. */
export function memoryShelf(kept: string | null = null): DemoShelf {
  let text = kept;
  return {
    read: () => text,
    write(next) {
      text = next;
    },
  };
}

/** A demo whose clock only the test advances. */
export function demoWorld(shelf: DemoShelf = memoryShelf()) {
  let now = Date.UTC(2031, 4, 6, 3);
  const bus = createBus();
  const told: RealtimeMessage[] = [];
  bus.listen((message) => told.push(message));
  const open = () => createBackEnd({ root: '/api', now: () => now, shelf, bus, latencyMs: 0 });
  let backEnd = open();
  const send: typeof fetch = (input, init) => backEnd.fetch(input, init);
  const api = createApi({ root: 'http://demo.test/api', fetch: send });

  /** Makes a call and returns its status and envelope. */
  async function raw(
    name: CallName,
    given: { params?: object; body?: object; query?: object } = {},
  ) {
    const { method, path } = calls[name];
    const filled = path.replace(
      /\{(\w+)\}/g,
      (_, key: string) => (given.params as Record<string, string>)?.[key] ?? '',
    );
    const search = new URLSearchParams(given.query as Record<string, string>);
    const response = await send(`http://demo.test/api${filled}?${search}`, {
      method,
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    });
    return response;
  }

  return {
    api,
    bus,
    told,
    raw,
    /** The data of a successful call. Throws on a refusal. */
    async data<N extends CallName>(name: N, given: Parameters<typeof raw>[1] = {}) {
      const response = await raw(name, given);
      const body = (await response.json()) as { message: string; data: never };
      if (!response.ok) throw new Error(`${name}: ${response.status} ${body.message}`);
      return body.data as never;
    },
    pass(seconds: number) {
      now += seconds * 1000;
    },
    /** Reloads the page. */
    reload() {
      backEnd.close();
      backEnd = open();
    },
    close: () => backEnd.close(),
  };
}
