import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import {
  apiRoot,
  idempotencyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '../../contract/limits.ts';
import { createLatencies, type Latencies, type Tally } from './tally.ts';

/** A response: its status, 0 if none arrived, and its `data`, `message` and `meta`. */
export interface Reply<D> {
  readonly status: number;
  readonly data: D | null;
  readonly message: string;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Seconds that the server asks to wait; null if it does not. */
  readonly retryAfter: number | null;
}

/** What a call carries. */
export interface Given {
  readonly cookie?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The response is thrown away unread, as a device with a broken network does. */
  readonly isLost?: boolean;
  /** The response is not parsed: its reader wants the bytes to arrive only. */
  readonly isUnread?: boolean;
}

/** The calls of all light people; they go round the servers. */
export interface Wire {
  readonly latencies: ReadonlyMap<string, Latencies>;
  readonly statuses: ReadonlyMap<string, number>;
  calls: number;
  /** One call below the API root; never rejects. */
  ask<D>(method: string, path: string, given?: Given): Promise<Reply<D>>;
  /** The same until a response other than 502, 503 or 504 arrives, with one idempotency key. */
  insist<D>(method: string, path: string, given?: Given): Promise<Reply<D>>;
  /** A fetch whose calls are counted, for people who are machines. */
  counted(send: typeof fetch): typeof fetch;
  /** A call of a development tool. */
  tool(path: string, body: object): Promise<number>;
  /** A part is dead from now until `mended`, and for the grace after it. */
  broken(): void;
  mended(): void;
  close(): void;
}

const socketsPerServer = 96;
const socketsPerAddress = 4;
/** Addresses of this machine that people call from, because unpaid holds are weighed by network; only Linux answers on more than one. */
const addresses = process.platform === 'linux' ? 960 : 1;
const answersWithinMs = 30_000;
const tries = 40;
const pauseMs = 250;
const longestPauseMs = 4_000;
/** After a kill, connections and pools of the living processes need a moment. */
const graceMs = 10_000;

function addressOf(cookie: string): string {
  const place = createHash('md5').update(cookie).digest().readUInt32BE() % addresses;
  return addresses === 1 ? '127.0.0.1' : `127.0.${Math.floor(place / 240)}.${1 + (place % 240)}`;
}

/** A wire to servers; `origins` may be empty until the first call. */
export function createWire(origins: readonly string[], tally: Tally): Wire {
  const maxSockets = addresses === 1 ? socketsPerServer : socketsPerAddress;
  const agent = new Agent({ keepAlive: true, maxSockets, scheduling: 'fifo' });
  const latencies = new Map<string, Latencies>();
  const statuses = new Map<string, number>();
  let turn = 0;
  let isBroken = false;
  let quietFrom = 0;
  const nextOrigin = () => {
    turn += 1;
    const origin = origins[turn % origins.length];
    if (origin === undefined) throw new Error('A rush needs a server.');
    return origin;
  };

  const send = (method: string, path: string, given: Given) =>
    new Promise<{ status: number; bytes: Buffer; headers: NodeJS.Dict<string | string[]> }>(
      (resolve, reject) => {
        const url = new URL(path, nextOrigin());
        const text = given.body === undefined ? null : JSON.stringify(given.body);
        const call = request(
          {
            agent,
            method,
            host: url.hostname,
            localAddress: addressOf(given.cookie ?? ''),
            port: url.port,
            path: url.pathname + url.search,
            timeout: answersWithinMs,
            headers: {
              [requestedWithHeader]: requestedWithValue,
              'sec-fetch-site': 'same-origin',
              ...(given.cookie === undefined ? {} : { cookie: given.cookie }),
              ...(text === null
                ? {}
                : {
                    'content-type': 'application/json',
                    'content-length': Buffer.byteLength(text),
                  }),
              ...given.headers,
            },
          },
          (response) => {
            const parts: Buffer[] = [];
            response.on(
              'data',
              (part: Buffer) => void (given.isUnread !== true && parts.push(part)),
            );
            response.on('error', reject);
            response.on('end', () =>
              resolve({
                status: response.statusCode ?? 0,
                bytes: Buffer.concat(parts),
                headers: response.headers,
              }),
            );
          },
        );
        call.on('timeout', () => call.destroy(new Error('no response in time')));
        call.on('error', reject);
        call.end(text ?? undefined);
      },
    );

  const note = (what: string, status: number, startedAt: number, error?: unknown) => {
    wire.calls += 1;
    const known = latencies.get(what) ?? createLatencies();
    latencies.set(what, known);
    known.note(performance.now() - startedAt);
    const key = `${what} ${status}`;
    statuses.set(key, (statuses.get(key) ?? 0) + 1);
    if (isBroken || performance.now() < quietFrom) return;
    if (status === 0) tally.say(`${what} got no response outside of a kill: ${String(error)}`);
    if (status >= 500) tally.say(`${what} answered ${status} outside of a kill`);
  };

  const wire: Wire = {
    latencies,
    statuses,
    calls: 0,
    async ask<D>(method: string, path: string, given: Given = {}): Promise<Reply<D>> {
      const what = nameOf(method, path);
      const startedAt = performance.now();
      try {
        const { status, bytes, headers } = await send(method, apiRoot + path, given);
        note(what, status, startedAt);
        if (given.isLost === true) return { ...silence, status: 0 };
        const body = given.isUnread === true ? {} : readBody(bytes, headers);
        const after = Number(headers['retry-after']);
        return {
          status,
          data: (body.data ?? null) as D | null,
          message: String(body.message ?? ''),
          meta: (body.meta ?? {}) as Record<string, unknown>,
          retryAfter: Number.isFinite(after) ? after : null,
        };
      } catch (error) {
        note(what, 0, startedAt, error);
        return silence;
      }
    },
    async insist<D>(method: string, path: string, given: Given = {}): Promise<Reply<D>> {
      const keyed = { ...given, headers: { [idempotencyHeader]: randomUUID(), ...given.headers } };
      for (let attempt = 1; ; attempt += 1) {
        const reply = await wire.ask<D>(
          method,
          path,
          attempt > 1 ? { ...keyed, isLost: false } : keyed,
        );
        const { status } = reply;
        const isOpen =
          status === 0 ||
          (status >= 502 && status <= 504) ||
          (status === 409 && reply.message.includes('still being answered'));
        if (!isOpen || attempt === tries) return reply;
        await sleep(Math.min(longestPauseMs, pauseMs * attempt));
      }
    },
    counted: (send) => async (input, init) => {
      const request = input instanceof Request ? input : null;
      const method = init?.method ?? request?.method ?? 'GET';
      const url = request?.url ?? String(input);
      const what = nameOf(method, new URL(url).pathname.slice(apiRoot.length));
      const startedAt = performance.now();
      try {
        const response = await send(input, init);
        note(what, response.status, startedAt);
        return response;
      } catch (error) {
        // A page that is left aborts its calls.
        if (!(error instanceof Error && error.name === 'AbortError'))
          note(what, 0, startedAt, error);
        throw error;
      }
    },
    async tool(path, body) {
      const startedAt = performance.now();
      try {
        const { status } = await send('POST', `/dev${path}`, { body });
        note('bank', status, startedAt);
        return status;
      } catch (error) {
        note('bank', 0, startedAt, error);
        return 0;
      }
    },
    broken() {
      isBroken = true;
    },
    mended() {
      isBroken = false;
      quietFrom = performance.now() + graceMs;
    },
    close: () => agent.destroy(),
  };
  return wire;
}

const silence: Reply<never> = { status: 0, data: null, message: '', meta: {}, retryAfter: null };

/** Method and last words of the path, without slugs and ids. */
function nameOf(method: string, path: string): string {
  const words = (path.split('?')[0] ?? '').split('/').slice(1);
  const name =
    words[0] === 'queue'
      ? 'queue document'
      : // The last word of a layout is its version.
        words.slice(words[0] === 'event' ? 2 : 0, words[2] === 'seatmap-layout' ? 3 : 5).join('/');
  return `${method} ${name}`;
}

function readBody(bytes: Buffer, headers: NodeJS.Dict<string | string[]>): Record<string, unknown> {
  const text = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  try {
    return JSON.parse(text.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
