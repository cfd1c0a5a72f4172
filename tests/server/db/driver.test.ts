import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../../server/db/db.ts';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { lockFolder } from '../../../server/db/folder-lock.ts';
import { migrate } from '../../../server/db/migrations/migrate.ts';
import { formerSteps, migrations } from '../../../server/db/migrations/migrations.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { isUniqueViolation } from '../../../server/db/transaction.ts';
import { StartError } from '../../../server/start-error.ts';
import { readImage } from '../../support/database/database-image.ts';
import { openEmpty } from '../../support/database/open-migrated.ts';

// A PostgreSQL server of the tester's own: the tests use one separate table and delete nothing else.
const serverUrl = process.env.TEST_DATABASE_URL;
const drivers: [string, () => Promise<Db>][] = [
  ['embedded', () => openEmbedded('memory', readImage('migrated'))],
  ...(serverUrl === undefined
    ? []
    : [['server', () => openPostgres({ url: serverUrl })] as [string, () => Promise<Db>]]),
];

describe.each(drivers)('the %s database', (name, open) => {
  let db: Db;

  beforeAll(async () => {
    db = await open();
    await db.script(
      'drop table if exists driver_trial; create table driver_trial (id int primary key, big bigint, at timestamptz, data jsonb)',
    );
  });
  beforeEach(() => db.query('delete from driver_trial'));
  afterAll(async () => {
    await db.script('drop table driver_trial');
    await db.close();
  });

  const count = async () =>
    (await db.query<{ n: number }>('select count(*) as n from driver_trial'))[0]?.n;

  test('bigint comes as number, timestamptz as Date, jsonb parsed, undefined as null', async () => {
    const at = new Date('2026-03-07T12:30:00.123Z');
    const [row] = await db.query(
      'insert into driver_trial values (1, $1, $2, $3::jsonb) returning big, at, data',
      [9_000_000_000_000, at, JSON.stringify([{ a: 1 }])],
    );
    expect(row).toEqual({ big: 9_000_000_000_000, at, data: [{ a: 1 }] });
    const returning = 'insert into driver_trial values (2, $1) returning big';
    expect(await db.query(returning, [undefined])).toEqual([{ big: null }]);
  });

  test('a throw rolls back the whole transaction, and its effects never run', async () => {
    let ran = 0;
    const failing = db.tx(async (tx) => {
      await tx.query('insert into driver_trial values (1)');
      tx.afterCommit(() => {
        ran += 1;
      });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect([await count(), ran]).toEqual([0, 0]);
  });

  test('effects run after the commit, in order', async () => {
    const seen: string[] = [];
    await db.tx(async (tx) => {
      tx.afterCommit(() => seen.push('first'));
      await tx.query('insert into driver_trial values (1)');
      tx.afterCommit(() => seen.push('second'));
      seen.push('work');
    });
    expect(seen).toEqual(['work', 'first', 'second']);
  });

  test('a failing statement ends the transaction and leaves the database usable', async () => {
    await db.query('insert into driver_trial values (1)');
    const clash = db.tx((tx) => tx.query('insert into driver_trial values (1)'));
    await expect(clash).rejects.toSatisfy((error) => isUniqueViolation(error, 'driver_trial_pkey'));
    expect(await count()).toBe(1);
  });

  test('parallel transactions that add to one row lose nothing', async () => {
    await db.query('insert into driver_trial values (1, 0)');
    const add = () =>
      db.tx(async (tx) => {
        const [row] = await tx.query<{ big: number }>(
          'select big from driver_trial where id = 1 for update',
        );
        await tx.query('update driver_trial set big = $1 where id = 1', [(row?.big ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 20 }, add));
    expect(await db.query('select big from driver_trial')).toEqual([{ big: 20 }]);
  });

  test.each([
    ['40001', 3],
    ['40P01', 3],
    ['23505', 1],
  ])('%s is tried %i times in all', async (code, times) => {
    let tries = 0;
    const work = () => {
      tries += 1;
      return Promise.reject(Object.assign(new Error('try again'), { code }));
    };
    await expect(db.tx(work)).rejects.toMatchObject({ code });
    expect(tries).toBe(times);
  });

  test('the effects of a failed try are dropped', async () => {
    let tries = 0;
    const ran: number[] = [];
    await db.tx(async (tx) => {
      tries += 1;
      const current = tries;
      tx.afterCommit(() => ran.push(current));
      if (tries === 1) throw Object.assign(new Error('try again'), { code: '40001' });
    });
    expect(ran).toEqual([2]);
  });

  // A server has further connections.
  test.runIf(name === 'embedded')(
    'a statement beside an open transaction is refused instead of hanging',
    async () => {
      await expect(db.tx(() => db.query('select 1'))).rejects.toThrow(
        'outside of its open transaction',
      );
      expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    },
  );
});

test('each migration is applied once, and a failing one is rolled back', async () => {
  const db = await openEmpty();
  expect(await migrate(db)).toEqual(migrations.map((step) => step.id));
  expect(await migrate(db)).toEqual([]);
  const broken = { id: 'x', sql: 'create table half (id int);\ncreate table half (id int)' };
  await expect(migrate(db, [broken])).rejects.toThrow('already exists');
  await expect(db.query('select * from half')).rejects.toThrow('does not exist');
  expect(await migrate(db, [{ id: 'x', sql: 'create table half (id int)' }])).toEqual(['x']);
  await db.close();
});

describe('a database from before the schema became one file', () => {
  const former = async (count: number) => {
    const db = await openEmpty();
    await migrate(db);
    await db.query('delete from applied_steps');
    await db.query(
      `insert into applied_steps select 'step-' || n from generate_series(2, $1::int) n`,
      [count],
    );
    await db.query('insert into applied_steps (id) values ($1)', [formerSteps.last]);
    return db;
  };

  test('is adopted with exactly the last step, where its schema is that of the first file', async () => {
    const db = await former(formerSteps.count);
    await db.query('alter table seats add column by_hand int');
    await expect(migrate(db)).rejects.toThrow('more: seats by_hand integer');
    await db.query('alter table seats drop column by_hand');
    expect(await migrate(db)).toEqual(migrations.slice(1).map(({ id }) => id));
    expect(await db.query('select id from applied_steps order by id')).toEqual(
      migrations.map(({ id }) => ({ id })),
    );
    await db.close();
  });

  test('is refused with other steps, by the commit that brings it there', async () => {
    const db = await former(formerSteps.count - 1);
    await expect(migrate(db)).rejects.toThrow(`Start commit ${formerSteps.commit} once`);
    await db.close();
  });
});

describe('the data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'roetix-folder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is locked while in use, and the refusal names the process', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(StartError);
    expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`);
    unlock();
    lockFolder(folder)();
    writeFileSync(join(folder, 'server.lock'), `${process.ppid}\n`);
    expect(() => lockFolder(folder)).toThrow(`process ${process.ppid}`);
  });

  test.each([
    ['a process that is gone', '999999999 1'],
    ['this process id in an earlier life', `${process.pid} 1`],
    ['another program under the same id', `${process.ppid} 1`],
    ['nobody', 'rubbish'],
  ])('a lock left by %s is taken over', (_who, content) => {
    writeFileSync(join(folder, 'server.lock'), content);
    lockFolder(folder)();
  });
});
