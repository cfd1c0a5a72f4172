import { generate, type Packet, parser } from 'mqtt-packet';
import { WebSocket } from 'ws';
import { realtimePath } from '../../contract/limits.ts';
import type { Line } from '../../contract/queue.ts';
import { lineTopic, topicsOf } from '../../contract/realtime.ts';
import type { SessionResponse } from '../../contract/session.ts';
import { timings } from '../../machines/shared/timings.ts';
import type { Wire } from '../rush/wire.ts';

const topicPrefix = 'roetix';
const keepaliveSeconds = 60;
/** Upper bound of the pause before a lost connection is opened again. */
const reconnectMs = 5_000;

/** The queue pages of many buyers: each joins, follows the line by real-time and by polls, and sends its heartbeats, as the app does. */
export interface Pages {
  /** Pages whose buyer waits. */
  waiting(): number;
  /** Pages with a real-time connection. */
  connected(): number;
  /** Milliseconds from now until each waiting page has shown a document with `text`; rejects after `ms`. */
  untilAllShow(text: string, ms: number): Promise<readonly number[]>;
  close(): void;
}

interface Page {
  number: number | null;
  isWaiting: boolean;
  isConnected: boolean;
  shown: string;
  socket: WebSocket | null;
}

/** Opens the pages of `cookies` and resolves once each has joined. */
export async function openPages(
  wire: Wire,
  origin: string,
  slug: string,
  cookies: readonly string[],
): Promise<Pages> {
  const pages: Page[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const known = new Map<string, Line | null>();
  let isClosed = false;
  const after = (ms: number, work: () => void) => {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const jittered = (ms: number) => ms * (1 + timings.pollJitter * (2 * Math.random() - 1));
  let onShown = (_page: Page) => {};

  /** All pages receive the same documents: each is parsed once. */
  const lineOf = (text: string): Line | null => {
    if (!known.has(text)) {
      known.clear();
      known.set(text, JSON.parse(text) as Line);
    }
    return known.get(text) ?? null;
  };
  const show = (page: Page, cookie: string, text: string) => {
    page.shown = text;
    if (page.isWaiting) follow(page, cookie, text);
    onShown(page);
  };
  const follow = (page: Page, cookie: string, text: string) => {
    if (page.number === null || !text.includes('"serving"')) return;
    const line = lineOf(text);
    if (line === null || line.serving < page.number) return;
    page.isWaiting = false;
    after(timings.shortestReadSpread * Math.random(), () => void readSession(page, cookie));
  };
  const pollLine = (page: Page, cookie: string) => {
    const read = async () => {
      const reply = await wire.ask<Line>('GET', `/queue/${slug}`);
      if (reply.data !== null) show(page, cookie, JSON.stringify(reply.data));
      pollLine(page, cookie);
    };
    const pause = page.isConnected ? timings.linePoll : timings.linePollOffline;
    after(jittered(pause), () => void read());
  };
  const readSession = async (page: Page, cookie: string) => {
    const { data } = await wire.insist<SessionResponse>('GET', '/session', { cookie });
    page.isWaiting = data?.session?.state === 'queued';
    const pause = page.isWaiting ? data?.queue_info?.next_contact_seconds : undefined;
    after(
      pause === undefined ? timings.sessionPoll : 1_000 * pause,
      () => void readSession(page, cookie),
    );
  };
  const connect = (page: Page, cookie: string) => {
    if (isClosed) return;
    const socket = new WebSocket(origin.replace('http', 'ws') + realtimePath, ['mqtt'], {
      headers: { cookie },
      perMessageDeflate: false,
    });
    const send = (packet: Packet) => socket.send(generate(packet), () => {});
    const packets = parser();
    packets.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connack') {
        page.isConnected = true;
        const topics = [...topicsOf(topicPrefix, slug), lineTopic(topicPrefix, slug)];
        send({
          cmd: 'subscribe',
          messageId: 1,
          subscriptions: topics.map((topic) => ({ topic, qos: 0 as const })),
        });
      }
      if (packet.cmd === 'publish') show(page, cookie, packet.payload.toString());
    });
    socket.on('open', () =>
      send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: `steer-${Math.random().toString(36).slice(2)}`,
        keepalive: keepaliveSeconds,
      }),
    );
    socket.on('message', (data: Buffer) => packets.parse(data));
    socket.on('error', () => {});
    const pinging = setInterval(
      () => {
        if (page.isConnected) send({ cmd: 'pingreq' });
      },
      (1_000 * keepaliveSeconds) / 2,
    );
    socket.on('close', () => {
      clearInterval(pinging);
      page.isConnected = false;
      after(reconnectMs * Math.random(), () => connect(page, cookie));
    });
    page.socket = socket;
  };

  await Promise.all(
    cookies.map(async (cookie) => {
      const path = `/event/${slug}/session/queue/join`;
      const joined = await wire.insist<SessionResponse>('POST', path, { cookie, body: {} });
      const page: Page = {
        number: joined.data?.queue_info?.number ?? null,
        isWaiting: joined.data?.session?.state === 'queued',
        isConnected: false,
        shown: '',
        socket: null,
      };
      pages.push(page);
      connect(page, cookie);
      pollLine(page, cookie);
      await readSession(page, cookie);
    }),
  );
  return {
    waiting: () => pages.filter(({ isWaiting }) => isWaiting).length,
    connected: () => pages.filter(({ isConnected }) => isConnected).length,
    untilAllShow(text, ms) {
      const startedAt = performance.now();
      const times: number[] = [];
      const missing = new Set(pages.filter(({ isWaiting }) => isWaiting));
      return new Promise((resolve, reject) => {
        const note = (page: Page) => {
          const isShown = page.shown.includes(text);
          // A buyer whose turn comes meanwhile leaves the page.
          if ((page.isWaiting && !isShown) || !missing.delete(page)) return;
          if (isShown) times.push(performance.now() - startedAt);
          if (missing.size > 0) return;
          onShown = () => {};
          resolve(times);
        };
        onShown = note;
        for (const page of [...missing]) note(page);
        after(ms, () =>
          reject(new Error(`${missing.size} pages did not show ${text} in ${ms} ms`)),
        );
      });
    },
    close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      for (const { socket } of pages) socket?.terminate();
    },
  };
}
