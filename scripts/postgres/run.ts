import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { NoPostgresError, startCluster } from './cluster.ts';

const usage = `tsx scripts/postgres/run.ts COMMAND [ARGUMENT…]

Starts a throw-away PostgreSQL server, runs the command with TEST_POSTGRES_URL set to it, and stops the server when the command ends.
Leaves with the command's exit code, or with 2 when no server can be started.`;

process.exitCode = await main(process.argv.slice(2));

async function main([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined) {
    console.error(usage);
    return 2;
  }
  try {
    const cluster = await startCluster({ durable: false });
    // The command receives the signal too and ends first; the server stops after it.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
    try {
      const child = spawn(command, args, {
        stdio: 'inherit',
        env: { ...process.env, TEST_POSTGRES_URL: cluster.url },
      });
      const [code] = await once(child, 'exit');
      return typeof code === 'number' ? code : 1;
    } finally {
      await cluster.drop();
    }
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error;
    console.error(error.message);
    return 2;
  }
}
