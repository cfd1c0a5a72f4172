import type { Gauge } from 'prom-client';
import type { ChainFault } from '../http/proxies.ts';
import type { ShopFigures } from './shop-figures.ts';

/** Upper bounds of response times in seconds: below a tenth nobody notices, after ten a client gives up. */
const responseSeconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Upper bounds of the wait for a connection in seconds: its lanes give up after 2 to 8. */
const waitSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2, 5, 8];

/** What a process says of itself when it is asked. */
export interface ProcessFigures {
  readonly isReady: boolean;
  readonly isBrokerUp: boolean;
  readonly isMailUp: boolean;
  /** Accounts with a real-time connection to it. */
  readonly realtimeAccounts: number;
  /** Queues that it pauses. */
  readonly shutQueues: readonly string[];
}

/** The counters of one process. No label holds data of a person: events, calls, refusals and methods alone. */
export interface Metrics {
  /** A response to a call of the contract. `seconds` runs from the first byte of its head to the last of the response. */
  answered(call: string, status: number, seconds: number): void;
  /** A refusal by its code in the contract, such as seats that somebody else took. */
  refused(call: string, code: string): void;
  /** The wait of a statement or transaction for a connection of its lane, in seconds. */
  waited(lane: string, seconds: number): void;
  /** An X-Forwarded-For did not count. */
  misread(fault: ChainFault): void;
  /** Stored patterns of forms that are switched off, counted at the start. */
  patternsOff(count: number): void;
  /** A step of the ticker has run to its end without an error. */
  stepped(step: string): void;
  /** Calls since the start with their number and the upper bound of 95 of 100 responses in milliseconds, the slowest first. */
  callTimes(): Promise<{ call: string; count: number; p95_ms: number }[]>;
  /** The exposition in Prometheus' text format; `shop` is null where the database gave no figures. */
  expose(shop: ShopFigures | null, own: ProcessFigures): Promise<string>;
  readonly contentType: string;
}

/** Makes the counters. Loads the library, which a server without METRICS_PORT never does. */
export async function openMetrics(now: () => number = () => performance.now()): Promise<Metrics> {
  const prometheus = (await import('prom-client')).default;
  const registry = new prometheus.Registry();
  const registers = [registry];
  prometheus.collectDefaultMetrics({ register: registry });
  const gauge = <Label extends string = never>(name: string, help: string, labels: Label[] = []) =>
    new prometheus.Gauge({ name: `roetix_${name}`, help, labelNames: labels, registers });

  const calls = new prometheus.Histogram({
    name: 'roetix_call_seconds',
    help: 'Response time of a call of the API, by its name and HTTP status.',
    labelNames: ['call', 'status'],
    buckets: responseSeconds,
    registers,
  });
  const refusals = new prometheus.Counter({
    name: 'roetix_refusals_total',
    help: 'Refused calls, by call and code of the refusal.',
    labelNames: ['call', 'code'],
    registers,
  });
  const waits = new prometheus.Histogram({
    name: 'roetix_connection_wait_seconds',
    help: 'Wait for a connection to the database, by lane.',
    labelNames: ['lane'],
    buckets: waitSeconds,
    registers,
  });
  const misread = new prometheus.Counter({
    name: 'roetix_forwards_refused_total',
    help: 'Requests whose X-Forwarded-For does not count, by the reason.',
    labelNames: ['fault'],
    registers,
  });
  const stepAge = gauge('ticker_step_age_seconds', 'Since a step of the ticker last ended well.', [
    'step',
  ]);
  const ready = gauge('ready', '1 while the process wants new callers.');
  const brokerUp = gauge('broker_up', '1 while messages reach browsers.');
  const mailUp = gauge('mail_up', '1 while the mail server takes e-mails.');
  const realtime = gauge('realtime_accounts', 'Accounts with a real-time connection.');
  const patternsOff = gauge('patterns_off', 'Patterns of forms that accept every answer.');
  const shopUp = gauge('shop_figures_up', '1 if the figures of the shop could be read.');

  const waiting = gauge('queue_waiting', 'Buyers in the line of an event.', ['event']);
  const inside = gauge('queue_inside', 'Buyers who choose or pay.', ['event']);
  const letIn = gauge('queue_let_in', 'Buyers let in within the last minute.', ['event']);
  const held = gauge('seats_held', 'Seats in orders that are not paid.', ['event']);
  const payments = gauge('payments', 'Payments begun within the last hour.', ['state', 'method']);
  const mismatched = gauge(
    'notices_mismatched',
    'Notifications of money that wait for an operator.',
  );
  const noticeAge = gauge('notice_age_seconds', 'Age of the oldest unread notification of money.');
  const refundsOwed = gauge('refunds_owed', 'Refunds that are owed.');
  const rupiahOwed = gauge('refunds_owed_rupiah', 'Rupiah that are owed.');
  const refundAge = gauge('refund_age_seconds', 'Since the oldest owed refund fell due.');
  const jobsDue = gauge('jobs_due', 'Calls to a gateway that are due.', ['queue']);
  const jobAge = gauge('job_age_seconds', 'Since the oldest of them fell due.', ['queue']);
  const jobsDead = gauge('jobs_dead', 'Calls that were given up after errors of the server.', [
    'queue',
  ]);
  const breaker = gauge('job_breaker_open', '1 while the process pauses the queue.', ['queue']);
  const outbox = gauge('outbox', 'E-mails that wait.', ['lane']);
  const outboxAge = gauge('outbox_age_seconds', 'Age of the oldest e-mail that waits.', ['lane']);
  const ofShop: readonly Pick<Gauge, 'reset'>[] = [
    ...[waiting, inside, letIn, held, payments, outbox, outboxAge],
    ...[
      mismatched,
      noticeAge,
      refundsOwed,
      rupiahOwed,
      refundAge,
      jobsDue,
      jobAge,
      jobsDead,
      breaker,
    ],
  ];

  const steps = new Map<string, number>();
  const setShop = (shop: ShopFigures) => {
    for (const { event, waiting: queued, inside: active, letIn: admitted } of shop.queues) {
      waiting.set({ event }, queued);
      inside.set({ event }, active);
      letIn.set({ event }, admitted);
    }
    for (const { event, seats } of shop.holds) held.set({ event }, seats);
    for (const { state, method, count } of shop.payments) payments.set({ state, method }, count);
    for (const { lane, count, oldestAge } of shop.outbox) {
      outbox.set({ lane }, count);
      outboxAge.set({ lane }, oldestAge);
    }
    for (const { queue, due, oldestAge, dead } of shop.jobs) {
      jobsDue.set({ queue }, due);
      jobAge.set({ queue }, oldestAge);
      jobsDead.set({ queue }, dead);
    }
    noticeAge.set(shop.oldestNoticeAge);
    mismatched.set(shop.mismatchedNotices);
    refundsOwed.set(shop.refunds.count);
    rupiahOwed.set(shop.refunds.rupiah);
    refundAge.set(shop.refunds.oldestAge);
  };

  return {
    answered: (call, status, seconds) => calls.observe({ call, status }, seconds),
    refused: (call, code) => refusals.inc({ call, code }),
    waited: (lane, seconds) => waits.observe({ lane }, seconds),
    patternsOff: (count) => patternsOff.set(count),
    misread: (fault) => misread.inc({ fault }),
    stepped: (step) => void steps.set(step, now()),
    callTimes: async () => timesOf((await calls.get()).values),
    expose: (shop, own) => {
      // Without it an event whose sale is over, or a database that is away, would show its last figures.
      for (const one of ofShop) one.reset();
      if (shop !== null) setShop(shop);
      shopUp.set(shop === null ? 0 : 1);
      for (const [step, at] of steps) stepAge.set({ step }, (now() - at) / 1000);
      ready.set(own.isReady ? 1 : 0);
      brokerUp.set(own.isBrokerUp ? 1 : 0);
      mailUp.set(own.isMailUp ? 1 : 0);
      realtime.set(own.realtimeAccounts);
      for (const queue of own.shutQueues) breaker.set({ queue }, 1);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** Samples of a histogram: cumulative counts of buckets, their sum and their number. */
type Sample = {
  readonly metricName?: string;
  readonly labels: Partial<Record<'call' | 'status' | 'le', string | number>>;
  readonly value: number;
};

function timesOf(samples: readonly Sample[]): { call: string; count: number; p95_ms: number }[] {
  const byCall = new Map<string, Map<number, number>>();
  for (const { metricName, labels, value } of samples) {
    if (metricName?.endsWith('_bucket') !== true) continue;
    const call = String(labels.call);
    const counts = byCall.get(call) ?? new Map<number, number>();
    const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
    byCall.set(call, counts);
  }
  const slowest = responseSeconds.at(-1) ?? 0;
  return [...byCall]
    .map(([call, counts]) => {
      const count = counts.get(Number.POSITIVE_INFINITY) ?? 0;
      const [bound = slowest] =
        [...counts].sort(([a], [b]) => a - b).find(([, below]) => below >= 0.95 * count) ?? [];
      return { call, count, p95_ms: Math.min(bound, slowest) * 1000 };
    })
    .sort((a, b) => b.p95_ms - a.p95_ms || a.call.localeCompare(b.call));
}
