import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BenchError } from './bench-error.ts';

const script = fileURLToPath(new URL('./serve.ts', import.meta.url));
const startWithinMs = 90_000;

/** A server of the bench in a process of its own. */
export interface ServerProcess {
  /** Without a slash at the end. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts the real server in production mode on an empty memory, with the pages of `folder` under /bench/. Throws BenchError when it does not start. */
export async function startServer(folder: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: process.env.PORT ?? '0',
      HOST: '127.0.0.1',
      DATA_DIR: 'memory',
      NODE_ENV: 'production',
      DEV_TOOLS: 'off',
      // Every load comes from the same address.
      RATE_LIMITS: 'off',
      BENCH_FOLDER: folder,
    },
  });
  const stopped = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new BenchError(`The server did not start within ${startWithinMs / 1000} s.`));
    }, startWithinMs);
    child.once('message', (message: { port: number }) => {
      clearTimeout(timer);
      resolve(message.port);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new BenchError(`The server left with code ${code}; the lines above say why.`));
    });
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (child.connected) child.disconnect();
      await stopped;
    },
  };
}
