import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** An e-mail as the mail server received it. */
export interface Received {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

/** A mail server for tests. */
export interface TestMailServer {
  /** Value for SMTP_URL. */
  readonly url: string;
  readonly received: Received[];
  /** Number of transactions started, accepted or not. */
  readonly started: { count: number };
  close(): void;
}

/**
 * Returns the mail server's reply to an SMTP step, such as `451 4.3.0 Later`; null accepts. `DATA` is the end of the message, `AUTH` the
 * sign-in.
 */
export type Answers = (verb: 'MAIL' | 'RCPT' | 'DATA' | 'AUTH', to: string) => string | null;

/**
 * Starts a mail server on loopback that accepts every e-mail unless `answers` replies otherwise. Supports the part of RFC 5321 that senders
 * need.
 */
export async function startMailServer(answers: Answers = () => null): Promise<TestMailServer> {
  const received: Received[] = [];
  const started = { count: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    let buffer = '';
    let envelope = { from: '', to: '' };
    let isReading = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const handleLine = (line: string) => {
      const [verb = ''] = line.toUpperCase().split(/[ :]/);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO' || verb === 'HELO')
        socket.write('250-surat.contoh.id\r\n250 AUTH PLAIN\r\n');
      else if (verb === 'AUTH') reply(answers('AUTH', '') ?? '235 2.7.0 Welcome');
      else if (verb === 'MAIL') {
        started.count += 1;
        envelope = { from: address, to: '' };
        reply(answers('MAIL', '') ?? '250 OK');
      } else if (verb === 'RCPT') {
        const refusal = answers('RCPT', address);
        if (refusal === null) envelope.to = address;
        reply(refusal ?? '250 OK');
      } else if (verb === 'DATA') {
        isReading = true;
        reply('354 Go ahead');
      } else if (verb === 'QUIT') {
        reply('221 Bye');
        socket.end();
      } else reply('250 OK');
    };
    socket.setEncoding('utf8');
    socket.on('error', () => {});
    socket.on('data', (text: string) => {
      buffer += text;
      for (;;) {
        const end = isReading ? '\r\n.\r\n' : '\r\n';
        const at = buffer.indexOf(end);
        if (at === -1) return;
        const part = buffer.slice(0, at);
        buffer = buffer.slice(at + end.length);
        if (isReading) {
          isReading = false;
          const refusal = answers('DATA', envelope.to);
          if (refusal === null)
            received.push({ ...envelope, data: part.replaceAll('\r\n..', '\r\n.') });
          reply(refusal ?? '250 Queued');
        } else handleLine(part);
      }
    });
    reply('220 surat.contoh.id ESMTP');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    started,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One decoded MIME part; `type` as written, such as `text/html`. */
export interface MimePart {
  readonly type: string;
  readonly head: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Returns the leaf parts of a message in order. Throws if a container has no end. */
export function mimeParts(data: string): MimePart[] {
  const cut = data.indexOf('\r\n\r\n');
  const head = data.slice(0, cut).replace(/\r\n[ \t]+/g, ' ');
  const body = data.slice(cut + 4);
  const type = /^content-type: ([\w/.+-]+)/im.exec(head)?.[1]?.toLowerCase() ?? 'text/plain';
  const boundary = /^content-type:.*?boundary="([^"]+)"/im.exec(head)?.[1];
  if (boundary === undefined) {
    const encoding =
      /^content-transfer-encoding: ([\w-]+)/im.exec(head)?.[1]?.toLowerCase() ?? '7bit';
    const bytes = decodedBytes(body, encoding);
    return [{ type, head, bytes, text: bytes.toString('utf8') }];
  }
  if (!body.includes(`--${boundary}--`)) throw new Error('A part of the letter has no end.');
  const inner = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return inner.flatMap((part) => mimeParts(part.replace(/^\r\n/, '')));
}

function decodedBytes(text: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'utf8');
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Returns an unfolded, decoded header of the message. */
export function headerOf(data: string, name: string): string {
  const head = data.slice(0, data.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name}:`)) ?? '';
  return line
    .slice(name.length + 1)
    .trim()
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, word: string) =>
      decodedBytes(word.replaceAll('_', ' '), 'quoted-printable').toString('utf8'),
    )
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) =>
      Buffer.from(word, 'base64').toString('utf8'),
    );
}
