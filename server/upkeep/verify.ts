import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../db/db.ts';
import { databaseFolder } from '../db/embedded.ts';
import { migrations } from '../db/migrations/migrations.ts';
import { openDb } from '../db/open.ts';
import {
  type Finding,
  findBroken,
  invariantNames,
  rowsNamed,
} from '../domain/invariants/invariants.ts';
import { listForStaff } from '../domain/invariants/staff-lists.ts';
import { clockOffsetName } from '../seed/insert.ts';
import { StartError } from '../start-error.ts';

/** Seconds past its grace after which a hold counts as forgotten; the sweep runs every second. */
const sweepWithinSeconds = 60;
/** Maximum number of reported rows per invariant. */
const rowsShown = 5;

/** Result of a check of the data. */
export interface Verdict {
  /** The time for which the holds were checked. */
  readonly at: Date;
  readonly broken: readonly Finding[];
  /** What breaks nothing, and what staff should look at. */
  readonly listed: readonly Pick<Finding, 'name' | 'rows'>[];
  /** Number of checked rows by kind. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Checks the twelve invariants of §16.25 in one read-only snapshot. Throws StartError if the data cannot be opened, is in use, or
 * belongs to another version.
 */
export async function verify(config: Config): Promise<Verdict> {
  if (config.databaseUrl === null) refuseNoFolder(config.dataDir);
  const db = await openDb(config);
  try {
    return await verifyDb(db.lane('upkeep'), config);
  } finally {
    await db.close();
  }
}

/** Checks an open database. */
export async function verifyDb(
  db: Db,
  config: Pick<Config, 'graceSeconds' | 'databaseUrl'>,
): Promise<Verdict> {
  return db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    return verifyIn(tx, config);
  });
}

/** Checks within an open transaction of one snapshot. */
export async function verifyIn(
  tx: Tx,
  config: Pick<Config, 'graceSeconds' | 'databaseUrl'>,
): Promise<Verdict> {
  await refuseOtherVersion(tx);
  const at = await judgedAt(tx, config.databaseUrl !== null);
  const lateSeconds = config.graceSeconds + sweepWithinSeconds;
  const holdsDueBefore = new Date(at.getTime() - lateSeconds * 1000);
  const broken = await findBroken(tx, { operator: true, holdsDueBefore });
  return { at, broken, listed: await listForStaff(tx), counts: await countRows(tx) };
}

function refuseNoFolder(dataDir: string): void {
  if (dataDir === 'memory') {
    throw new StartError(
      'DATA_DIR is "memory": that data is gone with its server. Give the folder of a stopped server, or DATABASE_URL of a running one.',
    );
  }
  if (!existsSync(join(dataDir, databaseFolder))) {
    throw new StartError(
      `There is no database in ${dataDir}. Set DATA_DIR to the folder of a stopped server, or DATABASE_URL to its PostgreSQL server.`,
    );
  }
}

async function refuseOtherVersion(tx: Tx): Promise<void> {
  const [table] = await tx.query<{ name: string | null }>(
    `select to_regclass('applied_steps')::text as name`,
  );
  if (table?.name === null || table === undefined) {
    throw new StartError('This database holds nothing of this product. Check DATABASE_URL.');
  }
  const applied = await tx.query<{ id: string }>('select id from applied_steps');
  const ids = new Set(applied.map((step) => step.id));
  const missing = migrations.filter((step) => !ids.has(step.id));
  if (missing.length > 0) {
    throw new StartError(
      `The database is older than this program (${missing.length} steps behind). Start the server once, which brings it up to date, then verify again.`,
    );
  }
  if (applied.length > migrations.length) {
    throw new StartError(
      'The database is newer than this program. Verify it with the version that serves it.',
    );
  }
}

/**
 * Returns the current time of a running server, including its development clock; for a stopped one the last time that it stored, because
 * otherwise every open hold would count as forgotten.
 */
async function judgedAt(tx: Tx, isRunning: boolean): Promise<Date> {
  const [row] = await tx.query<{
    offset_seconds: string | null;
    last_at: Date | null;
    present: Date;
  }>(
    `select clock_timestamp() as present, (select value from server_facts where name = $1) as offset_seconds,
       greatest((select max(at) from audit_log), (select max(last_seen_at) from auth_sessions),
         (select max(last_contact_at) from purchase_sessions)) as last_at`,
    [clockOffsetName],
  );
  // The server uses the clock of the database too; this machine's clock may differ.
  if (row === undefined) throw new Error('The database told no time.');
  const now = new Date(row.present.getTime() + Number(row.offset_seconds ?? 0) * 1000);
  return isRunning ? now : (row.last_at ?? now);
}

const counted = {
  sessions: 'purchase_sessions',
  orders: 'orders',
  payments: 'payments',
  tickets: 'tickets',
  'seats taken': 'seat_claims',
  'vouchers claimed': 'voucher_claims',
  'lines of the audit log': 'audit_log',
} as const;

async function countRows(tx: Tx): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(counted)) {
    const [row] = await tx.query<{ count: number }>(`select count(*) as count from ${table}`);
    counts[name] = Number(row?.count ?? 0);
  }
  return counts;
}

/** Formats the result as a table for a terminal: ids and codes only, so that it can be shared. */
export function tableOf(verdict: Verdict): string {
  const { broken, counts } = verdict;
  const lines = invariantNames.flatMap((name, index) => {
    const findings = broken.filter((finding) => finding.number === index + 1);
    const head = `${String(index + 1).padStart(2)}  ${findings.length === 0 ? 'ok    ' : 'BROKEN'}  ${name}`;
    return [head, ...findings.flatMap(findingLines)];
  });
  const looked = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const numbers = new Set(broken.map((finding) => finding.number));
  const end =
    numbers.size === 0
      ? 'All twelve hold.'
      : `${numbers.size} of twelve ${numbers.size === 1 ? 'is' : 'are'} broken.`;
  return [
    `Looked at ${looked.join(', ')}; holds judged at ${verdict.at.toISOString()}.`,
    '',
    ...lines,
    '',
    end,
    ...verdict.listed.flatMap((list) => ['', 'To look at:', ...findingLines(list)]),
  ].join('\n');
}

function findingLines({ name, rows }: Pick<Finding, 'name' | 'rows'>): string[] {
  const more = rows.length - rowsShown;
  const count = rows.length >= rowsNamed ? `${rowsNamed} or more` : String(rows.length);
  return [
    `            ${name}: ${count}`,
    ...rows.slice(0, rowsShown).map((row) => `              ${row}`),
    ...(more > 0 ? [`              and ${more} more`] : []),
  ];
}
