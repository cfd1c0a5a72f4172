import { setTimeout as sleep } from 'node:timers/promises';
import type { DraftResponse } from '../../contract/order.ts';
import type { Payment } from '../../contract/payment.ts';
import type { Db } from '../../server/db/db.ts';
import { openDb } from '../../server/db/open.ts';
import { brokenInvariants } from '../../server/domain/invariants/invariants.ts';
import { theatre } from '../../tests/server/support/purchase.ts';
import {
  createTestApp,
  type Envelope,
  type TestClient,
  testConfig,
} from '../../tests/server/support/test-app.ts';
import type { Luck } from './luck.ts';
import { race, raceVouchers } from './race-buyer.ts';
import { type KillableServer, killableServer } from './race-server.ts';
import { type Act, raceWebhookKey, raceWire } from './race-wire.ts';

/** Settings of one round. */
export interface RoundPlan {
  readonly buyers: number;
  readonly seats: number;
  /** Capacity of the event. */
  readonly capacity: number;
  /** How often a server is killed and restarted. */
  readonly kills: number;
  /** How often the clock jumps ahead. */
  readonly jumps: number;
  /** The period over which the buyers arrive, in milliseconds. */
  readonly spreadMs: number;
  /** How often a buyer tries to get seats. */
  readonly tries: number;
  /** Server processes; more than one needs a PostgreSQL server. */
  readonly servers: number;
}

/** The result of a round; `wrong` is empty for a sound one. */
export interface RoundResult {
  readonly wrong: readonly string[];
  readonly calls: number;
  readonly lost: number;
  /** Calls refused with 503. */
  readonly sentAway: number;
  readonly drafts: number;
  readonly paid: number;
  readonly refunded: number;
  /** 95th percentile of response times to a claim, in milliseconds. */
  readonly draftMs: number;
}

/** Additional disturbances of a round. */
export interface Mishaps {
  /** Settings of one of its servers, by index. */
  envOf(index: number): Readonly<Record<string, string>>;
  /** Each runs once at a random moment, one after the other. */
  acts(servers: readonly KillableServer[]): readonly (() => Promise<void>)[];
  /** Called when only the deadlines remain; returns lines of errors. */
  ended(): Promise<readonly string[]>;
}

const noMishaps: Mishaps = { envOf: () => ({}), acts: () => [], ended: async () => [] };

/** The database: a folder of the embedded engine or a PostgreSQL server. */
export type RaceData = { readonly DATA_DIR: string } | { readonly DATABASE_URL: string };

const slug = theatre;
/** Long enough for every remaining deadline, grace period and poll of the gateway. */
const healSeconds = [20 * 60, 30, 30];
const latestHoldSeconds = 60;
/** Expected responses to a buyer in a race; any other counts as an error. */
const known = new Set<Act['status']>([200, 401, 403, 404, 409, 422, 503, 'unknown']);

/** One round of a race, from free seats to the check of the database. */
export async function runRound(
  data: RaceData,
  plan: RoundPlan,
  luck: Luck,
  mishaps: Mishaps = noMishaps,
): Promise<RoundResult> {
  const env = { ...data, WEBHOOK_KEY: raceWebhookKey };
  const { buyers, seats } = await prepare(env, plan);
  const servers = await Promise.all(
    Array.from({ length: plan.servers }, (_, index) =>
      killableServer({ ...env, ...mishaps.envOf(index) }),
    ),
  );
  // Sequentially: the first one migrates the schema.
  for (const server of servers) await server.start();
  const wire = raceWire(servers);
  const wrong: string[] = [];
  try {
    const setting = { wire, slug, seats, spreadMs: plan.spreadMs, tries: plan.tries };
    const racing = Promise.all(
      buyers.map((buyer, index) => race(setting, buyer, luck.branch(index))),
    );
    const disturbing = disturb(servers, plan, luck.branch(-1), mishaps.acts(servers), {
      jump: async (seconds) => {
        wire.aheadSeconds += seconds;
        await wire.tool('POST', '/clock', { advance_seconds: seconds });
      },
      killed: async () => {
        const broken = await lookInto(env, (db) => brokenInvariants(db));
        wrong.push(...broken.map((line) => `after a kill: ${line}`));
      },
    });
    await Promise.all([racing, disturbing]);
    wrong.push(...(await mishaps.ended()));
    await wire.tool('DELETE', '/faults');
    for (const seconds of healSeconds) {
      wire.aheadSeconds += seconds;
      await wire.tool('POST', '/clock', { advance_seconds: seconds });
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill()));
  }
  const outcome = await lookInto(env, (db) => judge(db, wire.acts, wire.aheadSeconds));
  return { ...outcome, wrong: [...wrong, ...outcome.wrong] };
}

/** Free seats, unused vouchers, signed-in buyers. */
export async function prepare(
  env: Record<string, string>,
  plan: Pick<RoundPlan, 'buyers' | 'seats' | 'capacity'>,
): Promise<{ buyers: TestClient[]; seats: string[] }> {
  const app = await createTestApp({ env, events: [slug] });
  try {
    const { db } = app.services;
    const before = await db.query('select 1 from purchase_sessions limit 1');
    if (before.length > 0) {
      await app.anonymous().ask('POST', '/dev/reset', { body: { keep_events: true } });
    }
    await app.anonymous().ask('POST', `/dev/queue/${slug}`, { body: { capacity: plan.capacity } });
    await db.query(
      `insert into vouchers (code, kind, value, max_uses, description)
       values ($1, 'percent', 10, 1, 'Uji'), ($2, 'fixed', 50000, 5, 'Uji')`,
      [raceVouchers.one, raceVouchers.five],
    );
    const rows = await db.query<{ seat_number: string }>(
      `select t.seat_number from seats t join events e on e.id = t.event_id
       where e.slug = $1 and t.status = 'available' order by t.id limit $2`,
      [slug, plan.seats],
    );
    const buyers = await app.makeBuyers(plan.buyers);
    return { buyers, seats: rows.map((row) => row.seat_number) };
  } finally {
    await app.close();
  }
}

/** Kills and clock jumps at random moments while the buyers run. */
async function disturb(
  servers: readonly KillableServer[],
  plan: RoundPlan,
  luck: Luck,
  others: readonly (() => Promise<void>)[],
  does: { jump(seconds: number): Promise<void>; killed(): Promise<void> },
): Promise<void> {
  const acts = [
    ...Array.from({ length: plan.kills }, () => async () => {
      const server = luck.one(servers);
      await server.kill();
      // With another process on the same data there is no moment without changes.
      if (servers.length === 1) await does.killed();
      await server.start();
    }),
    ...Array.from({ length: plan.jumps }, () => () => does.jump(20 + luck.below(400))),
    ...others,
  ];
  const stepMs = (1.5 * plan.spreadMs) / Math.max(1, acts.length);
  for (const act of luck.pick(acts, acts.length)) {
    await sleep(luck.below(stepMs));
    await act();
  }
}

export async function lookInto<T>(
  env: Record<string, string>,
  look: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await openDb(testConfig(env));
  try {
    return await look(db.lane('upkeep'));
  } finally {
    await db.close();
  }
}

/** Compares the database with the twelve invariants and with the responses that the buyers got. */
async function judge(db: Db, acts: readonly Act[], aheadSeconds: number): Promise<RoundResult> {
  const now = Date.now() + aheadSeconds * 1000;
  const holdsDueBefore = new Date(now - latestHoldSeconds * 1000);
  const wrong = await brokenInvariants(db, { holdsDueBefore });
  for (const act of acts) {
    if (!known.has(act.status))
      wrong.push(`${act.what} answered ${act.status}: ${act.body?.message}`);
  }
  wrong.push(...(await unkept(db, acts)));
  const loose = await db.query<{ id: string }>(
    `select p.id from payments p join simulated_charges c on c.payment_id = p.id
     where (c.status = 'settlement') <> (p.status = 'completed') or (c.status = 'refund') <> (p.status = 'refunded')`,
  );
  wrong.push(...loose.map(({ id }) => `money and payment ${id} disagree once all is over`));
  if (db.kind === 'server') {
    const [row] = await db.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    if (Number(row?.deadlocks) > 0) wrong.push(`${row?.deadlocks} deadlocks`);
  }
  const count = async (status: string) =>
    Number(
      (
        await db.query<{ n: number }>('select count(*) as n from payments where status = $1', [
          status,
        ])
      )[0]?.n,
    );
  const drafting = acts.filter((act) => act.what === 'POST order-draft');
  return {
    wrong,
    calls: acts.length,
    lost: acts.filter((act) => act.status === 'unknown').length,
    sentAway: acts.filter((act) => act.status === 503).length,
    drafts: drafting.filter((act) => act.status === 200).length,
    paid: await count('completed'),
    refunded: await count('refunded'),
    draftMs: percentile(
      drafting.filter((act) => act.status !== 'unknown').map((act) => act.endedAt - act.startedAt),
    ),
  };
}

/** Broken confirmations: a confirmed draft or payment that is missing, tickets that changed. */
export async function unkept(db: Db, acts: readonly Act[]): Promise<string[]> {
  const orders = new Map(
    (
      await db.query<{ id: string; account_id: string; total: number }>(
        'select id, account_id, total from orders',
      )
    ).map((row) => [row.id, row]),
  );
  const payments = new Map(
    (
      await db.query<{ id: string; account_id: string; status: string; tickets: string[] | null }>(
        `select p.id, p.account_id, p.status, array_agg(k.id::text) filter (where k.id is not null) as tickets
         from payments p left join tickets k on k.order_id = p.order_id group by p.id`,
      )
    ).map((row) => [row.id, row]),
  );
  const wrong: string[] = [];
  for (const act of acts.filter((each) => each.status === 200)) {
    if (act.what === 'POST order-draft') {
      const { order } = (act.body as Envelope<DraftResponse>).data;
      const kept = orders.get(order.id);
      if (kept?.account_id !== act.buyer) wrong.push(`the draft ${order.order_code} is gone`);
    }
    if (act.what === 'POST create-payment' || act.what === 'GET status') {
      const { payment } = (act.body as Envelope<{ payment: Payment }>).data;
      const kept = payments.get(payment.id);
      if (kept?.account_id !== act.buyer) wrong.push(`the payment ${payment.id} is gone`);
      if (payment.status !== 'completed') continue;
      if (kept?.status !== 'completed') wrong.push(`the payment ${payment.id} was completed`);
      const isSame = payment.ticket_ids.every((id) => kept?.tickets?.includes(id));
      if (!isSame || kept?.tickets?.length !== payment.ticket_ids.length) {
        wrong.push(`the tickets of the payment ${payment.id} changed`);
      }
    }
  }
  return wrong;
}

function percentile(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0);
}
