import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db/db.ts';
import type { Email } from '../../../server/mail/mailer.ts';
import { createOutbox } from '../../../server/mail/outbox.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';

const email: Email = { to: 'a@contoh.id', subject: 'halo', text: 'isi' };
const { log } = Fastify();
const clock = createClock();
let db: Db;
beforeAll(async () => {
  db = await openMigrated();
});
afterAll(() => db.close());

const newest = async () =>
  (
    await db.query<{ sent_at: Date | null; failure: string | null }>(
      'select sent_at, failure from mails order by id desc limit 1',
    )
  )[0];

test('without SMTP the row counts as sent', async () => {
  await createOutbox(db, clock, log, null).send(email);
  expect(await newest()).toEqual({ sent_at: expect.any(Date), failure: null });
});

test('with SMTP the caller does not wait, and the row records the time of sending', async () => {
  let finish = () => {};
  const sent: string[] = [];
  const outbox = createOutbox(db, clock, log, async (mail) => {
    sent.push(mail.recipient);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await outbox.send(email);
  expect(await newest()).toEqual({ sent_at: null, failure: null });
  await expect.poll(() => sent).toEqual([email.to]);
  finish();
  await expect.poll(async () => (await newest())?.sent_at).toBeInstanceOf(Date);
});

test('a permanent refusal is recorded by class and status, without the address, and not retried', async () => {
  const refusal = Object.assign(new Error('550 a@contoh.id unknown'), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: 550,
    response: '550 5.1.1 <a@contoh.id> unknown',
  });
  const outbox = createOutbox(db, clock, log, () => Promise.reject(refusal));
  await outbox.send(email);
  await expect.poll(async () => (await newest())?.failure).toBe('EENVELOPE 550');
  const [row] = await db.query('select * from mails order by id desc limit 1');
  expect(row).toMatchObject({
    sent_at: null,
    next_try_at: null,
    attempts: 1,
    gave_up_at: expect.any(Date),
    bounced_at: expect.any(Date),
    bounce_status: '5.1.1',
  });
  const [entry] = await db.query(
    'select action, object, detail from audit_log order by id desc limit 1',
  );
  expect(entry).toEqual({
    action: 'mail.refused',
    object: `mail:${row?.id}`,
    detail: { failure: 'EENVELOPE 550', status: '5.1.1' },
  });
});

test('an e-mail of a rolled-back transaction is not written', async () => {
  const before = await db.query('select 1 from mails');
  const sent: string[] = [];
  const outbox = createOutbox(db, clock, log, async (mail) => {
    sent.push(mail.recipient);
  });
  const undone = db.tx(async (tx) => {
    await outbox.enqueue(tx, email);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await db.query('select 1 from mails')).toHaveLength(before.length);
  expect(sent).toEqual([]);
});

test('the next process sends an abandoned e-mail once, under the same Message-ID', async () => {
  await db.query('delete from mails');
  const tokens: string[] = [];
  const never = new Promise<void>(() => {});
  const died = createOutbox(db, clock, log, (mail) => {
    tokens.push(mail.token);
    return never;
  });
  await died.send(email);
  await died.send({ ...email, html: '<p>isi</p>' });
  await expect.poll(() => tokens).toHaveLength(2);
  const sent: string[] = [];
  const next = () =>
    createOutbox(db, clock, log, async (mail) => {
      sent.push(mail.token);
    });
  await next().deliverDue();
  expect(sent).toEqual([]);
  // Longer than the lease of the process that claimed it.
  clock.advance(6 * 60);
  await Promise.all([next().deliverDue(), next().deliverDue()]);
  expect(sent.toSorted()).toEqual(tokens.toSorted());
  await next().deliverDue();
  expect(sent).toHaveLength(2);
});

test('at start, the single process of a database sends the e-mails that its predecessor abandoned', async () => {
  await db.query('delete from mails');
  const never = new Promise<void>(() => {});
  const startedIds: number[] = [];
  await createOutbox(db, clock, log, (mail) => {
    startedIds.push(mail.recipient.length);
    return never;
  }).send(email);
  await expect.poll(() => startedIds).toHaveLength(1);
  const sent: string[] = [];
  const restarted = createOutbox(db, clock, log, async (mail) => {
    sent.push(mail.recipient);
  });
  await restarted.releaseAbandoned();
  await restarted.deliverDue();
  expect(sent).toEqual([email.to]);
});

test('a closed database does not fail the caller', async () => {
  const gone = { ...db, query: () => Promise.reject(new Error('PGlite is closed')) };
  await expect(createOutbox(gone, clock, log, null).send(email)).resolves.toBeUndefined();
});
