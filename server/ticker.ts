import { reconcilePayments } from './domain/payments-reconcile.ts';
import { promoteAll } from './domain/queue.ts';
import { sweepClosed, sweepDeadlines, sweepSilent } from './domain/sessions-sweep.ts';
import type { Services } from './services.ts';

const everyMs = 1000;
/** Silence is measured in minutes: looking for it this often is enough. */
const silentEverySeconds = 30;

/** The server's own hands: deadlines, promotions, payments. */
export interface Ticker {
  /** Runs one round, or waits for the one that runs. Never rejects: what fails is logged and tried again in the next round. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the ticker; unless `auto` is false it runs by itself once a second, never two rounds at once. */
export function startTicker(services: Services, options: { auto?: boolean } = {}): Ticker {
  let running: Promise<void> | null = null;
  let silentAt = 0;
  const steps: [name: string, run: () => Promise<void>][] = [
    ['payments', () => reconcilePayments(services)],
    ['deadlines', () => sweepDeadlines(services)],
    ['closed', () => sweepClosed(services)],
    [
      'silent',
      async () => {
        const now = services.clock.now().getTime();
        // The development reset sets the clock back, which must not silence this step.
        if (Math.abs(now - silentAt) < silentEverySeconds * 1000) return;
        silentAt = now;
        await sweepSilent(services);
      },
    ],
    ['promotion', () => promoteAll(services)],
  ];
  const round = async () => {
    for (const [step, run] of steps) {
      try {
        await run();
      } catch (error) {
        services.log.error({ err: error, step }, 'a step of the ticker failed');
      }
    }
  };
  const tick = () => {
    running ??= round().finally(() => {
      running = null;
    });
    return running;
  };
  const timer = options.auto === false ? null : setInterval(() => void tick(), everyMs);
  timer?.unref();
  return {
    tick,
    stop: async () => {
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
