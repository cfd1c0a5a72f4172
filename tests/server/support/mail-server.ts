import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A letter as a mail server got it. */
export interface Received {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

/** A mail server of a test. */
export interface TestMailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly received: Received[];
  /** Letters that were begun, taken or not. */
  readonly begun: { count: number };
  close(): void;
}

/**
 * What a mail server answers to a step of a letter, such as `451 4.3.0 Later`; null takes it. `DATA` is the end of the letter itself,
 * `AUTH` the sign-in.
 */
export type Answers = (verb: 'MAIL' | 'RCPT' | 'DATA' | 'AUTH', to: string) => string | null;

/** A mail server on loopback that takes every letter but for what it is told to answer. Speaks as much of RFC 5321 as a sender needs. */
export async function startMailServer(answers: Answers = () => null): Promise<TestMailServer> {
  const received: Received[] = [];
  const begun = { count: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    let buffer = '';
    let envelope = { from: '', to: '' };
    let isReading = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      const [verb = ''] = line.toUpperCase().split(/[ :]/);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO' || verb === 'HELO')
        socket.write('250-surat.contoh.id\r\n250 AUTH PLAIN\r\n');
      else if (verb === 'AUTH') say(answers('AUTH', '') ?? '235 2.7.0 Welcome');
      else if (verb === 'MAIL') {
        begun.count += 1;
        envelope = { from: address, to: '' };
        say(answers('MAIL', '') ?? '250 OK');
      } else if (verb === 'RCPT') {
        const refusal = answers('RCPT', address);
        if (refusal === null) envelope.to = address;
        say(refusal ?? '250 OK');
      } else if (verb === 'DATA') {
        isReading = true;
        say('354 Go ahead');
      } else if (verb === 'QUIT') {
        say('221 Bye');
        socket.end();
      } else say('250 OK');
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
          say(refusal ?? '250 Queued');
        } else hear(part);
      }
    });
    say('220 surat.contoh.id ESMTP');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    begun,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One part of a letter, decoded; `type` as it is written, such as `text/html`. */
export interface MimePart {
  readonly type: string;
  readonly head: string;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Every part of a letter that is no container, in order. Throws for a container without its end. */
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

/** The words of a letter by media type, decoded. */
export function partsOf(data: string): Record<string, string> {
  return Object.fromEntries(mimeParts(data).map(({ type, text }) => [type, text]));
}

function decodedBytes(text: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'utf8');
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** A header of the letter itself, unfolded, with its encoded words read. */
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
