import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

interface Received {
  readonly from: string;
  readonly to: string;
  readonly data: string;
}

/** A mail server that takes every letter, but for recipients it is told to refuse. Speaks as much of RFC 5321 as a sender needs. */
function createMailServer(received: Received[], refuses: (to: string) => boolean): Server {
  return createServer((socket: Socket) => {
    let buffer = '';
    let envelope = { from: '', to: '' };
    let isReading = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      const [verb = ''] = line.toUpperCase().split(/[ :]/);
      const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
      if (verb === 'EHLO' || verb === 'HELO') say('250 surat.contoh.id');
      else if (verb === 'MAIL') {
        envelope = { from: address, to: '' };
        say('250 OK');
      } else if (verb === 'RCPT') {
        if (refuses(address)) say(`550 5.1.1 <${address}> unknown`);
        else {
          envelope.to = address;
          say('250 OK');
        }
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
          received.push({ ...envelope, data: part });
          say('250 Queued');
        } else hear(part);
      }
    });
    say('220 surat.contoh.id ESMTP');
  });
}

/** The parts of a letter by media type, decoded. */
function partsOf(data: string): Record<string, string> {
  const boundary = /boundary="([^"]+)"/.exec(data)?.[1];
  if (boundary === undefined) return {};
  const parts = data.split(`--${boundary}`).slice(1, -1);
  return Object.fromEntries(
    parts.map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      const type = /content-type: ([\w/]+)/i.exec(head)?.[1] ?? '';
      const encoding = /content-transfer-encoding: ([\w-]+)/i.exec(head)?.[1] ?? '7bit';
      return [type, decoded(rest.join('\r\n\r\n'), encoding)];
    }),
  );
}

function decoded(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** A header of the letter itself, unfolded, with its encoded words read. */
function headerOf(data: string, name: string): string {
  const head = data.slice(0, data.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name}:`)) ?? '';
  return line
    .slice(name.length + 1)
    .trim()
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, word: string) =>
      decoded(word.replaceAll('_', ' '), 'quoted-printable'),
    )
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, word: string) => decoded(word, 'base64'));
}

const received: Received[] = [];
const refused = 'baru@contoh.id';
const mailServer = createMailServer(received, (to) => to === refused);
let app: TestApp;
beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1');
  await once(mailServer, 'listening');
  const { port } = mailServer.address() as AddressInfo;
  app = await createTestApp({
    events: [],
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Tiket <tiket@contoh.id>' },
  });
});
beforeEach(() => {
  received.length = 0;
});
afterAll(async () => {
  await app.close();
  mailServer.close();
});

/** The first letter to an address since the test began. */
const arrival = async (to: string) => {
  const find = () => received.find((letter) => letter.to === to);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return find()!;
};

test('a code for a new password arrives as text and as HTML, Indonesian first, then English', async () => {
  const email = 'pembeli@contoh.id';
  const answer = await app.anonymous().call(calls.forgotPassword, { body: { email } });
  expect(answer.status).toBe(200);
  const { from, data } = await arrival(email);
  expect(from).toBe('tiket@contoh.id');
  expect(headerOf(data, 'from')).toBe('Tiket <tiket@contoh.id>');
  expect(headerOf(data, 'content-type')).toContain('multipart/alternative');
  const subject = headerOf(data, 'subject');
  const code = /^\d{6}/.exec(subject)?.[0] ?? '';
  expect(code).toMatch(/^\d{6}$/);
  const parts = partsOf(data);
  // A reader that knows both shows the last, so HTML comes last.
  expect(Object.keys(parts)).toEqual(['text/plain', 'text/html']);
  for (const part of Object.values(parts)) {
    expect(part).toContain(code);
    expect(part.indexOf('kata sandi baru')).toBeGreaterThan(-1);
    expect(part.indexOf('new password')).toBeGreaterThan(part.indexOf('kata sandi baru'));
  }
  expect(parts['text/plain']).not.toMatch(/<\w+/);
  await expect
    .poll(async () => {
      const [row] = await app.services.db.query<{ sent_at: Date | null }>(
        'select sent_at from mails order by id desc limit 1',
      );
      return row?.sent_at;
    })
    .toBeInstanceOf(Date);
  // The code that was carried is the one that works.
  const reset = await app
    .anonymous()
    .call(calls.resetPassword, { body: { email, otp: code, password: 'kuda-laut-9' } });
  expect(reset.status).toBe(200);
});

test('a name that looks like headers adds none', async () => {
  const [buyer] = await app.makeBuyers(1);
  await app.services.db.query(
    `update accounts set first_name = $2, is_verified = false where id = $1`,
    [buyer!.accountId, 'Ani\r\nBcc: korban@contoh.id\r\n\r\n.\r\nMAIL FROM:<x@contoh.id>'],
  );
  expect((await buyer!.call(calls.generateOtp)).status).toBe(200);
  const { data } = await arrival(buyer!.email);
  expect(headerOf(data, 'bcc')).toBe('');
  expect(headerOf(data, 'to')).toBe(buyer!.email);
});

test('a mailbox that is refused fails the letter, not the call, and is named nowhere', async () => {
  const client = await app.as(refused);
  expect((await client.call(calls.generateOtp)).status).toBe(200);
  const failure = async () => {
    const [row] = await app.services.db.query<{ failure: string | null }>(
      'select failure from mails where recipient = $1 order by id desc limit 1',
      [refused],
    );
    return row?.failure ?? null;
  };
  await expect.poll(failure, { timeout: 20_000 }).not.toBeNull();
  expect(await failure()).not.toContain('@');
  expect(received.filter(({ to }) => to === refused)).toEqual([]);
});
