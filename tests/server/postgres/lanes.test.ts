import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db, Queryable } from '../../../server/db/db.ts';
import type { Lane } from '../../../server/db/lanes.ts';
import { openPostgres } from '../../../server/db/postgres.ts';
import { isDatabaseBusy } from '../../../server/db/transaction.ts';
import { StartError } from '../../../server/start-error.ts';
import { createOwn, describePostgres } from './own-database.ts';

describePostgres('the lanes over a PostgreSQL server', (url) => {
  let db: Db;

  beforeAll(async () => {
    await createOwn(url);
    db = await openPostgres({ url });
    await db.script('create table held (id int primary key); insert into held values (1), (2)');
  });
  afterAll(() => db?.close());

  test.each<[Lane, string, string, string, string]>([
    ['buy', 'roetix buy', '2s', '4s', '5s'],
    ['read', 'roetix read', '500ms', '4s', '5s'],
    ['catalogue', 'roetix read', '500ms', '4s', '5s'],
    ['tick', 'roetix tick', '1s', '30s', '10s'],
    ['health', 'roetix health', '500ms', '4s', '1s'],
    ['upkeep', 'roetix upkeep', '0', '0', '20s'],
  ])('%s is named and limited at the server', async (lane, name, lock, statement, idle) => {
    const [row] = await db.lane(lane).query(
      `select current_setting('application_name') as name, current_setting('lock_timeout') as lock,
         current_setting('statement_timeout') as statement, current_setting('tcp_user_timeout') as peer,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    expect(row).toEqual({ name, lock, statement, idle, peer: '20000' });
  });

  test('a statement is prepared once per connection', async () => {
    const prepared = await db.tx(async (tx) => {
      for (const id of [1, 2]) await tx.query('select id + 0 as id from held where id = $1', [id]);
      return tx.query(
        `select count(*) as n from pg_prepared_statements where statement like 'select id + 0%'`,
      );
    });
    expect(prepared).toEqual([{ n: 1 }]);
  });

  test.each<[string, (work: (q: Queryable) => Promise<unknown>) => Promise<unknown>]>([
    ['statement', (work) => work(db)],
    ['transaction', (work) => db.tx(work)],
    [
      'transaction whose last write travels with its commit',
      (work) => db.tx(async (tx) => tx.withCommit(work(tx))),
    ],
  ])('a %s whose plan a migration made stale runs once more, and only then', async (kind, run) => {
    const table = `grown_${kind.length}`;
    await db.script(`create table ${table} (id serial, one int)`);
    const insert = `insert into ${table} (one) values (1) returning *`;
    let runs = 0;
    const write = () =>
      run((q) => {
        runs += 1;
        return q.query(insert);
      });
    await write();
    await db.script(`alter table ${table} add column two int`);
    await write();
    await write();
    expect([runs, await db.query(`select count(*) as n from ${table}`)]).toEqual([
      kind === 'statement' ? 3 : 4,
      [{ n: 3 }],
    ]);
  });

  test('an exhausted lane leaves the connections of the others free', async () => {
    const holder = await hold(db.lane('upkeep'), 1);
    const stuck = Array.from({ length: 30 }, (_, index) =>
      lock(db.lane('buy', `event ${index % 3}`), 1).catch((error: unknown) => error),
    );
    expect(await db.lane('read').query('select count(*) as n from held')).toEqual([{ n: 2 }]);
    expect(await db.lane('health').query('select 1 as one')).toEqual([{ one: 1 }]);
    await lock(db.lane('tick'), 2);
    const errors = await Promise.all(stuck);
    expect(errors.every(isDatabaseBusy)).toBe(true);
    await holder.end();
    await lock(db, 1);
  });

  test('one share that waits for a row leaves connections of its lane to another', async () => {
    const holder = await hold(db.lane('upkeep'), 1);
    const stuck = Array.from({ length: 30 }, () =>
      lock(db.lane('buy', 'event held'), 1).catch((error: unknown) => error),
    );
    let isOver = false;
    const ends = Promise.all(stuck).finally(() => {
      isOver = true;
    });
    // On a slow machine they may never wait all at once.
    while (!isOver && (await waitingForLocks(db.lane('tick'))) < 5);
    await lock(db.lane('buy', 'event other'), 2);
    expect(await waitingForLocks(db.lane('tick'))).toBeLessThanOrEqual(5);
    expect((await ends).every(isDatabaseBusy)).toBe(true);
    await holder.end();
  });

  test('a statement that takes too long is ended, and its connection serves the next', async () => {
    const slow = db.lane('health').query('select pg_sleep(30)');
    await expect(slow).rejects.toSatisfy(isDatabaseBusy);
    expect(await db.lane('health').query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('an idle transaction, as of a stopped process, is ended by the server: its rows are free again, and it leaves no change', async () => {
    const idle = db.lane('health').tx(async (tx) => {
      await tx.query('delete from held where id = 2');
      await untilFree(url, 2);
      await tx.query('select 1');
    });
    await expect(idle).rejects.toThrow();
    expect(await db.query('select id from held order by id')).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('a catalogue replica serves the catalogue alone; an unreachable one stops the start', async () => {
    const copied = await openPostgres({ url, readUrl: url });
    const nameOf = async (lane: Lane) =>
      (await copied.lane(lane).query("select current_setting('application_name') as name"))[0]
        ?.name;
    expect([await nameOf('catalogue'), await nameOf('read')]).toEqual([
      'roetix catalogue',
      'roetix read',
    ]);
    await copied.close();
    const opening = openPostgres({ url, readUrl: 'postgres://127.0.0.1:1/nowhere' });
    await expect(opening).rejects.toThrow(StartError);
    await expect(opening).rejects.toThrow(/DATABASE_READ_URL/);
  });
});

async function lock(db: Db, id: number): Promise<void> {
  await db.tx((tx) => tx.query('select 1 from held where id = $1 for update', [id]));
}

/** Connections of the buying lane that wait for a lock. */
async function waitingForLocks(db: Db): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity
     where datname = current_database() and application_name = 'roetix buy' and wait_event_type = 'Lock'`,
  );
  return row?.n ?? 0;
}

/** Locks a row until the test stops it. */
async function hold(db: Db, id: number): Promise<{ end(): Promise<void> }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let held = () => {};
  const isHeld = new Promise<void>((resolve) => {
    held = resolve;
  });
  const holding = db.tx(async (tx) => {
    await tx.query('select 1 from held where id = $1 for update', [id]);
    held();
    await released;
  });
  await Promise.race([isHeld, holding]);
  return {
    end: () => {
      release();
      return holding;
    },
  };
}

/** Resolves once the row can be locked by a connection of its own. */
async function untilFree(url: string, id: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select 1 from held where id = $1 for update', [id]);
  await client.end();
}
