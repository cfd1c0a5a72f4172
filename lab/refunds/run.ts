import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '../../contract/call/calls.ts';
import { requireRecentNode } from '../../scripts/node-version.ts';
import { refundTaskOf } from '../../scripts/operator/refund-args.ts';
import { NoPostgresError, startCluster } from '../../scripts/postgres/cluster.ts';
import { createClock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { brokenInvariants } from '../../server/domain/invariants/invariants.ts';
import { runRefundTask } from '../../server/operator/refunds.ts';
import { runSaleTask } from '../../server/operator/sale-desk.ts';
import {
  createTestApp,
  type TestApp,
  type TestClient,
} from '../../tests/server/support/test-app.ts';
import { type KillableServer, killableServer } from '../race/race-server.ts';

const usage = `npm run lab -- refunds [ORDERS]

Sells ORDERS orders (1000) by six methods on a PostgreSQL server of its own, cancels the event, and kills the server twice while it voids, writes
and sends. Then every ticket must be void, every buyer have one letter, and the refunds sum to what was paid; the orders that were paid by
transfer wait for an account, of which every second one is wrong at first.

It needs the programs of PostgreSQL, and exits with 2 if they are missing.`;

const slug = 'stadion-nusantara';
const methods = ['qris', 'gopay', 'dana', 'shopeepay', 'bca', 'mandiri'] as const;
const atOnce = 4;
const withinMs = 600_000;

requireRecentNode();
process.exitCode = await main(process.argv.slice(2));

/** Exit code 0: everything holds; 1: something does not; 2: the run failed. */
async function main([given = '1000', ...more]: readonly string[]): Promise<number> {
  if (more.length > 0 || !/^[1-9]\d{0,4}$/.test(given)) {
    console.error(usage);
    return 2;
  }
  delete process.env.NODE_ENV;
  try {
    const cluster = await startCluster({ durable: true });
    return await prove(cluster.url, Number(given)).finally(() => cluster.drop());
  } catch (error) {
    if (!(error instanceof NoPostgresError)) throw error;
    console.error(error.message);
    return 2;
  }
}

async function prove(url: string, orders: number): Promise<number> {
  const startedAt = performance.now();
  const say = (line: string) =>
    console.log(
      `  ${String(Math.round((performance.now() - startedAt) / 1000)).padStart(3)} s  ${line}`,
    );
  const config = await sell(url, orders);
  say(`${orders} orders are paid by ${methods.length} methods`);
  const db = await openPostgres({ url });
  const server = await killableServer({ DATABASE_URL: url });
  try {
    const task = { task: 'sale', verb: 'cancel', slug, yes: slug } as const;
    await runSaleTask({ db, clock: createClock(), live: null }, task);
    await server.start();
    for (const part of ['letters', 'done'] as const) {
      await until(async () => (await stateOf(db))[part] >= orders / 3);
      await server.kill();
      const { letters, open, done } = await stateOf(db);
      say(`the server is killed: ${letters} letters, ${done} refunds done, ${open} to do`);
      await server.start();
    }
    await until(async () => (await stateOf(db)).open === 0);
    const waiting = (await stateOf(db)).waiting;
    say(`the server has done its part; ${waiting} buyers are asked for an account`);
    await payByHand(db, config, server);
    return await judge(db, orders, say);
  } finally {
    await server.kill();
    await db.close();
  }
}

/** Paid orders of one seat, in the process of this command. */
async function sell(url: string, orders: number): Promise<Config> {
  const app = await createTestApp({ events: [slug], env: { DATABASE_URL: url } });
  const seats = await app.services.db.query<{ seat_number: string }>(
    `select t.seat_number from seats t join events e on e.id = t.event_id
     where e.slug = $1 and t.status = 'available' order by t.id limit $2`,
    [slug, orders],
  );
  await app.services.db.query('update forms set is_active = false');
  const next = seats.entries();
  const buyOn = async () => {
    for (const [index, { seat_number: seat }] of next)
      await buy(app, seat, methods[index % methods.length] ?? 'qris');
  };
  await Promise.all(Array.from({ length: atOnce }, buyOn));
  await app.close();
  return app.services.config;
}

async function buy(app: TestApp, seat: string, method: string): Promise<void> {
  const [buyer] = (await app.makeBuyers(1)) as [TestClient];
  const params = { slug };
  await buyer.call(calls.joinQueue, { params });
  const draft = { seats: [seat], voucher_code: null };
  await buyer.call(calls.createDraft, { params, body: draft });
  await buyer.call(calls.submitForms, { params, body: { form_submissions: {} } });
  const body = { payment_method_code: method };
  const made = await buyer.call(calls.createPayment, { params, body });
  if (made.status !== 200) throw new Error(`No payment: ${made.text}`);
  const outcome = { outcome: 'settlement' };
  await buyer.ask('POST', `/dev/gateway/${made.body.data.payment.id}`, { body: outcome });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('The server did not come so far in ten minutes.');
    await sleep(100);
  }
}

async function stateOf(db: Db) {
  const [row] = await db.query<{ letters: number; open: number; done: number; waiting: number }>(
    `select (select count(*)::int from mails where subject like '%dibatalkan%') as letters,
       (select count(*)::int from payments p left join refunds r on r.payment_id = p.id
         where p.status in ('completed', 'refund_due') and coalesce(r.state, '') <> 'accountAsked') as open,
       (select count(*)::int from refunds where state = 'done') as done,
       (select count(*)::int from refunds where state = 'accountAsked') as waiting`,
  );
  if (row === undefined) throw new Error('The database counts nothing.');
  return row;
}

/** Every second account is wrong at first: its money comes back, and the running server asks its buyer again. */
async function payByHand(db: Db, config: Config, server: KillableServer): Promise<void> {
  const clock = createClock();
  const operate = (verb: string, code: string, ...words: string[]) => {
    const task = refundTaskOf([verb, code, ...words]);
    if (task === null) throw new Error(`${verb} is not understood`);
    return runRefundTask({ db, clock, config, live: null }, task);
  };
  const asked = async () =>
    db.query<{ code: string }>(
      `select o.order_code as code from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
       where r.state = 'accountAsked' order by code`,
    );
  const first = await asked();
  for (const [index, { code }] of first.entries()) {
    await operate('account', code, 'bca', '1234567890', 'Siti');
    if (index % 2 === 0) await operate('paid', code, `TRF-${code}`);
    else await operate('wrong-account', code);
  }
  await server.whenUp();
  await until(async () => (await stateOf(db)).open === 0);
  for (const { code } of await asked()) {
    await operate('account', code, 'bri', '0987654321', 'Siti');
    await operate('paid', code, `TRF-${code}`);
  }
}

async function judge(db: Db, orders: number, say: (line: string) => void): Promise<number> {
  const [sums] = await db.query<{
    paid: number;
    back: number;
    refunds: number;
    valid: number;
    letters: number;
    buyers: number;
    asked: number;
  }>(
    `select (select sum(amount)::bigint from ledger_entries where act = 'paid' and party = 'gateway')::int as paid,
       (select -sum(amount)::bigint from ledger_entries where act = 'refunded' and party = 'gateway')::int as back,
       (select sum(amount)::bigint from refunds where state = 'done')::int as refunds,
       (select count(*)::int from tickets where voided_at is null) as valid,
       (select count(*)::int from mails where subject like '%dibatalkan%') as letters,
       (select count(distinct recipient)::int from mails where subject like '%dibatalkan%') as buyers,
       (select count(*)::int from mails where subject like 'Rekening untuk%') as asked`,
  );
  if (sums === undefined) throw new Error('The database sums nothing.');
  const { paid, back, refunds, valid, letters, buyers, asked } = sums;
  const transfers = Array.from({ length: orders }, (_, index) => index % methods.length >= 4);
  const transferred = transfers.filter((isOne) => isOne).length;
  const wrong = [
    ...(letters === orders && buyers === orders ? [] : [`${letters} letters to ${buyers} buyers`]),
    ...(valid === 0 ? [] : [`${valid} tickets are valid`]),
    ...(paid === back && paid === refunds
      ? []
      : [`paid ${paid}, back ${back}, refunds ${refunds}`]),
    ...(asked === transferred + Math.floor(transferred / 2) ? [] : [`asked ${asked} times`]),
    ...(await brokenInvariants(db)).map((one) => JSON.stringify(one)),
  ];
  say(
    `${letters} letters to ${buyers} buyers, ${valid} valid tickets, Rp${paid} paid, Rp${back} back`,
  );
  for (const line of wrong) console.log(`    ${line}`);
  console.log(wrong.length === 0 ? '✔ everything holds' : `✘ ${wrong.length} went wrong`);
  return wrong.length === 0 ? 0 : 1;
}
