import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

const programs = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];
const startWithinMs = 10_000;
const connectionsPerDatabase = 10;

/** A PgBouncer in transaction mode before a PostgreSQL server. */
export interface Pooler {
  /** The same database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The installed PgBouncer; null without one. */
export function poolerProgram(): string | null {
  return programs.find((program) => existsSync(program)) ?? null;
}

/** Starts `program` before the database of `url`. Rejects if it does not listen in time. */
export async function startPooler(program: string, url: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'roetix-pooler-'));
  chmodSync(folder, 0o755);
  const server = new URL(url);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      `default_pool_size = ${connectionsPerDatabase}`,
    ].join('\n'),
  );
  // It refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['--user', 'postgres'] : [];
  const child = spawn(program, ['--quiet', ...asUser, settings], { stdio: 'ignore' });
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(port);
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilListening(port, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: own.href, stop };
}

async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const until = performance.now() + startWithinMs;
  while (performance.now() < until && child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error(`PgBouncer did not listen within ${startWithinMs / 1000} s.`);
}
