import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { StartError } from '../../server/start-error.ts';
import { productionEnv } from './production-env.ts';

const startWithinMs = 90_000;

/** The server of a bench in a separate process. */
export interface BenchServer {
  /** Without a trailing slash. */
  readonly origin: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/**
 * Starts the real server in production mode on an empty in-memory database with a script that reports its port; `env` adds settings.
 * Throws StartError if it does not start.
 */
export async function startBenchServer(
  script: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: process.env.PORT ?? '0',
      HOST: '127.0.0.1',
      DATA_DIR: 'memory',
      ...productionEnv,
      // Every call comes from one address, as from behind a carrier.
      ADDRESS_LIMIT_FACTOR: '1000',
      ...env,
    },
  });
  const stopped = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new StartError(`The server did not start within ${startWithinMs / 1000} s.`));
    }, startWithinMs);
    child.once('message', (message: { port: number }) => {
      clearTimeout(timer);
      resolve(message.port);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new StartError(`The server left with code ${code}; the lines above say why.`));
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    child,
    stop: async () => {
      if (child.connected) child.disconnect();
      await stopped;
    },
  };
}
