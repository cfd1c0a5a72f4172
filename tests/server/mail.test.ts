import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '../../server/clock.ts';
import type { Db } from '../../server/db/db.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { createOutbox } from '../../server/mail/outbox.ts';
import { openMigrated } from '../support/database-image.ts';

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
  const carried: Mail[] = [];
  const outbox = createOutbox(db, clock, log, async (mail) => {
    carried.push(mail);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await outbox.send(letter);
  expect(await newest()).toEqual({ sent_at: null, failure: null });
  expect(carried).toEqual([letter]);
  finish();
  await expect.poll(async () => (await newest())?.sent_at).toBeInstanceOf(Date);
});

test('a failure is noted by its code, without the address', async () => {
  const outbox = createOutbox(db, clock, log, () =>
    Promise.reject(Object.assign(new Error('550 a@contoh.id unknown'), { code: 'EENVELOPE' })),
  );
  await outbox.send(letter);
  await expect.poll(async () => (await newest())?.failure).toBe('EENVELOPE');
  expect((await newest())?.sent_at).toBeNull();
});

test('a letter of a transaction that is undone was never written', async () => {
  const before = await db.query('select 1 from mails');
  const carried: Mail[] = [];
  const outbox = createOutbox(db, clock, log, async (mail) => {
    carried.push(mail);
  });
  const undone = db.tx(async (tx) => {
    await outbox.enqueue(tx, letter);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await db.query('select 1 from mails')).toHaveLength(before.length);
  expect(carried).toEqual([]);
});

test('a letter whose process died over it is carried by the next one, once, unless it is out of date', async () => {
  await db.query('delete from mails');
  const never = new Promise<void>(() => {});
  const died = createOutbox(db, clock, log, () => never);
  await died.send(letter);
  await died.send({ ...letter, html: '<p>isi</p>' });
  const bounced = createOutbox(db, clock, log, () => Promise.reject(new Error('550')));
  await bounced.send(letter);
  await expect.poll(async () => (await newest())?.failure).toBe('not accepted');
  await db.query(
    `insert into mails (recipient, subject, body_text, created_at) values ('b@contoh.id', 'kemarin lusa', 'isi', $1)`,
    [new Date(clock.now().getTime() - 48 * 3_600_000)],
  );
  const carried: Mail[] = [];
  const before = clock.now();
  const restarted = () =>
    createOutbox(db, clock, log, async (mail) => {
      carried.push(mail);
    }).carryLeft(before);
  await createOutbox(db, clock, log, null).carryLeft(before);
  expect(carried).toEqual([]);
  await Promise.all([restarted(), restarted()]);
  expect(carried).toEqual([letter, { ...letter, html: '<p>isi</p>' }]);
  await restarted();
  expect(carried).toHaveLength(2);
});

test('a database that is gone does not fail the caller', async () => {
  const gone = { ...db, query: () => Promise.reject(new Error('PGlite is closed')) };
  await expect(createOutbox(gone, clock, log, null).send(letter)).resolves.toBeUndefined();
});
