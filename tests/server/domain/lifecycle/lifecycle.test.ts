import { expect, test } from 'vitest';
import { chargeLifecycle } from '../../../../server/domain/lifecycle/charge.ts';
import { drawLifecycle } from '../../../../server/domain/lifecycle/draw.ts';
import { orderLifecycle } from '../../../../server/domain/lifecycle/order.ts';
import { refundLifecycle } from '../../../../server/domain/lifecycle/refund.ts';
import { saleChart, saleLifecycle } from '../../../../server/domain/lifecycle/sale.ts';
import { advanceSession, sessionLifecycle } from '../../../../server/domain/lifecycle/session.ts';
import { transferLifecycle } from '../../../../server/domain/lifecycle/transfer.ts';
import { waitingLifecycle } from '../../../../server/domain/lifecycle/waiting.ts';
import { promote, steerQueue } from '../../../../server/domain/session/queue.ts';
import { endWaiting } from '../../../../server/domain/session/session-end.ts';
import { lockLiveSession } from '../../../../server/domain/session/session-rows.ts';
import { openShop } from '../../support/open-shop.ts';
import { concert, expectSound, join, leave, party } from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';

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

const app = await openShop({ events: [concert, party] }, null);

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

test.each([
  ['that its table does not have', 'online', 'paymentCreated', "has no step on 'paymentCreated'"],
  ['from another state than it has', 'payment_selection', 'left', "is not 'payment_selection' any"],
] as const)('a session takes no step %s, and nothing is written', async (_what, state, on, why) => {
  const [buyer] = await app.makeBuyers(1);
  await join(buyer, concert);
  const { db, clock } = app.services;
  const work = db.tx(async (tx) => {
    const session = await lockLiveSession(tx, buyer.accountId);
    await advanceSession(tx, app.services, { ...session!, state }, on, { at: clock.now() });
  });
  await expect(work).rejects.toThrow(why);
  const rows = await db.query('select state, seq from purchase_sessions where account_id = $1', [
    buyer.accountId,
  ]);
  expect(rows).toEqual([{ state: 'online', seq: 1 }]);
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
  await leave(buyers[0]!);
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
