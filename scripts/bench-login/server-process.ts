import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./serve.ts', import.meta.url));

/** The server of the bench, in a process of its own. */
export interface LoginServer {
  /** Without a slash at the end. */
  readonly origin: string;
  /** Forgets failed sign-ins and codes. */
  forgetFailures(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the real server in production mode on an empty memory. Rejects when it leaves before it listens. */
export async function startLoginServer(): Promise<LoginServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: process.env.PORT ?? '0',
      HOST: '127.0.0.1',
      DATA_DIR: 'memory',
      NODE_ENV: 'production',
      DEV_TOOLS: 'off',
      LOG_LEVEL: 'error',
      // Every sign-in comes from the same address.
      RATE_LIMITS: 'off',
    },
  });
  const stopped = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) =>
      reject(new Error(`The server left with code ${code}; the lines above say why.`)),
    );
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    forgetFailures: async () => {
      const done = once(child, 'message');
      child.send({});
      await done;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await stopped;
    },
  };
}
