import { foldSeatCounts } from '../domain/catalogue/seat-counts.ts';
import { tellOfRefundWork } from '../domain/desk/refund-work.ts';
import { workDraws } from '../domain/draw/draws.ts';
import { remindOfLaterForms } from '../domain/later/reminders.ts';
import { numberInvoices } from '../domain/ledger/invoice-numbers.ts';
import { storeMissingParts } from '../domain/ledger/ticket-parts.ts';
import { publishLines } from '../domain/line/publish-lines.ts';
import { spreadEventNews } from '../domain/payment/event-news.ts';
import { addMissingJobs } from '../domain/payment/payment-jobs.ts';
import { remindOfAccounts } from '../domain/refund/account-letters.ts';
import { undoApproved } from '../domain/refund/requests.ts';
import { promoteAll } from '../domain/session/queue.ts';
import {
  contactEverySeconds,
  noteConnected,
  sweepAbsent,
} from '../domain/session/queue-presence.ts';
import { sweepClosed, sweepDeadlines, sweepUnpaid } from '../domain/session/sessions-sweep.ts';
import { emailTurns } from '../domain/session/turn-emails.ts';
import { pushTurns } from '../domain/session/turn-pushes.ts';
import { lapseTransfers } from '../domain/transfer/transfers.ts';
import { workWaitingLists } from '../domain/waiting/offers.ts';
import type { Pump } from '../jobs/pump.ts';
import type { Services } from '../services.ts';
import { refreshStatistics } from './statistics.ts';

const everyMs = 1000;
const addJobsEveryMs = 60_000;
/** Beyond what a process of the former version takes to commit what it dated, and what its clock may differ. */
const addJobsOverlapMs = 10 * 60_000;

/** Runs the periodic steps of the server: deadlines, presence, promotions, payments. */
export interface Ticker {
  /** Runs every step in turn, or waits for its current run. Never rejects: failures are logged and retried. */
  tick(): Promise<void>;
  /** Starts no further step and waits for the running ones. */
  stop(): Promise<void>;
}

/**
 * Creates the ticker; unless `auto` is false it runs once a second. A step never runs twice at once, and each step runs at its own pace: a
 * payment gateway that does not respond must not stop the queue.
 */
export function startTicker(
  services: Services,
  jobs: Pick<Pump, 'pump' | 'drain'>,
  options: { auto?: boolean } = {},
): Ticker {
  let presenceAt = 0;
  let jobsAddedAt = 0;
  let ticking = 0;
  const step = (name: string, run: () => Promise<void>): Step => {
    let running: Promise<void> | null = null;
    // A step that never ends well counts from the start.
    services.metrics?.stepped(name);
    return () => {
      running ??= run()
        .then(() => services.metrics?.stepped(name))
        .catch((error: unknown) =>
          services.log.error({ err: error, step: name }, 'a step of the ticker failed'),
        )
        .finally(() => {
          running = null;
        });
      return running;
    };
  };
  const worksOnJobs = step('jobs', async () => {
    const now = services.clock.now().getTime();
    if (ticking > 0 || Math.abs(now - jobsAddedAt) >= addJobsEveryMs) {
      const isWhole = ticking > 0 || jobsAddedAt === 0 || now < jobsAddedAt;
      await addMissingJobs(services, isWhole ? null : new Date(jobsAddedAt - addJobsOverlapMs));
      jobsAddedAt = now;
    }
    // Only a tick waits: a gateway that does not respond must not keep the others waiting.
    await (ticking > 0 ? jobs.drain() : jobs.pump());
  });
  const steps: readonly Step[] = [
    step('listening', () => services.listening.note()),
    step('seat counts', () => foldSeatCounts(services.db)),
    step('statistics', () => refreshStatistics(services)),
    step('deadlines', () => sweepDeadlines(services)),
    step('unpaid', () => sweepUnpaid(services)),
    worksOnJobs,
    step('closed', () => sweepClosed(services)),
    step('contacts', () => services.contacts.flush()),
    step('presence', async () => {
      const now = services.clock.now().getTime();
      // A difference in either direction counts, because the development reset sets the clock back.
      if (Math.abs(now - presenceAt) < contactEverySeconds * 1000) return;
      presenceAt = now;
      await noteConnected(services);
    }),
    step('event news', () => spreadEventNews(services)),
    step('refunds', () => undoApproved(services)),
    step('account letters', () => remindOfAccounts(services)),
    step('refund work', () => tellOfRefundWork(services)),
    step('invoices', () => numberInvoices(services.db)),
    step('ticket parts', () => storeMissingParts(services.db)),
    step('absent', () => sweepAbsent(services)),
    step('draws', () => workDraws(services)),
    step('promotion', () => promoteAll(services)),
    step('lines', () => publishLines(services)),
    step('transfers', () => lapseTransfers(services)),
    step('waiting lists', () => workWaitingLists(services)),
    step('turn pushes', () => pushTurns(services)),
    step('form reminders', () => remindOfLaterForms(services)),
    step('turn e-mails', () => emailTurns(services)),
    step('e-mails', () => services.mailer.deliverDue()),
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
      ticking += 1;
      try {
        for (const one of steps) await begin(one);
        // For what the later steps made due.
        await begin(worksOnJobs);
      } finally {
        ticking -= 1;
      }
    },
    stop: async () => {
      if (timer !== null) clearInterval(timer);
      await Promise.all(last.values());
    },
  };
}

/** Starts one step, or returns its current run. */
type Step = () => Promise<void>;
