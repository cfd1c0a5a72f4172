import { workOffNotices } from '../domain/payment/notices.ts';
import { reconcilePayments } from '../domain/payment/payments-reconcile.ts';
import { promoteAll } from '../domain/session/queue.ts';
import {
  contactEverySeconds,
  noteConnected,
  sweepAbsent,
} from '../domain/session/queue-presence.ts';
import { sweepClosed, sweepDeadlines } from '../domain/session/sessions-sweep.ts';
import type { Services } from '../services.ts';

const everyMs = 1000;

/** The server's own hands: deadlines, presence, promotions, payments. */
export interface Ticker {
  /** Runs every step in turn, or waits for the run of a step that is under way. Never rejects: what fails is logged and tried again. */
  tick(): Promise<void>;
  /** Begins nothing more, and waits for what runs. */
  stop(): Promise<void>;
}

/**
 * Makes the ticker; unless `auto` is false it runs by itself once a second. Never two runs of one step at once, and by itself each
 * step goes at its own pace: a payment gateway that does not answer must not keep the queue from moving.
 */
export function startTicker(services: Services, options: { auto?: boolean } = {}): Ticker {
  let presenceAt = 0;
  const step = (name: string, run: () => Promise<void>): Step => {
    let running: Promise<void> | null = null;
    return () => {
      running ??= run()
        .catch((error: unknown) =>
          services.log.error({ err: error, step: name }, 'a step of the ticker failed'),
        )
        .finally(() => {
          running = null;
        });
      return running;
    };
  };
  const steps: readonly Step[] = [
    step('notices', () => workOffNotices(services)),
    step('payments', () => reconcilePayments(services)),
    step('deadlines', () => sweepDeadlines(services)),
    step('closed', () => sweepClosed(services)),
    step('presence', async () => {
      const now = services.clock.now().getTime();
      // The development reset sets the clock back, which must not silence this step.
      if (Math.abs(now - presenceAt) < contactEverySeconds * 1000) return;
      presenceAt = now;
      await noteConnected(services);
    }),
    step('absent', () => sweepAbsent(services)),
    step('promotion', () => promoteAll(services)),
    step('letters', () => services.mailer.deliverDue()),
  ];
  const last = new Map<Step, Promise<void>>();
  const begin = (one: Step) => {
    const run = one();
    last.set(one, run);
    return run;
  };
  const timer =
    options.auto === false
      ? null
      : setInterval(() => {
          for (const one of steps) void begin(one);
        }, everyMs);
  timer?.unref();
  return {
    tick: async () => {
      for (const one of steps) await begin(one);
    },
    stop: async () => {
      if (timer !== null) clearInterval(timer);
      await Promise.all(last.values());
    },
  };
}

/** Begins one step, or joins the run that is under way. */
type Step = () => Promise<void>;
