import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../server/start-error.ts';
import { freePort } from '../free-port.ts';

const installRoot = '/usr/lib/postgresql';
const superuser = 'roetix';
const startWithinMs = 60_000;
const askAgainMs = 50;
const endScript = `cat
pid=$(head -n 1 "$1/data/postmaster.pid") || pid=
[ -z "$pid" ] || kill -INT "$pid"
for second in 1 2 3 4 5 6 7 8 9 10; do
  [ -e "$1/data/postmaster.pid" ] || break
  sleep 1
done
rm -rf "$1"`;

/** The reason why no PostgreSQL server can start here, as a sentence. */
export class NoPostgresError extends StartError {
  override readonly name = 'NoPostgresError';
}

/** A temporary PostgreSQL server on a separate loopback port. */
export interface Cluster {
  /** Address of its first database, in the form of DATABASE_URL. */
  readonly url: string;
  /** The first of its processes, the parent of the others; undefined while it is stopped. */
  pid(): number | undefined;
  /** Restarts it on the same data and port. */
  start(): Promise<void>;
  /** Does `pg_ctl stop -m immediate`: cuts every connection; the next start recovers from the log. */
  stopAtOnce(): Promise<void>;
  /** Stops it and removes its data. */
  drop(): Promise<void>;
}

/**
 * Creates and starts a server with the installed programs, as an unprivileged user. `durable` false disables fsync, which is faster.
 * Throws NoPostgresError if the programs are missing or do not start.
 */
export async function startCluster({ durable }: { durable: boolean }): Promise<Cluster> {
  const programs = programFolder();
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), 'roetix-postgres-'));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `postgres://${superuser}@127.0.0.1:${port}/postgres`;
  const watcher = endWithThisProcess(folder);
  let server: ChildProcess | null = null;
  const stop = async (signal: 'SIGQUIT' | 'SIGINT') => {
    if (server === null || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
    server = null;
  };
  const cluster: Cluster = {
    url,
    pid: () => server?.pid,
    async start() {
      const settings = [
        `listen_addresses=127.0.0.1`,
        `port=${port}`,
        `unix_socket_directories=`,
        `fsync=${durable ? 'on' : 'off'}`,
        'log_min_messages=fatal',
      ];
      server = spawn(
        join(programs, 'postgres'),
        ['-D', data, ...settings.flatMap((one) => ['-c', one])],
        { ...owner, cwd: folder, stdio: 'ignore' },
      );
      await untilReady(url, server);
    },
    stopAtOnce: () => stop('SIGQUIT'),
    async drop() {
      await stop('SIGINT');
      rmSync(folder, { recursive: true, force: true });
      watcher.stdin.end();
    },
  };
  try {
    execFileSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await cluster.start();
    return cluster;
  } catch (error) {
    await cluster.drop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new NoPostgresError(`A PostgreSQL server could not be started here: ${reason}`);
  }
}

/**
 * Starts a shell that ends the server and removes its folder once the pipe to this process closes, which happens with SIGKILL, too. It has a process
 * group of its own, so that Ctrl-C does not reach it.
 */
function endWithThisProcess(folder: string) {
  const watcher = spawn('sh', ['-c', endScript, 'sh', folder], {
    detached: true,
    cwd: tmpdir(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  return watcher;
}

function programFolder(): string {
  const versions = existsSync(installRoot)
    ? readdirSync(installRoot).sort((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(installRoot, version, 'bin')),
  ];
  // Debian puts a wrapper for each client on the PATH, but initdb only beside the server.
  const found = places.find((place) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(place, program))),
  );
  if (found !== undefined) return found;
  throw new NoPostgresError(
    `No PostgreSQL server is installed here (initdb and postgres on the PATH or under ${installRoot}). On Debian, \`apt-get install postgresql\` brings one.`,
  );
}

/** The server refuses to run as root; its package creates a user for it. */
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    throw new NoPostgresError(
      'PostgreSQL does not run as root, and there is no user postgres here. Run this as an ordinary user.',
    );
  }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const until = performance.now() + startWithinMs;
  while (performance.now() < until && server.exitCode === null) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(askAgainMs);
    }
  }
  throw new Error(`the server did not respond within ${startWithinMs / 1000} s`);
}
