import { beforeEach, describe, expect, it } from 'vitest';
import type { BodyGiven } from '../../../../contract/call/call.ts';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { readLine } from '../../../../server/domain/line/line.ts';
import { openShop, withParts } from '../../support/open-shop.ts';
import {
  askPayment,
  beginPayment,
  buySeats,
  concert,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  leave,
  lockDraft,
  party,
  payerDoes,
  sessionOf,
} from '../../support/purchase.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert, party] }, null);
let sales: TestClient;
beforeEach(async () => {
  sales = await app.asStaff('sales', 'support', 'door');
  // A read within a second gives the same figures.
  await app.advance(1);
});

const params = (slug = concert) => ({ slug });
const figures = async (slug = concert) => {
  await app.advance(1);
  return (await sales.call(staffCalls.controlFigures, { params: params(slug) })).body.data;
};
type Steer = BodyGiven<typeof staffCalls.controlSteer>;
const steer = (body: Steer, slug = concert) =>
  sales.call(staffCalls.controlSteer, { params: params(slug), body });
/** The acts that the log has of this member of the staff, each with its number. */
const acts = async () => {
  const rows = await app.services.db.query<{ act: string }>(
    `select action || ' ' || count(*) as act from audit_log where staff_id = $1 group by action order by action`,
    [sales.accountId],
  );
  return rows.map(({ act }) => act);
};

describe('the figures (§15.20)', () => {
  it('count who waits, chooses and pays, what is sold, and the money (§15.50)', async () => {
    const before = await figures();
    const [paid, paying, choosing, denied] = await app.makeBuyers(4);
    const { amount } = await buySeats(app, paid, concert, 2);
    await beginPayment(app, paying, concert, 1);
    await holdSeats(app, choosing, concert, 1);
    const { id } = await beginPayment(app, denied, concert, 1);
    await payerDoes(app, id, 'deny');
    const after = await figures();
    expect(after.people).toMatchObject({ paying: before.people.paying + 1, let_in: 4 });
    expect(after.money).toMatchObject({
      orders: before.money.orders + 1,
      received: before.money.received + amount,
      refunds_owed: 0,
    });
    const sum = (of: typeof after, key: 'sold' | 'held') =>
      of.categories.reduce((total, category) => total + category[key], 0);
    expect(sum(after, 'sold') - sum(before, 'sold')).toBe(2);
    expect(sum(after, 'held') - sum(before, 'held')).toBeGreaterThanOrEqual(2);
    const qris = after.methods.find(({ code }) => code === 'qris');
    expect(qris).toMatchObject({ is_on: true, pending: 1, completed: 1, failed: 1 });
    expect(after.gateways).toMatchObject([{ name: 'simulated', unread: 0 }]);
    const [today] = after.days ?? [];
    expect(today).toMatchObject({ orders: after.money.orders, received: after.money.received });
    expect(today?.tickets).toBeGreaterThanOrEqual(2);
  });
});

it('shows are listed by date for everybody of the staff, until two days after their end', async () => {
  const door = await app.asStaff('door');
  const listed = async () =>
    (await door.call(staffCalls.staffEvents, {})).body.data.events.map(({ slug }) => slug);
  expect(await listed()).toEqual(expect.arrayContaining([concert, party]));
  const move = (days: number) =>
    app.services.db.query(
      "update events set starts_at = starts_at + $2 * day, ends_at = ends_at + $2 * day from (select interval '1 day' as day) d where slug = $1",
      [party, days],
    );
  await move(-3_000);
  expect(await listed()).not.toContain(party);
  await move(3_000);
});

describe('an act (§15.12)', () => {
  it('pauses the sale, opens it again, and closes it once the slug is typed (§15.51)', async () => {
    expect((await steer({ verb: 'pause' })).body.data.said).toContain('is paused');
    expect((await figures()).sale).toBe('paused');
    expect((await steer({ verb: 'pause' })).body).toMatchObject({ code: 'actImpossible' });
    await steer({ verb: 'open' });
    const unconfirmed = await steer({ verb: 'close', confirm: 'konser' });
    expect(unconfirmed.body).toMatchObject({
      code: 'actImpossible',
      message: expect.stringContaining(concert),
    });
    await steer({ verb: 'close', confirm: concert });
    expect((await figures()).sale).toBe('closed');
    await steer({ verb: 'open' });
    expect(await acts()).toEqual(['sale.close 1', 'sale.open 2', 'sale.pause 1']);
  });

  it('that pauses a sale is read on the page of everybody who waits', async () => {
    await steer({ verb: 'capacity', count: 0 }, party);
    const [buyer] = await app.makeBuyers(1);
    await join(buyer, party);
    const told = async () => [
      (await readLine(app.services, party))?.paused,
      (await sessionOf(buyer)).queue_info?.paused,
    ];
    expect(await told()).toEqual([false, false]);
    await steer({ verb: 'pause' }, party);
    expect(await told()).toEqual([true, true]);
    await steer({ verb: 'open' }, party);
    expect(await told()).toEqual([false, false]);
    await leave(buyer);
    await steer({ verb: 'capacity', count: null }, party);
  });

  it('sets capacity and rate, and lets people in beyond them (§15.51)', async () => {
    await steer({ verb: 'capacity', count: 0 }, party);
    await steer({ verb: 'rate', count: 5 }, party);
    const people = await app.makeBuyers(3);
    for (const one of people) await join(one, party);
    const { room, people: counted } = await figures(party);
    expect([room.capacity, room.per_minute]).toEqual([0, 5]);
    expect(counted).toMatchObject({ waiting: 3, heard: 3 });
    const letIn = await steer({ verb: 'let-in', count: 2, confirm: party }, party);
    expect(letIn.body.data.said).toContain('2 people');
    const states = await Promise.all(people.map(async (one) => (await sessionOf(one)).session));
    expect(states.map((session) => session?.state)).toEqual(['online', 'online', 'queued']);
    expect(await acts()).toEqual(['queue.steer 2', 'session.promote 2']);
    await steer({ verb: 'capacity', count: null }, party);
    await steer({ verb: 'rate', count: null }, party);
  });

  it('writes to all who wait, and takes the message back (§15.52)', async () => {
    for (const message of ['Server kami sedang ramai', null]) {
      await sales.call(staffCalls.controlMessage, { params: params(party), body: { message } });
      expect((await readLine(app.services, party))?.message).toBe(message);
    }
    expect(await acts()).toEqual(['queue.message 2']);
  });

  it('removes one buyer, who reads the reason (§15.53)', async () => {
    const [buyer] = await app.makeBuyers(1);
    await join(buyer, party);
    const body = { email: buyer.email, reason: 'Akun ganda' };
    const remove = () => sales.call(staffCalls.controlRemove, { params: params(party), body });
    expect((await remove()).status).toBe(200);
    expect((await sessionOf(buyer)).session).toMatchObject({
      state: 'cancelled',
      end_note: 'Akun ganda',
    });
    expect((await remove()).body).toMatchObject({ code: 'actImpossible' });
    expect(await acts()).toEqual(['session.kicked 1']);
  });

  it('holds free seats back, all or nothing, and gives them out', async () => {
    const [held = '', free = '', other = ''] = await freeSeats(app, concert, 3);
    await holdSeats(app, (await app.makeBuyers(1))[0], concert, 1);
    const refused = await steer({ verb: 'hold-back', seats: [other, held] });
    expect(refused.body.message).toContain(held);
    expect(await freeSeats(app, concert, 2)).toEqual([free, other]);
    const count = async () =>
      (await figures()).categories.reduce((sum, category) => sum + category.held_back, 0);
    const before = await count();
    await steer({ verb: 'hold-back', seats: [free.toLowerCase()] });
    expect(await count()).toBe(before + 1);
    await steer({ verb: 'give-out', seats: [free] });
    expect(await count()).toBe(before);
    expect(await acts()).toEqual(['seats.give-out 1', 'seats.hold-back 1']);
    // People were let in beyond the capacity.
    await expectSound(app.services.db, { operator: true });
  });

  it('switches a method off for new payments and on again (§12.6)', async () => {
    const [buyer] = await app.makeBuyers(1);
    await lockDraft(app, buyer, concert, 1);
    await steer({ verb: 'method-off', code: 'qris' });
    const methods = async () =>
      (
        await buyer.call(calls.paymentMethods, { params: params() })
      ).body.data.payment_methods.available_methods.map(({ id }) => id);
    expect(await methods()).not.toContain('qris');
    expect((await askPayment(buyer, concert)).body).toMatchObject({ code: 'methodOff' });
    expect((await figures()).methods.find(({ code }) => code === 'qris')?.is_on).toBe(false);
    expect((await steer({ verb: 'method-off', code: 'qris' })).status).toBe(409);
    await steer({ verb: 'method-on', code: 'qris' });
    expect(await methods()).toContain('qris');
    expect((await steer({ verb: 'method-on', code: 'emas' })).body.message).toContain('qris');
    expect(await acts()).toEqual(['method.switch 2']);
  });

  it('opens the doors by a pass (§15.55)', async () => {
    const body = { revoke_others: true };
    const answer = await sales.call(staffCalls.controlDoors, { params: params(), body });
    expect(answer.body.data.path).toMatch(/^\/gate#[\w-]{32}$/);
    expect(await acts()).toContain('gate.pass-made 1');
  });
});

it('the figures show which calls to gateways were given up, and which wait for a silent one', async () => {
  const { db, gateways } = app.services;
  for (const buyer of await app.makeBuyers(5)) await beginPayment(app, buyer, party, 1);
  await db.query(
    `insert into job_common (name, state, singleton_key) values ('refund-simulated', 'failed', 'a')`,
  );
  const silent = Object.assign(new Error('no answer'), { name: 'TimeoutError' });
  const parts = { status: () => Promise.reject(silent) };
  const { queues } = await withParts(gateways.of('simulated'), parts, async () => {
    await app.advance(60);
    return figures(party);
  });
  expect(queues).toMatchObject([
    { queue: 'ask-simulated', dead: 0, is_paused: true },
    { queue: 'refund-simulated', due: 0, dead: 1, is_paused: false },
  ]);
});
