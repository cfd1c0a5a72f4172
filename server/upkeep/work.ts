import { setTimeout as sleep } from 'node:timers/promises';
import { paymentQueues } from '../domain/payment/payment-jobs.ts';
import { createJobStore } from '../jobs/job-store.ts';
import { createPump } from '../jobs/pump.ts';
import { type Services, throughLane } from '../services.ts';
import { startSweeping } from './sweep.ts';
import { startTicker } from './ticker.ts';

/** The work that a process does by itself: the ticker, the jobs, the sweeps. */
export interface Work {
  /** Runs every step of the ticker once. */
  tick(): Promise<void>;
  /** Works on the jobs that are due. */
  drain(): Promise<void>;
  /** The same for a tool that waits: a server that works by itself always has a job that is due, so it waits a second at most. */
  drainSoon(): Promise<void>;
  /** Starts the jobs that are due; nothing where only `tick` works. */
  wake(): void;
  /** As `Services.shutQueues`. */
  shut(): string[];
  /** Starts nothing any more and waits for what runs. */
  stop(): Promise<void>;
}

const longestDrainMs = 1_000;

/** Starts the work of a process; with `auto` false only `tick` and `drain` do any. Throws an Error if the tables of jobs are those of another version. */
export async function startWork(services: Services, auto: boolean): Promise<Work> {
  const working = throughLane(services, 'tick');
  const { clock, log, gateways, config } = working;
  const store = createJobStore(working.db, clock);
  await store.start();
  const atOnce = config.gatewayCallsAtOnce;
  const queues = paymentQueues(working);
  const jobs = createPump({ store, clock, log, gateways, atOnce, queues });
  const ticker = startTicker(working, jobs, { auto });
  const sweeping = startSweeping(working);
  return {
    tick: () => ticker.tick(),
    drain: () => jobs.drain(),
    drainSoon: () => Promise.race([jobs.drain(), ...(auto ? [sleep(longestDrainMs)] : [])]),
    wake: () => {
      // The ticker starts them within a second.
      if (auto) jobs.pump().catch((err: unknown) => log.warn({ err }, 'jobs were not started'));
    },
    shut: jobs.shut,
    stop: async () => {
      sweeping.stop();
      await Promise.all([ticker.stop(), jobs.stop()]);
    },
  };
}
