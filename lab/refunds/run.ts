import { refundTaskOf } from '../../scripts/operator/refund-args.ts';
import { createClock } from '../../server/clock.ts';
import type { Config } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import { openPostgres } from '../../server/db/postgres.ts';
import { brokenInvariants } from '../../server/domain/invariants/invariants.ts';
import { runRefundTask } from '../../server/operator/refunds.ts';
import { runSaleTask } from '../../server/operator/sale-desk.ts';
import { createTestApp } from '../../tests/server/support/test-app.ts';
import { type KillableServer, killableServer } from '../race/race-server.ts';
import {
  createLog,
  laboratory,
  numbersIn,
  until as untilWithin,
  verdict,
  withCluster,
} from '../shared/laboratory.ts';
import { beginPayment, freeSeats } from '../shared/purchase.ts';

const usage = `npm run lab -- refunds [ORDERS]

Sells ORDERS orders (1000) by six methods on a PostgreSQL server of its own, cancels the event, and kills the server twice while it voids, writes
and sends. Then every ticket must be void, every buyer have one letter, and the refunds sum to what was paid; the orders that were paid by
transfer wait for an account, of which every second one is wrong at first.

It needs the programs of PostgreSQL.`;

const slug = 'stadion-nusantara';
const methods = ['qris', 'gopay', 'dana', 'shopeepay', 'bca', 'mandiri'] as const;
const atOnce = 4;
const until = (holds: () => Promise<boolean>) => untilWithin(holds, 600_000);

await laboratory(usage, (args) => {
  const [orders = 0] = numbersIn(args, 1000);
  return withCluster(({ url }) => prove(url, orders));
});

async function prove(url: string, orders: number): Promise<boolean> {
  const say = createLog();
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
  const seats = await freeSeats(app, slug, orders);
  await app.services.db.query('update forms set is_active = false');
  const next = seats.entries();
  const buyOn = async () => {
    for (const [index, seat] of next) {
      const method = methods[index % methods.length] ?? 'qris';
      const { id, buyer } = await beginPayment(app, slug, seat, method);
      await buyer.ask('POST', `/dev/gateway/${id}`, { body: { outcome: 'settlement' } });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, buyOn));
  await app.close();
  return app.services.config;
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

async function judge(db: Db, orders: number, say: (line: string) => void): Promise<boolean> {
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
  return verdict(
    'every ticket is void, every buyer has one letter, the refunds sum to what was paid',
    wrong,
  );
}
