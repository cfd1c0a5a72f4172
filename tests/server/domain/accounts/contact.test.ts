import { afterAll, beforeEach, expect, it } from 'vitest';
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
import { openShop } from '../../support/open-shop.ts';
import type { TestClient } from '../../support/test-app.ts';

const mailServer: TestMailServer = await startMailServer();
const app = await openShop(
  {
    events: [],
    env: {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Tiket <tiket@contoh.id>',
      SUPPORT_EMAIL: 'bantuan@contoh.id',
    },
  },
  null,
);
beforeEach(async () => {
  mailServer.received.length = 0;
  for (const table of ['support_messages', 'mails']) {
    await app.services.db.query(`delete from ${table}`);
  }
});
afterAll(() => mailServer.close());

const good = {
  name: 'Ratna',
  email: 'ratna@contoh.id',
  subject: 'ticket-issue' as const,
  message: 'Kursi saya hilang.',
};
const send = (change: object = {}, client: TestClient = app.anonymous()) =>
  client.call(calls.sendContact, { body: { ...good, ...change } });
const kept = () => app.services.db.query('select * from support_messages order by id');

it('a message of the contact page reaches the support, and a reply reaches the sender (§2.400, §7.50)', async () => {
  expect((await send()).status).toBe(200);
  await expect.poll(() => mailServer.received.length).toBe(1);
  const [{ to, data } = { to: '', data: '' }] = mailServer.received;
  expect(to).toBe('bantuan@contoh.id');
  expect(headerOf(data, 'reply-to')).toBe('ratna@contoh.id');
  expect(headerOf(data, 'from')).toBe('Tiket <tiket@contoh.id>');
  expect(headerOf(data, 'subject')).toContain('Ticket Issue');
  expect(mimeParts(data)[0]).toMatchObject({
    type: 'text/plain',
    text: expect.stringContaining(good.message),
  });
  expect(await kept()).toMatchObject([{ ...good, account_id: null }]);
});

it('header lines in it add no header and no recipient', async () => {
  const sly = '\r\nBcc: korban@contoh.id\r\n\r\n.\r\nMAIL FROM:<x@contoh.id>\r\n';
  expect((await send({ message: sly })).status).toBe(200);
  await expect.poll(() => mailServer.received.length).toBe(1);
  const [{ data } = { data: '' }] = mailServer.received;
  expect(headerOf(data, 'bcc')).toBe('');
});

it('ten a day are taken from an address, whoever sends them (§2.401)', async () => {
  for (let count = 0; count < 10; count += 1) expect((await send()).status).toBe(200);
  expect((await send({ email: 'RATNA@contoh.id' })).status).toBe(429);
  expect((await send({ email: 'lain@contoh.id' })).status).toBe(200);
  await app.advance(24 * 3_600 + 1);
  expect((await send()).status).toBe(200);
});

it('a message is deleted with its sender, and after its retention period', async () => {
  const [buyer] = await app.makeBuyers(1);
  await send({ email: buyer.email }, buyer);
  await send();
  const { db, clock, config } = app.services;
  const told = await exportPerson(db, buyer.email, clock.now());
  expect(told.support_messages).toMatchObject([{ message: good.message }]);
  expect(told.letters).toHaveLength(1);
  await erasePerson(db, buyer.email, false, clock.now());
  expect(await kept()).toMatchObject([{ email: good.email }]);
  expect(await db.query(`select 1 from mails where body_text <> ''`)).toHaveLength(1);
  await sweepKept(db, config.keep, new Date(clock.now().getTime() + 91 * 24 * 3_600_000));
  expect(await kept()).toEqual([]);
});

it('the command lists messages without control characters for the terminal', async () => {
  await send();
  const { db, clock } = app.services;
  // As a former version kept it.
  await db.query('update support_messages set message = $1', ['satu\u001b[2Jdua']);
  const lines = await runMailTask(db, { task: 'mail', verb: 'inbox' }, clock.now());
  expect(lines.join('\n')).toContain('satu [2Jdua');
  expect(lines.join('\n')).toContain('Ratna <ratna@contoh.id>');
});
