import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test, vi } from 'vitest';

const program = `
import { startCluster } from './scripts/postgres/cluster.ts';
const cluster = await startCluster({ durable: false });
process.send(cluster.pid());
setInterval(() => {}, 1000);
`;
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

test.runIf(process.env.TEST_POSTGRES_URL !== undefined && process.platform === 'linux')(
  'a PostgreSQL server and its folder end with the process that started them, even by SIGKILL',
  async () => {
    const owner = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', program],
      { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    );
    const [pid] = (await once(owner, 'message')) as [number];
    // The server runs in its data folder.
    const folder = dirname(readlinkSync(`/proc/${pid}/cwd`));
    expect(basename(folder)).toMatch(/^roetix-postgres-/);
    expect(isAlive(pid)).toBe(true);
    owner.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 60_000);
    await vi.waitFor(() => expect(existsSync(folder)).toBe(false), 60_000);
  },
  60_000,
);
