import { expect, it } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import { createJobStore, enqueue, type NewJob } from '../../../server/jobs/job-store.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';

/** Queues over a clock that stands. */
async function openStore() {
  const db = await openMigrated();
  const clock = createClock(0, () => Date.UTC(2027, 0, 1));
  const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
  const put = (key: string, seconds: number, job: Partial<NewJob> = {}) =>
    enqueue(db, [{ queue: 'ask-a', key, dueAt: after(seconds), ...job }]);
  const store = createJobStore(db, clock);
  const keys = async (most = 100) => (await store.take('ask-a', most)).map(({ key }) => key);
  return { db, clock, after, put, store, keys };
}

it('a job is stored with the transaction that needs it, or not at all', async () => {
  const { db, after, store, keys } = await openStore();
  const job = { queue: 'ask-a', key: 'p1', dueAt: after(0) };
  const undone = db.tx(async (tx) => {
    await enqueue(tx, [job]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await keys()).toEqual([]);
  await db.tx((tx) => enqueue(tx, [job]));
  expect(await store.due(['ask-a', 'ask-b'])).toEqual(['ask-a']);
  expect(await keys()).toEqual(['p1']);
});

it('jobs are due by the clock of the server, waiting once at the earlier time', async () => {
  const { clock, put, store, keys } = await openStore();
  await put('p1', 300);
  await put('p1', 60);
  await put('p1', 900);
  clock.advance(59);
  expect(await store.due(['ask-a'])).toEqual([]);
  expect(await keys()).toEqual([]);
  clock.advance(1);
  expect(await keys()).toEqual(['p1']);
  expect(await keys()).toEqual([]);
});

it('no two processes get the same job; priority comes first, then what waited longest', async () => {
  const { put, store, keys } = await openStore();
  for (const key of ['p1', 'p2', 'p3', 'p4']) await put(key, 0);
  await put('p5', 0, { priority: 1 });
  const both = await Promise.all([store.take('ask-a', 2), store.take('ask-a', 2)]);
  expect(new Set(both.flat().map(({ key }) => key)).size).toBe(4);
  expect(both.flat().map(({ key }) => key)).toContain('p5');
  expect(await keys()).toHaveLength(1);
});

it('a taken job is over, waits again behind the others, or is set aside', async () => {
  const { db, clock, after, put, store, keys } = await openStore();
  await put('p1', 0);
  await put('p2', 0);
  const taken = await store.take('ask-a', 2);
  const [first, second] = taken.sort((a, b) => a.key.localeCompare(b.key));
  await store.again(first!, { dueAt: after(0), priority: 0, pauses: 2, failures: 1 });
  await store.bury(second!, 'TypeError');
  await put('p3', 0);
  const next = await store.take('ask-a', 9);
  expect(new Set(next)).toEqual(
    new Set([
      expect.objectContaining({ key: 'p1', pauses: 2, failures: 1 }),
      expect.objectContaining({ key: 'p3', pauses: 0 }),
    ]),
  );
  expect(
    await db.query(`select singleton_key, output from job_common where state = 'failed'`),
  ).toEqual([{ singleton_key: 'p2', output: { error: 'TypeError' } }]);
  // Their process is gone.
  clock.advance(59);
  await store.freeLeft();
  expect(await keys()).toEqual([]);
  clock.advance(1);
  await store.freeLeft();
  const left = await store.take('ask-a', 9);
  expect(left.map(({ key }) => key).sort()).toEqual(['p1', 'p3']);
  for (const job of left) await store.done(job);
  expect(await db.query(`select 1 as one from job_common where state <> 'failed'`)).toEqual([]);
});

it('jobs that were put off are due at once when their gateway is back', async () => {
  const { after, put, store, keys } = await openStore();
  await put('p1', 0);
  const [job] = await store.take('ask-a', 1);
  await store.again(job!, { dueAt: after(900), priority: 0, pauses: 1, failures: 0 });
  await put('p2', 900);
  await store.hasten('ask-a');
  expect(await keys()).toEqual(['p1']);
});

it('a start refuses tables of another version of the engine, and tries dead letters again', async () => {
  const { db, put, store, keys } = await openStore();
  await put('p1', 0);
  const [job] = await store.take('ask-a', 1);
  await store.bury(job!, 'TypeError');
  await db.query('update version set version = 23');
  await expect(store.start()).rejects.toThrow('requires migrations');
  await db.query('update version set version = 24');
  expect(await keys()).toEqual([]);
  await store.start();
  expect(await keys()).toEqual(['p1']);
});
