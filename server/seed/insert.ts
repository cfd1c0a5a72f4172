import { hash } from '@node-rs/argon2';
import { instantOf, startOfDay } from '../../contract/event-folder/moment.ts';
import type { Clock } from '../clock.ts';
import type { Db, Queryable } from '../db/db.ts';
import { insertPlaces, planFolder } from '../domain/catalogue/folder/apply-event.ts';
import { stableId } from '../domain/stable-id.ts';
import { accounts } from './accounts.ts';
import { sampleEvents, sampleFolders, sampleOrganizers } from './samples.ts';
import { vouchers } from './vouchers.ts';

/** Row of `server_facts` with the time of the seed. */
export const seedStampName = 'seed.stamp';
/** Row of `server_facts` with the offset of the development clock. */
export const clockOffsetName = 'clock.offset';

/** Seconds by which the development clock of this database runs ahead. */
export async function clockOffset(db: Db): Promise<number> {
  const [row] = await db.query<{ value: string }>(
    'select value from server_facts where name = $1',
    [clockOffsetName],
  );
  return Number(row?.value ?? 0);
}

/** Options of the seed. */
export interface SeedOptions {
  /** Called after each event with the number of inserted events, the number of all, and the label of the last. */
  readonly onProgress?: (done: number, total: number, label: string) => void;
  /** Slugs of the events to insert; all by default. Places, organisers and vouchers are always inserted. */
  readonly only?: readonly string[];
  /** False omits the accounts, whose password is public. */
  readonly accounts?: false;
}

/** Tables of people and their data. */
const peopleTables = [
  'job',
  'support_messages',
  'audit_log',
  'methods_off',
  'presale_uses',
  'waiting_list',
  'event_news',
  'refund_offers',
  'simulated_charges',
  'payment_notices',
  'gate_entries',
  'gate_undone',
  'staff_notices',
  'gate_counters',
  'gate_passes',
  'idempotency_keys',
  'ticket_transfers',
  'tickets',
  'ledger_entries',
  'invoices',
  'refund_overrules',
  'refund_tickets',
  'refunds',
  'payments',
  'attendee_answers',
  'voucher_claims',
  'seat_claims',
  'order_subjects',
  'order_seats',
  'orders',
  'turn_pushes',
  'purchase_sessions',
  'draws',
  'queue_gone',
  'queue_gone_counts',
  'queue_rooms',
  'google_flows',
  'google_identities',
  'mails',
  'login_failures',
  'limit_budgets',
  'challenge_uses',
  'otp_codes',
  'auth_sessions',
  'legal_acceptances',
  'legal_texts',
  'account_photos',
  'accounts',
] as const;

/** Tables that `clearAll` empties; `server_facts`, the staff and the list of migrations are not among them. */
export const seededTables = [
  ...peopleTables,
  'vouchers',
  'presale_codes',
  'presale_people',
  'event_folder_files',
  'event_folders',
  'forms',
  'seats',
  'seat_counts',
  'categories',
  'events',
  'organizers',
  'provinces',
  'countries',
] as const;

/** A key that no other lock uses: two processes over one database must not both insert the seed. */
const seedLock = 7_301_992;

/** True once the database contains the seed. */
export async function isSeeded(q: Queryable): Promise<boolean> {
  const rows = await q.query('select 1 from server_facts where name = $1', [seedStampName]);
  return rows.length > 0;
}

/**
 * Inserts the seed in one transaction: a process killed in the middle leaves nothing behind. Every date counts from the clock's day in Western
 * Indonesia Time. Does nothing if the seed exists already. Throws on a slug in `only` that is not seeded.
 */
export async function seed(db: Db, clock: Clock, options: SeedOptions = {}): Promise<void> {
  const unknown =
    options.only?.filter((slug) => !sampleFolders().some((folder) => folder.slug === slug)) ?? [];
  if (unknown.length > 0) throw new Error(`No such seeded event: ${unknown.join(', ')}`);
  const base = startOfDay(clock.now(), 'Asia/Jakarta');
  // The hash comes before the transaction opens: a transaction awaits nothing but SQL.
  const hashes = await passwordHashes();
  await db.lane('upkeep').tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [seedLock]);
    if (await isSeeded(tx)) return;
    await insertPlaces(tx);
    for (const organizer of sampleOrganizers()) {
      await tx.query('insert into organizers (id, name, logo) values ($1, $2, $3)', [
        organizer.slug,
        organizer.name,
        `/media/logos/${organizer.slug}.svg`,
      ]);
    }
    await insertVouchers(tx, base);
    if (options.accounts !== false) await insertAccounts(tx, base, hashes);
    const chosen = sampleFolders().filter(
      ({ slug }) => options.only === undefined || options.only.includes(slug),
    );
    for (const [done, folder] of chosen.entries()) {
      // The folders of the samples have no codes.
      const plan = await planFolder(tx, folder, clock.now(), '');
      await plan.write(() => {});
      options.onProgress?.(done + 1, chosen.length, folder.slug);
    }
    await tx.query('insert into server_facts (name, value) values ($1, $2)', [
      seedStampName,
      base.toISOString(),
    ]);
  });
}

/**
 * Empties every table for a development reset; signing keys and the staff stay, the seed stamp and the clock's offset are deleted. Row numbers are not
 * restarted, so that no old id can refer to a new row.
 */
export async function clearAll(db: Db): Promise<void> {
  await db.lane('upkeep').tx(async (tx) => {
    await tx.query(`truncate table ${seededTables.join(', ')}`);
    await forgetStaffCodes(tx);
    await tx.query('delete from server_facts where name = any($1::text[])', [
      [seedStampName, clockOffsetName],
    ]);
  });
}

/**
 * Deletes the data of people and inserts accounts, vouchers and capacities again; the catalogue and its seats stay, all free. False, with
 * nothing changed, if the seed is missing or was inserted on another day, from which its dates count.
 */
export async function resetPeople(db: Db, clock: Clock): Promise<boolean> {
  const base = startOfDay(clock.now(), 'Asia/Jakarta');
  const hashes = await passwordHashes();
  const shows = sampleEvents().flatMap((event) => event.shows);
  return db.lane('upkeep').tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [seedLock]);
    const [stamp] = await tx.query<{ value: string }>(
      'select value from server_facts where name = $1',
      [seedStampName],
    );
    if (stamp?.value !== base.toISOString()) return false;
    // Before the deletion of the orders that record which seats were taken off sale with the money.
    await tx.query(
      `update seats set status = 'available' where status = 'block' and id in (
         select i.seat_id from refunds r join payments p on p.id = r.payment_id
         join order_seats i on i.order_id = p.order_id where r.seats = 'blocked')`,
    );
    await tx.query(`truncate table ${peopleTables.join(', ')}`);
    await forgetStaffCodes(tx);
    await tx.query('delete from server_facts where name = $1', [clockOffsetName]);
    await tx.query(`update seats set status = 'available' where status in ('held', 'sold')`);
    await insertVouchers(tx, base);
    await insertAccounts(tx, base, hashes);
    await tx.query(
      `insert into queue_rooms (event_id, capacity, paused)
       select e.id, r.capacity, r.paused from unnest($1::text[], $2::int[], $3::boolean[])
         as r (slug, capacity, paused) join events e on e.slug = r.slug`,
      [
        shows.map(({ slug }) => slug),
        shows.map(({ queue }) => queue.capacity),
        shows.map(({ queue }) => queue.paused),
      ],
    );
    return true;
  });
}

/** Lets the staff sign in after a reset: a moved clock returns to earlier time steps, whose codes would count as used. */
async function forgetStaffCodes(tx: Queryable): Promise<void> {
  await tx.query('update staff set totp_step = 0');
}

async function passwordHashes(): Promise<ReadonlyMap<string, string>> {
  const passwords = [...new Set(accounts.map((account) => account.password))];
  const entries = passwords.map(async (password) => {
    const made = await hash(password, {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
    return [password, made] as const;
  });
  return new Map(await Promise.all(entries));
}

async function insertVouchers(tx: Queryable, base: Date): Promise<void> {
  await tx.query('delete from vouchers where series_id is null');
  for (const voucher of vouchers) {
    const expiresAt =
      voucher.expires === null ? null : instantOf(voucher.expires, 'Asia/Jakarta', base);
    await tx.query(
      'insert into vouchers (id, code, kind, value, max_uses, expires_at, description) values ($1, $1, $2, $3, $4, $5, $6)',
      [voucher.code, voucher.type, voucher.value, voucher.maxUses, expiresAt, voucher.description],
    );
  }
}

/** Id of a seeded account. */
export function seededAccountId(email: string): string {
  return stableId('account', email);
}

async function insertAccounts(
  tx: Queryable,
  base: Date,
  hashes: ReadonlyMap<string, string>,
): Promise<void> {
  for (const account of accounts) {
    await tx.query(
      `insert into accounts (id, email, password_hash, first_name, last_name, phone_number, role, is_verified, created_at)
       values ($1, $2, $3, $4, $5, $6, 'user', $7, $8)`,
      [
        seededAccountId(account.email),
        account.email,
        hashes.get(account.password) ?? null,
        account.firstName,
        account.lastName,
        account.phoneNumber,
        account.isVerified,
        base,
      ],
    );
  }
}
