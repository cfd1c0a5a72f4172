import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../server/db/db.ts';
import { brokenInvariants } from '../../server/domain/invariants/invariants.ts';
import {
  beginPayment,
  concert,
  holdSeats,
  party,
  payerDoes,
  theatre,
} from '../../tests/server/support/purchase.ts';
import { createTestApp } from '../../tests/server/support/test-app.ts';
import { twinDesk } from '../../tests/server/support/twin-desk.ts';
import { requireRecentNode } from '../node-version.ts';
import { NoPostgresError, startCluster } from '../postgres/cluster.ts';

const usage = `npm run lanes:prove -- [PAYERS] [REFUNDS]

Sells through two gateways on a PostgreSQL server of its own, until PAYERS (300) wait at one that hangs for 10 s a call, and REFUNDS (5000) that fail are owed at
the other. Then a lapsed draft of another event must be free within 3 s of its release time, payments of the other gateway must settle within 2 s of their notice
(95 of 100), and one whose notice was lost within 30 s.

It needs the programs of PostgreSQL, and exits with 2 if they are missing.`;

const stadium = 'stadion-nusantara';
const hangMs = 10_000;
const notices = 40;
const limits = { draft: 3, settled: 2, lost: 30 };

requireRecentNode();
process.exitCode = await main(process.argv.slice(2));

/** Exit code 0: everything holds; 1: something does not; 2: the run failed. */
async function main(given: readonly string[]): Promise<number> {
  if (given.length > 2 || given.some((one) => !/^[1-9]\d{0,4}$/.test(one))) {
    console.error(usage);
    return 2;
  }
  const [payers = 300, refunds = 5000] = given.map(Number);
  delete process.env.NODE_ENV;
  try {
    const cluster = await startCluster({ durable: true });
    return await prove(cluster.url, payers, refunds).finally(() => cluster.drop());
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function prove(url: string, payers: number, refunds: number): Promise<number> {
  const app = await createTestApp({
    events: [concert, party, stadium, theatre],
    env: { DATABASE_URL: url, PAYMENT_GATEWAYS: 'midtrans,xendit' },
    ticker: true,
  });
  const { clock, db, gateways } = app.services;
  await db.query('update forms set is_active = false');
  await db.query('update queue_rooms set capacity = 100000');
  const pay = async (slug: string, method: string) => {
    const [buyer] = await app.makeBuyers(1);
    return beginPayment(app, buyer, slug, 1, null, method);
  };
  // The one alone has GoPay, the other alone LinkAja.
  const other = (slug: string) => pay(slug, 'linkaja');
  const paid = await other(theatre);
  await payerDoes(app, paid.id, 'settlement');
  const waiting = await Promise.all(Array.from({ length: notices }, () => other(concert)));
  const lost = await other(concert);
  const [drafter] = await app.makeBuyers(1);
  await holdSeats(app, drafter, party, 1);
  for (let count = 0; count < payers; count += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, payers - count) }, () => pay(stadium, 'gopay')),
    );
  }
  let calls = 0;
  const hang = async () => {
    calls += 1;
    await sleep(hangMs);
    throw new DOMException('late', 'TimeoutError');
  };
  Object.assign(gateways.of('midtrans'), { status: hang, void: hang, refund: hang });
  const failing = { refund: () => Promise.reject(new Error('The balance is too low.')) };
  Object.assign(gateways.of('xendit'), failing);
  await owe(db, paid.id, refunds);
  console.log(
    `${payers} payers wait at a gateway that hangs, ${refunds} refunds fail at the other`,
  );
  await db.query(
    `update job_common set start_after = $1 where name in ('ask-midtrans', 'refund-xendit')`,
    [clock.now()],
  );
  await sleep(2000);

  const releaseIn = 2;
  await db.query(
    `update purchase_sessions set deadline = $1::timestamptz - interval '15 seconds' where account_id = $2`,
    [new Date(clock.now().getTime() + releaseIn * 1000), drafter.accountId],
  );
  const draft = secondsUntil(async () => (await heldAt(db, party)) === 0);
  const desk = twinDesk(app, 'xendit');
  const settled: Promise<number>[] = [];
  for (const { id } of waiting) {
    await payerDoes(app, id, 'settlement');
    settled.push(secondsUntil(() => isPaid(db, id)));
    await sleep(50);
  }
  await desk.steer({ post: 'lost' });
  await desk.act(lost, 'settle');
  const found = await secondsUntil(() => isPaid(db, lost.id));
  const times = (await Promise.all(settled)).sort((a, b) => a - b);
  const results = {
    draft: Math.max(0, (await draft) - releaseIn),
    settled: times[Math.floor(times.length * 0.95)] ?? 0,
    lost: found,
  };
  const [tried] = await db.query<{ count: number }>(
    `select count(*)::int as count from job_common where name = 'refund-xendit' and (data ->> 'pauses')::int > 0`,
  );
  console.log(
    `the gateway that hangs was called ${calls} times, ${tried?.count} refunds have failed`,
  );
  const broken = await brokenInvariants(db);
  await app.close();
  for (const line of broken.slice(0, 5)) console.log(`BROKEN ${line}`);
  return judge(results);
}

/** Owes money back, so many times what one payment came to. The rows stand for orders of a cancelled event. */
async function owe(db: Db, paymentId: string, count: number): Promise<void> {
  await db.query(
    `with orders_made as (
       insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_code', 'RTX-P' || n, 'status', 'cancelled'))).*
       from payments p join orders o on o.id = p.order_id, generate_series(1, $2::int) n where p.id = $1 returning id),
     payments_made as (
       insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'order_id', m.id, 'gateway_order_id', null,
         'status', 'refund_due', 'charge_state', 'refundDue'))).*
       from orders_made m, payments p where p.id = $1 returning id, account_id, amount)
     insert into refunds select (jsonb_populate_record(null::refunds, jsonb_build_object('id', id, 'payment_id', id, 'account_id', account_id,
       'state', 'owed', 'amount', amount, 'reason', 'event_cancelled', 'due_at', now(), 'account_asks', 0, 'payout_tries', 0))).* from payments_made`,
    [paymentId, count],
  );
  await db.query(
    `insert into job_common (name, singleton_key, policy, data, retry_limit)
     select 'refund-xendit', payment_id::text, 'short', '{}', 0 from refunds where state = 'owed' on conflict do nothing`,
  );
}

async function heldAt(db: Db, slug: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from seats s join events e on e.id = s.event_id where e.slug = $1 and s.status = 'held'`,
    [slug],
  );
  return row?.count ?? 0;
}

async function isPaid(db: Db, id: string): Promise<boolean> {
  return (
    (await db.query(`select 1 as one from payments where id = $1 and status = 'completed'`, [id]))
      .length > 0
  );
}

async function secondsUntil(holds: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > 120_000) return Number.POSITIVE_INFINITY;
    await sleep(50);
  }
  return (performance.now() - startedAt) / 1000;
}

function judge(results: Readonly<Record<keyof typeof limits, number>>): number {
  const words = {
    draft: 'a lapsed draft of another event is free after its release time',
    settled: 'payments of the other gateway settle after their notice (p95)',
    lost: 'a payment whose notice was lost is found',
  };
  let isHeld = true;
  for (const [name, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const holds = results[name] <= limit;
    isHeld &&= holds;
    console.log(
      `${holds ? 'ok    ' : 'BROKEN'} ${words[name]}: ${results[name].toFixed(2)} s (${limit})`,
    );
  }
  return isHeld ? 0 : 1;
}
