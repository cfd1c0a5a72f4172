import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../../server/clock.ts';
import type { Db, Row } from '../../../server/db/db.ts';
import { clearAll, isSeeded, seed, seededTables } from '../../../server/seed/insert.ts';
import { openMigrated } from '../../support/database/open-migrated.ts';

// A start on a new database inserts all of it, 50,000 seats of one event among them, in about 2 s on two shared cores.
const contents = {
  countries: 'id',
  provinces: 'id',
  organizers: 'id',
  events: 'id',
  categories: 'id',
  forms: 'id',
  vouchers: 'code',
  queue_rooms: 'event_id',
  accounts: 'id',
} as const;

async function contentsOf(db: Db): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {};
  for (const [table, key] of Object.entries(contents)) {
    const rows = await db.query(`select * from ${table} order by ${key}`);
    // Salted again each time, and counted on from earlier rows.
    found[table] = rows.map(({ password_hash, layout_version, ...row }) => row);
  }
  found.seats = await db.query(
    `select event_id, seat_number, row_number, row_label, column_number, category_id, status from seats
     where event_id <> (select id from events where slug = 'stadion-nusantara') order by event_id, seat_number`,
  );
  return found;
}

describe('the whole seed', () => {
  let db: Db;
  const clock = createClock();
  const progress: [number, number, string][] = [];

  beforeAll(async () => {
    db = await openMigrated();
    expect(await isSeeded(db)).toBe(false);
    await seed(db, clock, { onProgress: (...step) => progress.push(step) });
  });
  afterAll(() => db.close());

  it('contains the rows that other code relies on', async () => {
    expect(await isSeeded(db)).toBe(true);
    const [counts] = await db.query(
      `select (select count(*)::int from events) as events,
         (select count(distinct province_id)::int from events) as provinces,
         (select count(*)::int from seats s join events e on e.id = s.event_id
          where e.slug = 'stadion-nusantara' and s.status = 'available') as stadium,
         (select capacity from queue_rooms r join events e on e.id = r.event_id where e.slug = 'pesta-rakyat-bandung') as room,
         (select lowest_price from events where slug = 'seminar-gratis-yogya') as free`,
    );
    expect(counts?.events).toBeGreaterThanOrEqual(24);
    expect(counts?.provinces).toBeGreaterThanOrEqual(10);
    expect(counts).toMatchObject({ stadium: 50_000, room: 2, free: 0 });
    const vouchers = await db.query<{ code: string; expired: boolean }>(
      'select code, coalesce(expires_at < $1, false) as expired from vouchers order by code',
      [clock.now()],
    );
    expect(vouchers).toEqual([
      { code: 'HEMAT10', expired: false },
      { code: 'KADALUARSA', expired: true },
      { code: 'POTONG50', expired: false },
      { code: 'SEKALI', expired: false },
    ]);
  });

  it('lets the three people sign in with their password', async () => {
    const rows = await db.query<{ email: string; password_hash: string; is_verified: boolean }>(
      'select email, password_hash, is_verified from accounts order by email',
    );
    expect(rows.map((row) => [row.email, row.is_verified])).toEqual([
      ['baru@contoh.id', false],
      ['pembeli2@contoh.id', true],
      ['pembeli@contoh.id', true],
    ]);
    for (const row of rows) {
      expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(await verify(row.password_hash, 'tiket1234')).toBe(true);
    }
  });

  it('gives the cheapest category its price and each seat a category', async () => {
    const wrong = await db.query(
      `select e.slug from events e
       where e.lowest_price <> (select min(price) from categories c where c.event_id = e.id)
          or exists (select 1 from seats s where s.event_id = e.id and (s.status = 'block') <> (s.category_id is null))`,
    );
    expect(wrong).toEqual([]);
  });

  it('reports its progress, and changes nothing the second time', async () => {
    expect(progress.map(([done]) => done)).toEqual(progress.map((_, index) => index + 1));
    expect(new Set(progress.map(([, total]) => total))).toEqual(new Set([progress.length]));
    const before = progress.length;
    await seed(db, clock, { onProgress: (...step) => progress.push(step) });
    expect(progress).toHaveLength(before);
  });

  it('is the same on another database the same day, and after a reset', async () => {
    const first = await contentsOf(db);
    const other = await openMigrated();
    await seed(other, clock);
    expect(await contentsOf(other)).toEqual(first);
    await other.query(`insert into server_facts (name, value) values ('key.otp', 'tetap')`);
    await other.query(
      `insert into staff (id, email, name, roles, created_at, totp_secret, totp_step)
       values (gen_random_uuid(), 'rani@uji.id', 'Rani', '{owner}', now(), 'terkunci', 99)`,
    );
    const versions = 'select slug, layout_version from events order by slug';
    const before = await other.query(versions);
    await clearAll(other);
    expect(await isSeeded(other)).toBe(false);
    expect(await other.query('select * from server_facts')).toEqual([
      { name: 'key.otp', value: 'tetap' },
    ]);
    expect(await other.query('select name, totp_step from staff')).toEqual([
      { name: 'Rani', totp_step: 0 },
    ]);
    for (const table of seededTables)
      expect(await other.query(`select 1 from ${table}`)).toEqual([]);
    await seed(other, clock);
    expect(await contentsOf(other)).toEqual(first);
    const after = await other.query(versions);
    for (const [index, row] of after.entries()) {
      expect(row.layout_version).not.toBe(before[index]?.layout_version);
    }
    await other.close();
  });
});

describe('part of the seed', () => {
  it('inserts only the named events, with their usual ids', async () => {
    const db = await openMigrated();
    await seed(db, createClock(), { only: ['teater-tanpa-form-solo'] });
    const events = await db.query<{ slug: string }>('select slug from events');
    expect(events.map((event) => event.slug)).toEqual(['teater-tanpa-form-solo']);
    const [category] = await db.query<{ id: string }>(
      'select id from categories order by position',
    );
    expect(category?.id).toMatch(/^c[0-9a-z]{4,8}$/);
    await db.close();
  });

  it('refuses an unknown name and leaves nothing behind', async () => {
    const db = await openMigrated();
    await expect(seed(db, createClock(), { only: ['tidak-ada'] })).rejects.toThrow('tidak-ada');
    expect(await isSeeded(db)).toBe(false);
    expect(await db.query('select 1 from accounts')).toEqual([]);
    await db.close();
  });
});

it('empties every table but the staff, the server facts and the list of migrations', async () => {
  const db = await openMigrated();
  const tables = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const kept = ['applied_steps', 'server_facts', 'staff', 'staff_sessions'];
  expect(tables.map((table) => table.name).filter((name) => !kept.includes(name))).toEqual(
    [...seededTables].sort(),
  );
  await db.close();
});
