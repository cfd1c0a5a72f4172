import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClock } from '../../server/clock.ts';
import type { Db } from '../../server/db/db.ts';
import { openEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { Mail } from '../../server/mail/mailer.ts';
import { createOutbox } from '../../server/mail/outbox.ts';

const letter: Mail = { to: 'a@contoh.id', subject: 'halo', text: 'isi' };
const { log } = Fastify();
const clock = createClock();
let db: Db;
beforeAll(async () => {
  db = await openEmbedded('memory');
  await migrate(db);
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

test('a database that is gone does not fail the caller', async () => {
  const gone = await openEmbedded('memory');
  await gone.close();
  await expect(createOutbox(gone, clock, log, null).send(letter)).resolves.toBeUndefined();
});
