import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUp } from '../../server/backup/backup.ts';
import { restore } from '../../server/backup/restore.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { verify } from '../../server/upkeep/verify.ts';
import { theatre } from '../../tests/server/support/purchase.ts';
import { testConfig } from '../../tests/server/support/test-app.ts';
import type { Luck } from '../race/luck.ts';
import { lookInto, prepare, unkept } from '../race/race.ts';
import { race } from '../race/race-buyer.ts';
import { killableServer } from '../race/race-server.ts';
import { raceWebhookKey, raceWire } from '../race/race-wire.ts';

/** The people of a proof, and when the backup begins. */
export interface BackupPlan {
  readonly buyers: number;
  readonly seats: number;
  readonly spreadMs: number;
  /** Drafts that the server has confirmed when the backup begins. */
  readonly draftsBefore: number;
}

/** What a proof found; `wrong` is empty for a backup that holds. */
export interface BackupProof {
  readonly wrong: readonly string[];
  /** Changes confirmed before the backup began, while it ran, and after it. */
  readonly before: number;
  readonly during: number;
  readonly after: number;
  readonly backupMs: number;
  readonly restoreMs: number;
}

/**
 * Backs an installation up while buyers race, kills the server, destroys its data folder and its database, and restores both. Everything
 * confirmed before the backup began must be there, and every invariant must hold. `databaseUrl` null: the embedded engine.
 */
export async function proveBackup(
  databaseUrl: string | null,
  plan: BackupPlan,
  luck: Luck,
): Promise<BackupProof> {
  const root = mkdtempSync(join(tmpdir(), 'roetix-backup-proof-'));
  const folder = join(root, 'data');
  const archive = join(root, 'backup.tar.gz');
  const place = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  const env = { DATA_DIR: folder, WEBHOOK_KEY: raceWebhookKey, ...place };
  const config = testConfig(env);
  const { buyers, seats } = await prepare(env, { ...plan, capacity: plan.buyers });
  const server = await killableServer(env);
  await server.start();
  const wire = raceWire([server]);
  try {
    const setting = { wire, slug: theatre, seats, spreadMs: plan.spreadMs, tries: 4 };
    let isOver = false;
    const racing = Promise.all(
      buyers.map((buyer, index) => race(setting, buyer, luck.branch(index))),
    ).then(() => {
      isOver = true;
    });
    const confirmed = () =>
      wire.acts.filter(({ what, status }) => status === 200 && !what.startsWith('GET'));
    const drafts = () => confirmed().filter(({ what }) => what === 'POST order-draft').length;
    while (!isOver && drafts() < plan.draftsBefore) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const startedAt = performance.now();
    const made = await backUp(config, archive, () => {});
    const endedAt = performance.now();
    const sold = [...wire.acts];
    await racing;
    await server.kill();
    const after = confirmed().filter((act) => act.endedAt > endedAt).length;
    const confirmedBefore = sold.filter((act) => act.endedAt < startedAt);

    rmSync(folder, { recursive: true });
    if (databaseUrl !== null) await emptyDatabase(databaseUrl);
    const restoredAt = performance.now();
    const restored = await restore(config, archive, false, () => {});
    const restoreMs = performance.now() - restoredAt;
    const verdict = await verify(config);
    const wrong = [
      ...made.verdict.broken.map((line) => `in the backup: ${line}`),
      ...restored.verdict.broken.map((line) => `after the restore: ${line}`),
      ...verdict.broken.map((line) => `by the command verify: ${line}`),
      ...(await lookInto(env, (db) => unkept(db, confirmedBefore))),
    ];
    await server.start();
    const [buyer] = buyers;
    const again = await wire.ask(buyer as (typeof buyers)[number], 'GET', '/my/tickets');
    if (again?.status !== 200) wrong.push(`a former buyer's orders answer ${again?.status}`);
    return {
      wrong,
      before: confirmedBefore.filter(
        ({ what, status }) => status === 200 && !what.startsWith('GET'),
      ).length,
      during: confirmed().filter((act) => act.endedAt >= startedAt && act.endedAt <= endedAt)
        .length,
      after,
      backupMs: Math.round(endedAt - startedAt),
      restoreMs: Math.round(restoreMs),
    };
  } finally {
    await server.kill();
    rmSync(root, { recursive: true, force: true });
  }
}

async function emptyDatabase(url: string): Promise<void> {
  const db = await openPostgres({ url });
  try {
    // The database notices a killed server a moment later, and a restore refuses a database in use.
    await db.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await db.script('drop schema public cascade; create schema public');
  } finally {
    await db.close();
  }
}
