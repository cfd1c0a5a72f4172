import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { erasePerson, exportPerson } from '../../../../server/domain/accounts/person.ts';
import { sweepKept } from '../../../../server/domain/accounts/retention.ts';
import { runMailTask } from '../../../../server/operator/mail.ts';
import {
  headerOf,
  mimeParts,
  startMailServer,
  type TestMailServer,
} from '../../support/mail-server.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let mailServer: TestMailServer;
let app: TestApp;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await createTestApp({
    events: [],
    env: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Tiket <tiket@contoh.id>',
      SUPPORT_EMAIL: 'bantuan@contoh.id',
    },
  });
});
beforeEach(async () => {
  mailServer.received.length = 0;
  await app.services.db.query('delete from support_messages');
  await app.services.db.query('delete from mails');
});
afterAll(async () => {
  await app.close();
  mailServer.close();
});

const good = {
  name: 'Ratna',
  email: 'ratna@contoh.id',
  subject: 'ticket-issue' as const,
  message: 'Kursi saya hilang.',
};
const send = (client: TestClient, body: object = good) =>
  client.call(calls.sendContact, { body: body as never });
const kept = () => app.services.db.query('select * from support_messages order by id');

describe('a message of the contact page', () => {
  it('reaches the support, and a reply reaches the sender', async () => {
    expect((await send(app.anonymous())).status).toBe(200);
    await expect.poll(() => mailServer.received.length).toBe(1);
    const [{ to, data } = { to: '', data: '' }] = mailServer.received;
    expect(to).toBe('bantuan@contoh.id');
    expect(headerOf(data, 'reply-to')).toBe('ratna@contoh.id');
    expect(headerOf(data, 'from')).toBe('Tiket <tiket@contoh.id>');
    expect(headerOf(data, 'subject')).toContain('Ticket Issue');
    const [part] = mimeParts(data);
    expect(part?.type).toBe('text/plain');
    expect(part?.text).toContain('Kursi saya hilang.');
    expect(await kept()).toMatchObject([{ ...good, account_id: null }]);
  });

  it('that contains header lines adds no header and no recipient', async () => {
    const sly = '\r\nBcc: korban@contoh.id\r\n\r\n.\r\nMAIL FROM:<x@contoh.id>\r\n';
    const answer = await send(app.anonymous(), { ...good, name: `Ani${sly}`, message: sly });
    expect(answer.status).toBe(200);
    await expect.poll(() => mailServer.received.length).toBe(1);
    const [{ data } = { data: '' }] = mailServer.received;
    expect(headerOf(data, 'bcc')).toBe('');
    for (const email of ['a@b.id, korban@contoh.id', 'a@b.id\r\nBcc: x@contoh.id']) {
      expect((await send(app.anonymous(), { ...good, email })).status).toBe(422);
    }
    expect(await kept()).toHaveLength(1);
  });

  it.each([
    { ...good, name: '  ' },
    { ...good, name: 'x'.repeat(101) },
    { ...good, email: 'bukan-email' },
    { ...good, subject: 'lain' },
    { ...good, message: 'x'.repeat(4_001) },
    { ...good, account_id: 'x' },
  ])('that cannot be one is refused: %#', async (body) => {
    expect((await send(app.anonymous(), body)).status).toBe(422);
    expect(await kept()).toEqual([]);
  });

  it('is limited to ten a day per address, from any sender', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect((await send(app.anonymous())).status).toBe(200);
    }
    const refused = await send(app.anonymous(), { ...good, email: 'RATNA@contoh.id' });
    expect(refused.status).toBe(429);
    expect((await send(app.anonymous(), { ...good, email: 'lain@contoh.id' })).status).toBe(200);
    await app.advance(24 * 3_600 + 1);
    expect((await send(app.anonymous())).status).toBe(200);
  });

  it('requires the header that a page of another site cannot send', async () => {
    const answer = await app.anonymous().call(calls.sendContact, {
      body: good,
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://jahat.contoh.id' },
    });
    expect(answer.status).toBe(403);
    expect(await kept()).toEqual([]);
  });

  it('is deleted with its sender, and after its retention period', async () => {
    const [buyer] = await app.makeBuyers(1);
    await send(buyer!, { ...good, email: buyer!.email });
    await send(app.anonymous());
    const { db, clock, config } = app.services;
    const told = await exportPerson(db, buyer!.email, clock.now());
    expect(told.support_messages).toMatchObject([{ message: good.message }]);
    expect(told.letters).toHaveLength(1);
    await erasePerson(db, buyer!.email, false, clock.now());
    expect(await kept()).toMatchObject([{ email: good.email }]);
    const letters = await db.query('select 1 from mails where body_text <> $1', ['']);
    expect(letters).toHaveLength(1);
    const later = new Date(clock.now().getTime() + 91 * 24 * 3_600_000);
    await sweepKept(db, config.keep, later);
    expect(await kept()).toEqual([]);
  });

  it('is listed by the command, without control characters for the terminal', async () => {
    await send(app.anonymous(), { ...good, message: 'satu\u001b[2Jdua' });
    const lines = await runMailTask(
      app.services.db,
      { task: 'mail', verb: 'inbox' },
      app.services.clock.now(),
    );
    expect(lines.join('\n')).toContain('satu [2Jdua');
    expect(lines.join('\n')).toContain('Ratna <ratna@contoh.id>');
  });
});

it('without a support address is shown by the development tools', async () => {
  const plain = await createTestApp({ events: [] });
  try {
    await send(plain.anonymous());
    const shown = await plain
      .anonymous()
      .ask<{ subject: string; text: string }[]>('GET', '/dev/mail');
    expect(shown.body[0]?.text).toContain('Kursi saya hilang.');
  } finally {
    await plain.close();
  }
});
