import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Db } from '../../server/db/db.ts';

/** A former release in a temporary folder, with the packages of this one. */
export interface FormerRelease {
  readonly commit: string;
  readonly folder: string;
  drop(): void;
}

/** Checks out a commit or tag of this clone; null if it is not there. */
export function checkOut(release: string): FormerRelease | null {
  const commit = commitOf(release);
  if (commit === null) return null;
  const root = mkdtempSync(join(tmpdir(), 'roetix-former-'));
  const folder = join(root, 'release');
  const drop = () => {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { stdio: 'ignore' });
    rmSync(root, { recursive: true, force: true });
  };
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, commit]);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return { commit, folder, drop };
}

function commitOf(release: string): string | null {
  try {
    const name = `${release}^{commit}`;
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    return execFileSync('git', ['rev-parse', '--verify', '--quiet', name], {
      encoding: 'utf8',
      stdio,
    }).trim();
  } catch {
    return null;
  }
}

/** Adds a column to every table, as the migrations of a next release may while processes of the former one sell. Returns the number of tables. */
export async function growTables(db: Db): Promise<number> {
  const tables = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  for (const { name } of tables) await db.script(`alter table ${name} add column of_next text`);
  return tables.length;
}
