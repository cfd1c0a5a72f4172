import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';
import { bundleServer } from '../../tests/support/browser/server-bundle.ts';

const startWithinMs = 120_000;
const askAgainMs = 50;

export type KillableServer = Awaited<ReturnType<typeof killableServer>>;

/**
 * The real server in a separate process that can be killed and restarted on the same data, which `env` names, and port. Start it before use;
 * the first start takes the sources of the folder `former`, where it is given.
 */
export async function killableServer(env: Readonly<Record<string, string>>, former?: string) {
  const { main } = await bundleServer();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let up = gate();
  let program = former === undefined ? [main] : ['--import', 'tsx', join(former, 'server/main.ts')];
  const end = async (signal: NodeJS.Signals) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    up = gate();
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
    child = null;
  };
  return {
    origin,
    /** The running process; undefined while it is dead. */
    pid: () => child?.pid,
    /** Resolves once the server responds. */
    whenUp: () => up.opened,
    async start() {
      child = spawn(process.execPath, program, {
        env: {
          ...process.env,
          NODE_ENV: 'development',
          PORT: String(port),
          HOST: '127.0.0.1',
          RATE_LIMITS: 'off',
          LOG_LEVEL: 'silent',
          ...env,
        },
        stdio: 'ignore',
      });
      program = [main];
      const until = Date.now() + startWithinMs;
      while (Date.now() < until) {
        const answer = await fetch(`${origin}/api/health`).catch(() => null);
        if (answer?.ok === true) {
          up.open();
          return;
        }
        await sleep(askAgainMs);
      }
      throw new Error('The server did not start.');
    },
    /** The process pauses, its connections stay open. */
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    /** The process finishes what runs. */
    stop: () => end('SIGTERM'),
    /** The process writes nothing more. */
    kill: () => end('SIGKILL'),
  };
}

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
