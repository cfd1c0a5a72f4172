import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../scripts/free-port.ts';

const programs = [
  '/usr/sbin/mosquitto',
  '/usr/local/sbin/mosquitto',
  '/opt/homebrew/sbin/mosquitto',
];
const startWithinMs = 10_000;

/** A broker in a process of its own. */
export interface BrokerProcess {
  readonly url: string;
  pid(): number | undefined;
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** Starts Mosquitto on a free loopback port; null where it is not installed. Rejects if it does not listen in time. */
export async function startMosquitto(): Promise<BrokerProcess | null> {
  const program = programs.find((path) => existsSync(path));
  if (program === undefined) return null;
  const port = await freePort();
  let child: ChildProcess | null = null;
  const broker: BrokerProcess = {
    url: `mqtt://127.0.0.1:${port}`,
    pid: () => child?.pid,
    async start() {
      child = spawn(program, ['-p', String(port)], { stdio: 'ignore' });
      const until = performance.now() + startWithinMs;
      while (!(await listens(port))) {
        if (performance.now() > until) throw new Error('Mosquitto did not start.');
        await sleep(20);
      }
    },
    async kill() {
      // The terminal sends its signal to this process, too.
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      child = null;
    },
  };
  await broker.start();
  return broker;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
