import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { bundleServer } from './server-bundle.ts';

const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 10_000;
const PROBE_INTERVAL_MS = 100;
const KEPT_OUTPUT_CHARACTERS = 20_000;

export interface AppServer {
  /** Origin without a trailing slash, such as http://127.0.0.1:41234. */
  url: string;
  port: number;
  /** What the process printed so far, the newest 20,000 characters. */
  output(): string;
  /** Ends the process: SIGTERM by default, SIGKILL when it has not left after 10 s. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface AppServerOptions {
  /** Added to PORT, HOST, and DATA_DIR=memory, and wins over them. */
  env?: Record<string, string>;
  /** A fixed port, to start again where an earlier server stood; else a free one. */
  port?: number;
}

/** Starts the real server on the built app and waits until it responds. Throws with its output when it does not. */
export async function startAppServer(options: AppServerOptions = {}): Promise<AppServer> {
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const { image, main } = await bundleServer();
  const child = spawn(process.execPath, ['--import', image, main], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: serverEnv(port, options.env),
  });
  const killOnExit = () => child.kill('SIGKILL');
  process.once('exit', killOnExit);
  child.once('exit', () => process.off('exit', killOnExit));

  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output = (output + text).slice(-KEPT_OUTPUT_CHARACTERS);
    });
  }
  let spawnError: Error | undefined;
  child.once('error', (error) => {
    spawnError = error;
  });

  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (spawnError !== undefined) throw spawnError;
    if (hasExited(child)) {
      throw new Error(`The server left with code ${child.exitCode} before it answered:\n${output}`);
    }
    if (performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not answer within ${START_TIMEOUT_MS / 1000} s:\n${output}`);
    }
    await sleep(PROBE_INTERVAL_MS);
  }

  return {
    url,
    port,
    output: () => output,
    stop: (signal = 'SIGTERM') => stopProcess(child, signal),
  };
}

function serverEnv(port: number, extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: 'memory',
    ...extra,
  };
  // A test runner's own NODE_ENV or flags are not the server's.
  if (extra.NODE_ENV === undefined) delete env.NODE_ENV;
  delete env.NODE_OPTIONS;
  return env;
}

/** True where a server responds at an origin. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(timer);
}
