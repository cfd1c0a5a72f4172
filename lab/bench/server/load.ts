import { connect, type Socket } from 'node:net';

/** What was seen of one kind of call. */
export interface Measured {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  /** Responses other than 2xx, by status. */
  readonly refused: Readonly<Record<number, number>>;
}

/** Returns the bytes of the next request, or null when there is none; `status` is that of the last response on this connection. */
export type NextRequest = (status: number | null) => Buffer | null;

/** The bytes of a request. */
export function request(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Sends requests over `connections` kept open, each after the response to the last, until `next` returns null or `seconds` are over. The client
 * is written on sockets, because a complete one takes more CPU than the server that it measures.
 */
export async function load(
  origin: string,
  { connections, seconds }: { connections: number; seconds: number },
  next: NextRequest,
): Promise<Measured> {
  const { hostname, port } = new URL(origin);
  const times: number[] = [];
  const refused: Record<number, number> = {};
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname).setNoDelay(true);
      return drive(socket, endsAt, next, (status, ms) => {
        times.push(ms);
        if (status >= 300) refused[status] = (refused[status] ?? 0) + 1;
      });
    }),
  );
  const took = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return {
    calls: times.length,
    perSecond: times.length / took,
    p50: at(0.5),
    p95: at(0.95),
    refused,
  };
}

function drive(
  socket: Socket,
  endsAt: number,
  next: NextRequest,
  note: (status: number, ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const send = (status: number | null) => {
      const bytes = performance.now() < endsAt ? next(status) : null;
      if (bytes === null) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(bytes);
    };
    socket.on('connect', () => send(null));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed a connection of the bench.')));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = received.toString('latin1', 0, headEnd);
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      received = Buffer.alloc(0);
      const status = Number(head.slice(9, 12));
      note(status, performance.now() - sentAt);
      send(status);
    });
  });
}
