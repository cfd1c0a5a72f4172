import { randomBytes } from 'node:crypto';
import { databaseOn, onServer } from '../../scripts/postgres/on-server.ts';
import { applyEvent, type EventFolder } from '../../server/domain/catalogue/folder/apply-event.ts';
import { createGateways } from '../../server/gateway/gateways.ts';
import { createMidtrans } from '../../server/gateway/midtrans/midtrans.ts';
import { offerMethods } from '../../server/gateway/offered.ts';
import { twinAccounts } from '../../server/gateway/stand-in.ts';
import { createXendit } from '../../server/gateway/xendit/xendit.ts';
import { stillClock } from '../../tests/server/support/clocks.ts';
import { festivalFile, folderOf } from '../../tests/server/support/standing.ts';
import {
  createTestApp,
  type TestApp,
  type TestClient,
} from '../../tests/server/support/test-app.ts';
import { nativeImage } from '../../tests/support/database/native-engine.ts';
import { openMigrated } from '../../tests/support/database/open-migrated.ts';
import type { TwinNotice } from '../../tools/desk/twins/twin.ts';
import { openBank } from './bank.ts';

/** Slug of the only event. */
export const show = 'pentas-riwayat';
/** Tickets that one person may buy. */
export const limit = 3;
export const policy = {
  steps: [
    { daysBefore: 7, percent: 100 },
    { daysBefore: 1, percent: 50 },
  ],
};
/** What is added to a price. */
export const tax = (price: number) => price / 10;
/** Prices by category. */
export const prices = { VIP: 400_000, Tribun: 200_000, Festival: 100_000 } as const;

/** The document of the event; row B is of the category Tribun or VIP. */
export const documentOf = ({ organizer = {} as object, isRowBVip = false }) => {
  const rows = isRowBVip ? { VIP: [3, 3], Tribun: [3] } : { VIP: [3], Tribun: [3, 3] };
  const places = {
    VIP: { rows: rows.VIP },
    Tribun: { rows: rows.Tribun },
    Festival: { standing: 3 },
  };
  return {
    ...festivalFile({ standing: 3, seats: true }),
    organizer: { name: 'Riwayat Raya', ...organizer },
    startsAt: '+14d 19:30',
    categories: (['VIP', 'Tribun', 'Festival'] as const).map((name) => ({
      name,
      color: '#0b7285',
      price: prices[name],
      ...places[name],
    })),
    fees: [{ name: 'PPN', kind: 'tax', percent: 10 }],
    refunds: policy,
    limits: { perShow: limit },
  };
};

/** Methods by gateway: those that give money back, and those that ask for an account. */
const hangSeconds = 10;
/** Own tables are those above the last number that the system's take. */
const firstOwnOid = 16_384;
const methodRows = [
  ...['qris', 'gopay', 'dana', 'bni', 'mandiri'].map((code) => ({ code, gateway: 'midtrans' })),
  ...['shopeepay', 'linkaja', 'bca', 'ovo'].map((code) => ({ code, gateway: 'xendit' })),
].map((row) => ({ ...row, fee: { rupiah: 2_000 } }));
export const methods = methodRows.map(({ code }) => code);

export type World = Awaited<ReturnType<typeof openWorld>>;

/**
 * The shop of the histories: two processes over one database, which sell one event through both gateways, to three buyers. `reset` puts everything
 * back to the first moment, so that a history depends on its seed alone. The caller closes it.
 */
export async function openWorld() {
  const clock = stillClock();
  const own = await ownDatabase();
  const shared = own === null ? await openMigrated() : null;
  const apps: TestApp[] = [];
  let next = 0;
  const answers: string[] = [];
  /** The processes take the notices in turn. */
  const deliver = async (gateway: string, { body, headers }: TwinNotice) => {
    next += 1;
    const app = apps[bank.state.held === null ? next % 2 : 1 - bank.state.held.process];
    const given = {
      method: 'POST',
      url: `/api/webhooks/${gateway}`,
      headers,
      payload: body,
    } as const;
    const { statusCode } = await app!.fastify.inject(given);
    if (statusCode >= 500 && !bank.state.isDisturbed)
      answers.push(`a notice was answered ${statusCode}`);
    return statusCode;
  };
  /** Calls that begin together hang together. */
  const hang = async () => {
    const until = clock.now().getTime() + hangSeconds * 1_000;
    await new Promise((resolve) => setImmediate(resolve));
    const left = Math.round((until - clock.now().getTime()) / 1_000);
    if (left > 0) clock.advance(left);
  };
  const bank = openBank({ now: () => clock.now(), hang, deliver });
  for (const process of [0, 1]) {
    const all = [
      createMidtrans({ ...twinAccounts.midtrans, fetch: bank.line(process, 'midtrans') }),
      createXendit({ ...twinAccounts.xendit, fetch: bank.line(process, 'xendit') }),
    ];
    const gateways = createGateways(all, offerMethods(all, methodRows));
    const db =
      shared === null ? {} : { db: process === 0 ? shared : { ...shared, close: async () => {} } };
    const env = { ...own?.env, DEV_TOOLS: '0' };
    apps.push(await createTestApp({ events: [], env, overrides: { ...db, clock, gateways } }));
  }
  const [first, second] = apps as [TestApp, TestApp];
  const { db } = first.services;
  const folder = await folderOf(documentOf({}), show);
  const edit = async (document: object, through = db) => {
    const file = document as EventFolder['file'];
    const changed = { ...folder, file, document: JSON.stringify(document) };
    await applyEvent(through, changed, {
      now: clock.now(),
      key: first.services.keys.staff,
      isDry: false,
    });
  };
  await edit(documentOf({}));
  const [standing] = await db.query<{ id: string }>(
    `select id from categories where kind = 'standing'`,
  );
  const buyers = await first.makeBuyers(4);
  const clients = [buyers, await Promise.all(buyers.map(({ email }) => second.as(email)))];
  const restore = await restorer(db);
  const firstOffset = clock.offsetSeconds;
  return {
    apps: [first, second] as const,
    bank,
    buyers,
    /** The browser of a buyer at one of the processes. */
    clientOf: (process: number, { email }: TestClient) =>
      clients[process]!.find((client) => client.email === email)!,
    standing: standing!.id,
    clock,
    db,
    edit,
    hasConnections: own !== null,
    /** Responses that no server may give, since they were read last. */
    badAnswers: () => answers.splice(0),
    async reset() {
      bank.reset();
      next = 0;
      clock.advance(firstOffset - clock.offsetSeconds);
      await restore();
    },
    async close() {
      await second.close();
      await first.close();
      await own?.drop();
    },
  };
}

/** A database on the PostgreSQL server of the tests, where each process has its own connections; null without one. */
async function ownDatabase() {
  const [url, image] = [process.env.TEST_POSTGRES_URL, nativeImage()];
  if (url === undefined || image === null) return null;
  const name = `${image}_${randomBytes(4).toString('hex')}`;
  await onServer(url, (db) => db.script(`create database ${name} template ${image}`));
  return {
    env: { DATABASE_URL: databaseOn(url, name) },
    drop: () => onServer(url, (db) => db.script(`drop database ${name} with (force)`)),
  };
}

/** Copies every table, and returns what puts all rows back. */
async function restorer(db: TestApp['services']['db']) {
  await db.query(`update auth_sessions set expires_at = '2100-01-01', last_seen_at = '2099-01-01'`);
  const tables = await db.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(a.attname, ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and c.oid >= ${firstOwnOid} and c.relname <> 'applied_steps' group by 1 order by 1`,
  );
  const filled: string[] = [];
  await db.script('create schema first_moment');
  for (const { name, columns } of tables) {
    const rows = await db.query(`select 1 as one from ${name} limit 1`);
    if (rows.length === 0) continue;
    const copy = `first_moment.${name.replace('.', '_')}`;
    await db.script(`create table ${copy} as select ${columns} from ${name}`);
    filled.push(`insert into ${name} (${columns}) overriding system value select * from ${copy}`);
  }
  const lines = [
    'begin; set local session_replication_role = replica',
    ...tables.map(({ name }) => `delete from ${name}`),
    ...filled,
    'commit',
  ];
  return () => db.script(lines.join('; '));
}
