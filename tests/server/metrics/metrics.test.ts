import { afterAll, expect, it } from 'vitest';
import { openEmbedded } from '../../../server/db/embedded.ts';
import { nameUnusablePatterns } from '../../../server/domain/catalogue/forms.ts';
import { openMetrics } from '../../../server/metrics/metrics.ts';
import { serveMetrics } from '../../../server/metrics/metrics-port.ts';
import { readImage } from '../../support/database/database-image.ts';
import { openShop } from '../support/open-shop.ts';
import { askDraft, beginPayment, concert, freeSeats, join, party } from '../support/purchase.ts';

let now = 0;
let isReady = true;
const metrics = await openMetrics(() => now);
const db = await openEmbedded('memory', readImage('migrated'), { onWait: metrics.waited });
const env = { METRICS_PORT: '0' };
const app = await openShop({ overrides: { db, metrics }, env, events: [concert, party] }, null);
const port = await serveMetrics(app.services, {
  get isReady() {
    return isReady;
  },
  beginStop: async () => {},
});
afterAll(() => port?.close());

const ask = (path: string, method = 'GET') =>
  fetch(`http://127.0.0.1:${port?.port}${path}`, { method });

/** The exposed values, by metric and labels. */
async function scrape(): Promise<Map<string, number>> {
  const response = await ask('/metrics');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).matchAll(/^([a-z].*) (\S+)$/gm);
  return new Map([...lines].map(([, name = '', value]) => [name, Number(value)]));
}

it('counts stored patterns that are switched off', async () => {
  await db.query(
    `update forms set fields = jsonb_set(fields, '{0,pattern}', '"(?=a)b"') where id = (select min(id) from forms)`,
  );
  metrics.patternsOff(await nameUnusablePatterns(db, { error: () => {} }));
  expect((await scrape()).get('roetix_patterns_off')).toBe(1);
});

it('counts what a sale does: turns, holds, conflicts, payments, e-mails and calls', async () => {
  const [paying, second, third, fourth] = await app.makeBuyers(4);
  const [seat = ''] = await freeSeats(app, concert, 1);
  await beginPayment(app, paying!, concert, 1);
  await join(second!, concert);
  expect((await askDraft(second!, concert, [seat])).body.status).toBe(409);
  const { clock } = app.services;
  await db.query('update queue_rooms set capacity = 2');
  await join(third!, concert);
  await db.query('update queue_rooms set capacity = null');
  await join(fourth!, party);
  await db.query(
    `insert into mails (recipient, subject, body_text, created_at, next_try_at) values ('a@uji.id', 'A', 'A', $1, $1)`,
    [new Date(clock.now().getTime() - 90_000)],
  );
  await db.query(
    `insert into payment_notices (gateway, source, fingerprint, received_at, last_at) values ('midtrans', 'notice', 'x', $1, $1)`,
    [new Date(clock.now().getTime() - 45_000)],
  );
  const values = await scrape();
  const told = {
    [`queue_waiting{event="${concert}"}`]: 1,
    [`queue_inside{event="${concert}"}`]: 2,
    [`queue_let_in{event="${concert}"}`]: 2,
    [`queue_inside{event="${party}"}`]: 1,
    [`seats_held{event="${concert}"}`]: 1,
    'payments{state="pending",method="qris"}': 1,
    'refusals_total{call="createDraft",code="seatsTaken"}': 1,
    'call_seconds_count{call="createDraft",status="409"}': 1,
    'outbox{lane="tickets"}': 1,
    shop_figures_up: 1,
  };
  const found = Object.keys(told).map((name) => [name, values.get(`roetix_${name}`)]);
  expect(Object.fromEntries(found)).toEqual(told);
  expect(values.get('roetix_outbox_age_seconds{lane="tickets"}')).toBeGreaterThanOrEqual(90);
  expect(values.get('roetix_notice_age_seconds')).toBeGreaterThanOrEqual(45);
  expect(values.get('roetix_connection_wait_seconds_count{lane="buy"}')).toBeGreaterThan(0);
});

it('names no person: labels are events, calls, codes, states, methods, lanes and steps (§16.70)', async () => {
  const text = await (await ask('/metrics')).text();
  const labels = new Set([...text.matchAll(/([a-z]+)="/g)].map(([, name]) => name));
  const ours = ['call', 'code', 'event', 'lane', 'method', 'state', 'status', 'step'];
  // Of the runtime: buckets, garbage collections, resources, spaces of the heap and the version.
  const runtime = ['kind', 'le', 'major', 'minor', 'patch', 'space', 'type', 'version'];
  expect([...labels].filter((name) => ![...ours, ...runtime].includes(name ?? ''))).toEqual([]);
  expect(text).not.toContain('@');
});

it('tells the owed refunds until the money is sent', async () => {
  const [buyer] = await app.makeBuyers(1);
  const payment = await beginPayment(app, buyer!, concert, 1);
  const due = new Date(app.services.clock.now().getTime() - 7_200_000);
  await db.query(
    `insert into refunds (id, payment_id, amount, reason, due_at, state)
     values ($1, $1, 150000, 'seats_gone', $2, 'owed')`,
    [payment.id, due],
  );
  const owed = await scrape();
  expect(owed.get('roetix_refunds_owed')).toBe(1);
  expect(owed.get('roetix_refunds_owed_rupiah')).toBe(150_000);
  expect(owed.get('roetix_refund_age_seconds')).toBeGreaterThanOrEqual(7_200);
  await db.query(`update refunds set state = 'done', done_at = due_at where id = $1`, [payment.id]);
  expect((await scrape()).get('roetix_refunds_owed')).toBe(0);
});

it('tells how long ago each step of the ticker ended well', async () => {
  await app.tick();
  now += 12_000;
  const { mailer } = app.services;
  const { deliverDue } = mailer;
  Object.assign(mailer, { deliverDue: () => Promise.reject(new Error('no')) });
  await app.tick();
  Object.assign(mailer, { deliverDue });
  now += 3_000;
  const values = await scrape();
  expect(values.get('roetix_ticker_step_age_seconds{step="promotion"}')).toBe(3);
  expect(values.get('roetix_ticker_step_age_seconds{step="e-mails"}')).toBe(15);
});

it('goes on while the database is away, without its last figures', async () => {
  const away = { ...app.services.db, query: () => Promise.reject(new Error('away')) };
  const services = { ...app.services, db: { ...app.services.db, lane: () => away } };
  const other = await serveMetrics(services, { isReady, beginStop: async () => {} });
  const text = await (await fetch(`http://127.0.0.1:${other?.port}/metrics`)).text();
  await other?.close();
  expect(text).toContain('roetix_shop_figures_up 0');
  expect(text).not.toContain('roetix_queue_waiting{');
  expect(text).toContain('roetix_call_seconds_count');
});

it('says of the process whether it is ready and its broker is up, and serves nothing else', async () => {
  isReady = false;
  app.services.broker.setUp(false);
  const values = await scrape();
  expect(values.get('roetix_ready')).toBe(0);
  expect(values.get('roetix_broker_up')).toBe(0);
  isReady = true;
  app.services.broker.setUp(true);
  expect((await ask('/')).status).toBe(404);
  expect((await ask('/metrics', 'POST')).status).toBe(404);
  // Without METRICS_PORT there is none.
  const silent = { ...app.services, config: { ...app.services.config, metrics: null } };
  expect(await serveMetrics(silent, { isReady, beginStop: async () => {} })).toBeUndefined();
});
