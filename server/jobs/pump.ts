import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import { isDatabaseBusy, isDatabaseGone } from '../db/transaction.ts';
import type { Gateways } from '../gateway/gateways.ts';
import { heardGateways, worse } from './heard-gateways.ts';
import type { JobAgain, JobStore, TakenJob } from './job-store.ts';
import { type CallOutcome, createLane, type Lane } from './lane.ts';

/** When a job is due again: at a time, after a pause that grows, or never. */
export type Next = { readonly at: Date; readonly priority: number } | 'later' | null;

/** A queue that is worked on. */
export interface WorkedQueue {
  readonly queue: string;
  /** The longest pause after work that failed or said 'later'. */
  readonly longestPauseMs: number;
  /** Does the work of a key; its calls to gateways go through those given here. */
  work(key: string, gateways: Gateways): Promise<Next>;
}

/** The worker of this process. */
export interface Pump {
  /** Starts the due jobs for which the lanes have room, and goes on while jobs are due; does not wait for their ends. */
  pump(): Promise<void>;
  /** Works until no job is due that a lane would start. */
  drain(): Promise<void>;
  /** The queues whose breaker is open. */
  shut(): string[];
  /** Starts no job any more and waits for those that run. */
  stop(): Promise<void>;
}

/** What the pump needs. */
export interface PumpParts {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly gateways: Gateways;
  /** The most jobs of one queue that this process works on at once. */
  readonly atOnce: number;
  readonly queues: readonly WorkedQueue[];
}

const firstPauseMs = 15_000;
const mostPauses = 20;
/** Failures of ours in a row, with growing pauses between them, before a job becomes a dead letter. */
const failuresToBury = 10;

/** Works on queues, each in a lane of its own: none waits for another (decision 106). */
export function createPump({ store, clock, log, gateways, atOnce, queues }: PumpParts): Pump {
  const lanes = new Map(
    queues.map((worked) => [worked.queue, { worked, lane: createLane(clock, atOnce) }]),
  );
  const running = new Set<Promise<void>>();
  const fetching = new Map<string, Promise<number>>();
  /** Whether a job that ends makes room for the next one of its queue. */
  let isPumping = false;
  let draining: Promise<void> | null = null;
  let isStopped = false;

  const next = async (job: TakenJob, worked: WorkedQueue, lane: Lane): Promise<void> => {
    let outcome = null as CallOutcome | null;
    const heard = heardGateways(gateways, (one) => {
      outcome = worse(outcome, one);
    });
    let isBack = false;
    try {
      const result = await worked.work(job.key, heard);
      isBack = lane.ended(outcome);
      if (result === null) await store.done(job);
      else if (result === 'later') await store.again(job, later(job, worked, 0));
      else {
        const { at: dueAt, priority } = result;
        await store.again(job, { dueAt, priority, pauses: 0, failures: 0 });
      }
    } catch (error) {
      isBack = lane.ended(outcome);
      log.warn({ err: error, queue: job.queue, key: job.key }, 'a job failed and is tried again');
      // Only an error of ours lasts: a gateway or a database that is away comes back.
      const isCallGood = outcome === null || outcome === 'answered';
      const isOurs = isCallGood && !isDatabaseGone(error) && !isDatabaseBusy(error);
      const failures = isOurs ? job.failures + 1 : 0;
      if (failures < failuresToBury) await store.again(job, later(job, worked, failures));
      else await store.bury(job, error instanceof Error ? error.name : 'unknown');
    }
    if (isBack) await store.hasten(job.queue);
  };
  const later = (job: TakenJob, { longestPauseMs }: WorkedQueue, failures: number): JobAgain => {
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** job.pauses);
    const dueAt = new Date(clock.now().getTime() + pauseMs);
    const pauses = Math.min(mostPauses, job.pauses + 1);
    return { dueAt, priority: job.priority, pauses, failures };
  };
  /** Starts what a lane has room for; the number of jobs that it started. */
  const fill = async (queue: string): Promise<number> => {
    const found = lanes.get(queue);
    if (found === undefined || isStopped) return 0;
    const { lane, worked } = found;
    const room = lane.room();
    if (room === 0) return 0;
    const jobs = await store.take(queue, room);
    lane.started(jobs.length);
    for (const job of jobs) {
      const run = next(job, worked, lane)
        // The job stays taken, and is free again after the time that work may take.
        .catch((error: unknown) => log.error({ err: error, queue }, 'a job was not put back'))
        .finally(() => {
          running.delete(run);
          if (isPumping || draining !== null) void fillOnce(queue);
        });
      running.add(run);
    }
    return jobs.length;
  };
  // One at a time for a lane: two would both count the same room.
  const fillOnce = (queue: string): Promise<number> => {
    const run =
      fetching.get(queue) ??
      fill(queue)
        .catch((error: unknown) => {
          log.warn({ err: error, queue }, 'a queue could not be read');
          return 0;
        })
        .finally(() => fetching.delete(queue));
    fetching.set(queue, run);
    return run;
  };
  const fillDue = async (): Promise<number> => {
    const due = await store.due([...lanes.keys()]);
    const counts = await Promise.all(due.map(fillOnce));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const workOff = async (): Promise<void> => {
    await store.freeLeft();
    while ((await fillDue()) > 0 || running.size > 0) {
      // A race of nothing never ends.
      if (running.size > 0) await Promise.race(running);
    }
  };

  return {
    async pump() {
      isPumping = true;
      await store.freeLeft();
      await fillDue();
    },
    async drain() {
      // The last look of one that runs may have come before the jobs of this caller.
      await draining;
      draining ??= workOff().finally(() => {
        draining = null;
      });
      await draining;
    },
    shut: () => [...lanes].flatMap(([queue, { lane }]) => (lane.isShut() ? [queue] : [])),
    async stop() {
      isStopped = true;
      await Promise.all([...fetching.values()]);
      await Promise.all(running);
    },
  };
}
