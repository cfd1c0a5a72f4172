import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../../server/start-error.ts';

const run = promisify(execFile);
const load = ['--client=16', '--jobs=1', '--no-vacuum', '--protocol=prepared'];

/** What the database alone does: selects by key, and inserts of one row, a second. Throws StartError without the program pgbench. */
export async function pgbench(
  url: string,
  seconds: number,
): Promise<{ selects: number; commits: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'roetix-pgbench-'));
  const insert = join(folder, 'insert.sql');
  writeFileSync(insert, 'insert into pgbench_history (tid, bid, aid) values (1, 1, 1);\n');
  const measure = async (...options: string[]) => {
    const { stdout } = await run('pgbench', [...load, `--time=${seconds}`, ...options, url]);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  };
  try {
    await run('pgbench', ['--initialize', '--quiet', '--scale=1', url]);
    return { selects: await measure('--select-only'), commits: await measure(`--file=${insert}`) };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new StartError(
      `pgbench did not run (${reason}). It belongs to the programs of PostgreSQL.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
