import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../server/db/db.ts';
import { beginRefund } from '../../server/domain/lifecycle/refund.ts';
import { createTestApp, type TestApp } from '../../tests/server/support/test-app.ts';
import {
  createLog,
  laboratory,
  numbersIn,
  until,
  verdict,
  withCluster,
} from '../shared/laboratory.ts';
import { beginPayment, freeSeats, holdSeat } from '../shared/purchase.ts';

const usage = `npm run lab -- lanes [PAYERS] [REFUNDS]

Sells through two gateways on a PostgreSQL server of its own, until PAYERS (300) wait at one that hangs for 10 s a call, and REFUNDS (5000) that fail are owed at
the other. Then a lapsed draft of another event must be free within 3 s of its release time, payments of the other gateway must settle in their usual time, at most 2 s more
(95 of 100), and one whose notice was lost within 30 s.

It needs the programs of PostgreSQL.`;

/** The event whose payers wait, the one whose draft lapses, and the one that the other gateway sells. */
const [stadium, party, concert] = [
  'stadion-nusantara',
  'pesta-rakyat-bandung',
  'konser-senja-jakarta',
] as const;
const hangMs = 10_000;
const notices = 40;
const limits = { draft: 3, settled: 2, lost: 30 };

await laboratory(usage, (args) => {
  const [payers = 0, refunds = 0] = numbersIn(args, 300, 5000);
  return withCluster(({ url }) => prove(url, payers, refunds));
});

async function prove(url: string, payers: number, refunds: number): Promise<boolean> {
  const say = createLog();
  const app = await createTestApp({
    events: [concert, party, stadium],
    env: { DATABASE_URL: url, PAYMENT_GATEWAYS: 'midtrans,xendit' },
    ticker: true,
  });
  const { clock, db, gateways } = app.services;
  await db.query('update forms set is_active = false');
  await db.query('update queue_rooms set capacity = 100000');
  // The one alone has GoPay, the other alone LinkAja.
  const other = await buy(app, concert, 'linkaja', notices + 2);
  const [paid = '', lost = '', ...waiting] = other;
  await play(app, { payment_id: paid, act: 'settle' });
  const usual = await settle(app, waiting.slice(0, notices / 2));
  await buy(app, stadium, 'gopay', payers);
  const [seat = ''] = await freeSeats(app, party, 1);
  const drafter = await holdSeat(app, party, seat);
  say(`${payers} payers wait at one gateway, ${other.length} at the other`);
  let calls = 0;
  const hang = async () => {
    calls += 1;
    await sleep(hangMs);
    throw new DOMException('late', 'TimeoutError');
  };
  Object.assign(gateways.of('midtrans'), { status: hang, void: hang, refund: hang });
  const failing = () => Promise.reject(new Error('The balance is too low.'));
  Object.assign(gateways.of('xendit'), { refund: failing });
  await until(() => isPaid(db, paid));
  await owe(db, paid, refunds);
  await db.query(
    `update job_common set start_after = $1 where name in ('ask-midtrans', 'refund-xendit')`,
    [clock.now()],
  );
  say(`the one hangs for ${hangMs / 1000} s a call, ${refunds} refunds fail at the other`);
  await sleep(2000);

  const release = clock.now().getTime() + 2000;
  await db.query(
    `update purchase_sessions set deadline = $1::timestamptz - interval '15 seconds' where account_id = $2`,
    [new Date(release), drafter.accountId],
  );
  const draft = until(async () => (await heldAt(db, party)) === 0).then(
    () => (clock.now().getTime() - release) / 1000,
  );
  const hung = await settle(app, waiting.slice(notices / 2));
  await play(app, { post: 'lost' });
  await play(app, { payment_id: lost, act: 'settle' });
  const found = await until(() => isPaid(db, lost));
  say(`payments settle after ${usual.toFixed(2)} s, and after ${hung.toFixed(2)} s while it hangs`);
  const results = { draft: await draft, settled: hung - usual, lost: found };
  const [tried] = await db.query<{ count: number }>(
    `select count(*)::int as count from job_common where name = 'refund-xendit' and (data ->> 'pauses')::int > 0`,
  );
  say(`the gateway that hangs was called ${calls} times, and ${tried?.count} refunds have failed`);
  await app.close();
  return judge(results);
}

/** Running payments of as many buyers; their ids. */
async function buy(app: TestApp, slug: string, method: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (const seat of await freeSeats(app, slug, count))
    ids.push((await beginPayment(app, slug, seat, method)).id);
  return ids;
}

/** Plays payers of the other gateway; the seconds from a press to the tickets, of 95 in 100 the longest. */
async function settle(app: TestApp, ids: readonly string[]): Promise<number> {
  const times: Promise<number>[] = [];
  for (const id of ids) {
    await play(app, { payment_id: id, act: 'settle' });
    times.push(until(() => isPaid(app.services.db, id)));
  }
  const sorted = (await Promise.all(times)).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY;
}

/** Steers the twin of the other gateway. Its response may wait for other jobs: the time runs from the press. */
async function play(app: TestApp, body: object): Promise<void> {
  void app.anonymous().ask('POST', '/dev/gateway/twins/xendit', { body });
  await sleep(100);
}

/** Owes back, so many times, what one payment came to. The rows stand for orders of a cancelled event. */
async function owe(db: Db, paymentId: string, count: number): Promise<void> {
  await db.lane('upkeep').tx(async (tx) => {
    const payments = await tx.query<{ id: string; account_id: string; amount: number }>(
      `with orders_made as (
         insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_code', 'RTX-P' || n, 'status', 'cancelled'))).*
         from payments p join orders o on o.id = p.order_id, generate_series(1, $2::int) n where p.id = $1 returning id)
       insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'order_id', m.id, 'gateway_order_id', null,
         'status', 'refund_due', 'charge_state', 'refundDue'))).*
       from orders_made m, payments p where p.id = $1 returning id, account_id, amount`,
      [paymentId, count],
    );
    const [{ at } = { at: new Date() }] = await tx.query<{ at: Date }>('select now() as at');
    for (const payment of payments) {
      const { amount } = payment;
      const columns = { amount, reason: 'event_cancelled', due_at: at };
      await beginRefund(tx, payment, 'fellDue', { at }, columns);
    }
  });
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

function judge(results: Readonly<Record<keyof typeof limits, number>>): boolean {
  const words = {
    draft: 'a lapsed draft of another event is free after its release time',
    settled: 'payments of the other gateway settle so much later than usual (p95)',
    lost: 'a payment whose notice was lost is found',
  };
  const held = (Object.entries(limits) as [keyof typeof limits, number][]).map(([name, limit]) => {
    const line = `${words[name]}: ${results[name].toFixed(2)} s`;
    return verdict(line, results[name] <= limit ? [] : [`${limit} s are allowed`]);
  });
  return held.every(Boolean);
}
