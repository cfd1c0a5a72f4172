import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import type { Db } from '../../../server/db/db.ts';
import type { Mail } from '../../../server/mail/mailer.ts';
import { createOutbox } from '../../../server/mail/outbox.ts';
import { openMigrated } from '../../support/database/database-image.ts';

const letter: Mail = { to: 'a@contoh.id', subject: 'halo', text: 'isi' };
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

test('without SMTP the row is the delivery', async () => {
  await createOutbox(db, clock, log, null).send(letter);
  expect(await newest()).toEqual({ sent_at: expect.any(Date), failure: null });
});

test('with SMTP the sender does not wait, and the row says when it went', async () => {
  let finish = () => {};
  const carried: string[] = [];
  const outbox = createOutbox(db, clock, log, async (mail) => {
    carried.push(mail.recipient);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await outbox.send(letter);
  expect(await newest()).toEqual({ sent_at: null, failure: null });
  await expect.poll(() => carried).toEqual([letter.to]);
  finish();
  await expect.poll(async () => (await newest())?.sent_at).toBeInstanceOf(Date);
});

test('a refusal for good is noted by its class and status, without the address, and never tried again', async () => {
  const refusal = Object.assign(new Error('550 a@contoh.id unknown'), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    responseCode: 550,
    response: '550 5.1.1 <a@contoh.id> unknown',
  });
  const outbox = createOutbox(db, clock, log, () => Promise.reject(refusal));
  await outbox.send(letter);
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
  const [told] = await db.query(
    'select action, object, detail from audit_log order by id desc limit 1',
  );
  expect(told).toEqual({
    action: 'mail.refused',
    object: `mail:${row?.id}`,
    detail: { failure: 'EENVELOPE 550', status: '5.1.1' },
  });
});

test('a letter of a transaction that is undone was never written', async () => {
  const before = await db.query('select 1 from mails');
  const carried: string[] = [];
  const outbox = createOutbox(db, clock, log, async (mail) => {
    carried.push(mail.recipient);
  });
  const undone = db.tx(async (tx) => {
    await outbox.enqueue(tx, letter);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await db.query('select 1 from mails')).toHaveLength(before.length);
  expect(carried).toEqual([]);
});

test('a letter whose process died over it is carried by the next one, once, under the same Message-ID', async () => {
  await db.query('delete from mails');
  const tokens: string[] = [];
  const never = new Promise<void>(() => {});
  const died = createOutbox(db, clock, log, (mail) => {
    tokens.push(mail.token);
    return never;
  });
  await died.send(letter);
  await died.send({ ...letter, html: '<p>isi</p>' });
  await expect.poll(() => tokens).toHaveLength(2);
  const carried: string[] = [];
  const next = () =>
    createOutbox(db, clock, log, async (mail) => {
      carried.push(mail.token);
    });
  await next().carryDue();
  expect(carried).toEqual([]);
  // Long enough that the process that held it is gone.
  clock.advance(6 * 60);
  await Promise.all([next().carryDue(), next().carryDue()]);
  expect(carried.toSorted()).toEqual(tokens.toSorted());
  await next().carryDue();
  expect(carried).toHaveLength(2);
});

test('the one process of a database takes up at its start what the last one was at', async () => {
  await db.query('delete from mails');
  const never = new Promise<void>(() => {});
  const begun: number[] = [];
  await createOutbox(db, clock, log, (mail) => {
    begun.push(mail.recipient.length);
    return never;
  }).send(letter);
  await expect.poll(() => begun).toHaveLength(1);
  const carried: string[] = [];
  const restarted = createOutbox(db, clock, log, async (mail) => {
    carried.push(mail.recipient);
  });
  await restarted.carryLeft();
  await restarted.carryDue();
  expect(carried).toEqual([letter.to]);
});

test('a database that is gone does not fail the caller', async () => {
  const gone = { ...db, query: () => Promise.reject(new Error('PGlite is closed')) };
  await expect(createOutbox(gone, clock, log, null).send(letter)).resolves.toBeUndefined();
});
