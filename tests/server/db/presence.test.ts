import { expect, it } from 'vitest';
import type { Db } from '../../../server/db/db.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { isPresentSql, openPresence, presenceLock } from '../../../server/db/presence.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';

const url = process.env.TEST_DATABASE_URL;

const lives = async (db: Db, id: number) => {
  const [row] = await db.query<{ lives: boolean }>(`select ${isPresentSql('$1::int')} as lives`, [
    id,
  ]);
  return row?.lives;
};

it('a process is present until it closes; an unknown one is not', async () => {
  const db = await openMigrated();
  const one = await openPresence(db, null);
  const other = await openPresence(db, null);
  expect([await lives(db, one.id), await lives(db, other.id)]).toEqual([true, true]);
  await one.close();
  expect([await lives(db, one.id), await lives(db, other.id)]).toEqual([false, true]);
  await db.close();
  await other.close();
});

it.skipIf(url === undefined)(
  'on a server it ends with its connection, and returns if only the connection was lost',
  async () => {
    const db = await openPostgres({ url: url ?? '' });
    const one = await openPresence(db, url ?? '');
    expect(await lives(db, one.id)).toBe(true);
    const backend = `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid::bigint = $2`;
    const [before] = await db.query<{ pid: number }>(backend, [presenceLock, one.id]);
    await db.query('select pg_terminate_backend($1)', [before?.pid]);
    const pidNow = async () =>
      (await db.query<{ pid: number }>(backend, [presenceLock, one.id]))[0]?.pid;
    await expect.poll(async () => [undefined, before?.pid].includes(await pidNow())).toBe(false);
    await one.close();
    await expect.poll(() => lives(db, one.id)).toBe(false);
    await db.close();
  },
);
