import { afterAll, beforeAll, expect, test } from 'vitest';
import { chargeLifecycle } from '../../../../server/domain/lifecycle/charge.ts';
import { drawLifecycle } from '../../../../server/domain/lifecycle/draw.ts';
import type { Step } from '../../../../server/domain/lifecycle/lifecycle.ts';
import { orderLifecycle } from '../../../../server/domain/lifecycle/order.ts';
import { refundLifecycle } from '../../../../server/domain/lifecycle/refund.ts';
import { saleChart, saleLifecycle } from '../../../../server/domain/lifecycle/sale.ts';
import { advanceSession, sessionLifecycle } from '../../../../server/domain/lifecycle/session.ts';
import { transferLifecycle } from '../../../../server/domain/lifecycle/transfer.ts';
import { waitingLifecycle } from '../../../../server/domain/lifecycle/waiting.ts';
import { promote, steerQueue } from '../../../../server/domain/session/queue.ts';
import { endWaiting } from '../../../../server/domain/session/session-end.ts';
import { lockLiveSession } from '../../../../server/domain/session/session-rows.ts';
import { expectSound, join, party } from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const lifecycles = [
  sessionLifecycle,
  orderLifecycle,
  chargeLifecycle,
  saleLifecycle,
  waitingLifecycle,
  drawLifecycle,
  refundLifecycle,
  transferLifecycle,
];

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const live = ['queued', 'online', 'payment_selection', 'payment_processing'];

/** Every step between two states of a session, as `from event to clock`. */
const rowOf = ({ from, event, to, clock }: Step) => `${from ?? '–'} ${event} ${to} ${clock ?? '–'}`;

/** The table of design §3: from, on, to, clock. A state without a clock has no deadline. */
const designed = [
  '– joinedFreeRoom online session',
  '– joinedFullRoom queued –',
  'queued turnCame online session',
  'online draftChanged online –',
  'online formsAccepted payment_selection selection',
  'payment_selection paymentCreated payment_processing payment',
  'payment_processing paid completed –',
  ...live.slice(1).map((from) => `${from} deadlinePassed expired –`),
  ...live.map((from) => `${from} left cancelled –`),
  'online draftCancelled online session',
  'payment_selection draftCancelled online session',
];

/** Rows added by later rulings. */
const ruled = [
  // Decision 059: before its sale an event may have a waiting room.
  '– joinedWaitingRoom queued –',
  // Decision 093: complimentary tickets.
  '– given completed –',
  // R2: a session also ends by an operator, by the end of the sale, and by a charge that nothing can follow.
  ...live.map((from) => `${from} kicked cancelled –`),
  ...live.map((from) => `${from} saleClosed cancelled –`),
  ...live.map((from) => `${from} eventCancelled cancelled –`),
  'payment_processing paymentFailed cancelled –',
  // R5: a charge that ended does not cost the seats.
  'payment_processing chargeEnded payment_selection firstCharge',
  // R10: a buyer who was absent at the turn loses the position after a while.
  'queued stayedAbsent cancelled –',
  // 11: money wins over the deadline.
  ...['payment_selection', 'completed', 'expired', 'cancelled'].map(
    (from) => `${from} paid completed –`,
  ),
];

test('the table of the session is the one of the design, with the rows of later rulings', () => {
  expect(sessionLifecycle.steps.map(rowOf).sort()).toEqual([...designed, ...ruled].sort());
});

test('an operator can publish, pause, open, close, postpone and cancel a sale, and what is cancelled stays so', () => {
  expect(saleLifecycle.steps.map(rowOf).sort()).toEqual(
    [
      '– drafted draft –',
      'draft published active –',
      'active paused paused –',
      'paused opened active –',
      'closed opened active –',
      'postponed opened active –',
      'active closed closed –',
      'paused closed closed –',
      ...['active', 'paused', 'closed'].map((from) => `${from} postponed postponed –`),
      ...['active', 'paused', 'closed', 'postponed'].map((from) => `${from} cancelled cancelled –`),
    ].sort(),
  );
  const drawn = new Set(saleChart.steps.map(({ to }) => to));
  expect([...drawn].sort()).toEqual([
    'announced',
    'cancelled',
    'closed',
    'draft',
    'onSale',
    'over',
    'paused',
    'postponed',
    'presale',
    'soldOut',
    'waitingRoom',
  ]);
});

test.each([...lifecycles, saleChart])(
  'a $thing has one step for a state and an event',
  ({ steps }) => {
    const keys = steps.map(({ from, event }) => `${from} ${event}`);
    expect(keys).toEqual([...new Set(keys)]);
  },
);

test.each(lifecycles)(
  'every state of a $thing is in its table, and no other',
  async (lifecycle) => {
    const [row] = await app.services.db.query<{ checked: string }>(
      `select pg_get_constraintdef(oid) as checked from pg_constraint
     where contype = 'c' and conrelid = $1::regclass and pg_get_constraintdef(oid) like '%' || $2 || ' =%'`,
      [lifecycle.table, lifecycle.column],
    );
    const allowed = [...(row?.checked ?? '').matchAll(/'(\w+)'::text/g)].map(([, state]) => state);
    const reached = new Set(lifecycle.steps.map(({ to }) => to as string));
    expect([...reached].sort()).toEqual(allowed.sort());
  },
);

test('a step that the table does not have is refused, and nothing is written', async () => {
  const [buyer] = await app.makeBuyers(1);
  await join(buyer!, 'konser-senja-jakarta');
  const { db, clock } = app.services;
  const work = db.tx(async (tx) => {
    const session = await lockLiveSession(tx, buyer!.accountId);
    await advanceSession(tx, app.services, session!, 'paymentCreated', { at: clock.now() });
  });
  await expect(work).rejects.toThrow("A session that is 'online' has no step on 'paymentCreated'.");
  const [row] = await db.query('select state, seq from purchase_sessions where account_id = $1', [
    buyer!.accountId,
  ]);
  expect(row).toEqual({ state: 'online', seq: 1 });
});

test('a session that is not in the state its caller read is not written', async () => {
  const [buyer] = await app.makeBuyers(1);
  await join(buyer!, 'konser-senja-jakarta');
  const { db, clock } = app.services;
  const work = db.tx(async (tx) => {
    const session = await lockLiveSession(tx, buyer!.accountId);
    const stale = { ...session!, state: 'payment_selection' as const };
    await advanceSession(tx, app.services, stale, 'left', { at: clock.now() });
  });
  await expect(work).rejects.toThrow("is not 'payment_selection' any more");
});

/** Queued buyers of a full event; returns their sessions in queue order. */
async function waitingBuyers(count: number) {
  const { db } = app.services;
  await steerQueue(app.services, party, { capacity: 0 });
  const buyers = await app.makeBuyers(count);
  for (const buyer of buyers) await join(buyer, party);
  const rows = await db.query<{ id: string; account_id: string; state: 'queued'; slug: string }>(
    `select id, account_id, state, $2 as slug from purchase_sessions
     where account_id = any($1::uuid[]) order by ticket`,
    [buyers.map(({ accountId }) => accountId), party],
  );
  return { buyers, rows };
}

test('sessions of a batch that ended meanwhile are skipped and get no audit row', async () => {
  const { buyers, rows } = await waitingBuyers(2);
  const { db, clock } = app.services;
  await buyers[0]?.ask('DELETE', '/api/session');
  await db.tx((tx) => endWaiting(tx, app.services, rows, 'saleClosed', { at: clock.now() }));
  const ended = await db.query(
    `select s.end_reason, a.action from purchase_sessions s
     left join audit_log a on a.object = 'session:' || s.id and a.status_before = 'queued'
     where s.id = any($1::uuid[]) order by s.ticket`,
    [rows.map(({ id }) => id)],
  );
  expect(ended).toEqual([
    { end_reason: 'left', action: 'session.left' },
    { end_reason: 'closed', action: 'session.closed' },
  ]);
  await expectSound(db);
});

test('forty sessions are promoted, and removed, with as many statements as four', async () => {
  const counted = async (people: number) => {
    const statements: string[] = [];
    const db = recordedDb(app.services.db, (sql) => statements.push(sql));
    const services = { ...app.services, db };
    await waitingBuyers(people);
    const room = await steerQueue(app.services, party, { capacity: null });
    expect(await promote(services, room.event_id)).toBe(people);
    const letIn = statements.length;
    const { rows } = await waitingBuyers(people);
    const change = { at: app.services.clock.now() };
    await db.tx((tx) => endWaiting(tx, services, rows, 'eventCancelled', change));
    expect(statements.filter((sql) => sql.includes('into audit_log'))).toHaveLength(2);
    return [letIn, statements.length];
  };
  expect(await counted(40)).toEqual(await counted(4));
  await steerQueue(app.services, party, { capacity: null });
  await expectSound(app.services.db);
});
