import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BodyGiven } from '../../../../contract/call/call.ts';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { readLine } from '../../../../server/domain/line/line.ts';
import {
  askPayment,
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  lockDraft,
  party,
  payerDoes,
  sessionOf,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let sales: TestClient;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  sales = await app.asStaff('sales', 'support', 'door');
  // A read within a second gives the same figures.
  await app.advance(1);
});
afterAll(() => app.close());

const params = (slug = concert) => ({ slug });
const figures = async (slug = concert) =>
  (await sales.call(staffCalls.controlFigures, { params: params(slug) })).body.data;
const steer = (body: BodyGiven<typeof staffCalls.controlSteer>, slug = concert) =>
  sales.call(staffCalls.controlSteer, { params: params(slug), body });
const acts = (action: string) =>
  app.services.db.query<{ staff_id: string | null }>(
    'select staff_id from audit_log where action = $1 and staff_id = $2',
    [action, sales.accountId],
  );
const buyers = (count: number) => app.makeBuyers(count);

describe('the figures', () => {
  it('count who waits, chooses and pays, what is sold, and the money', async () => {
    const before = await figures();
    const [paid, paying, choosing, denied] = (await buyers(4)) as [
      TestClient,
      TestClient,
      TestClient,
      TestClient,
    ];
    const { id, amount } = await beginPayment(app, paid, concert, 2);
    await payerDoes(app, id, 'settlement');
    await beginPayment(app, paying, concert, 1);
    await holdSeats(app, choosing, concert, 1);
    const { id: deniedId } = await beginPayment(app, denied, concert, 1);
    await payerDoes(app, deniedId, 'deny');
    await app.advance(1);
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
  });

  it('are read once a second, whoever asks', async () => {
    const first = await figures(party);
    await join((await buyers(1))[0] as TestClient, party);
    const support = await app.asStaff('support');
    const same = await support.call(staffCalls.controlFigures, { params: params(party) });
    expect(same.body.data).toEqual(first);
    await app.advance(1);
    expect((await figures(party)).people.choosing).toBe(first.people.choosing + 1);
  });
});

describe('an act', () => {
  it('pauses the sale, opens it again, and closes it once the slug is typed', async () => {
    expect((await steer({ verb: 'pause' })).body.data.said).toContain('is paused');
    await app.advance(1);
    expect((await figures()).sale).toBe('paused');
    expect((await steer({ verb: 'pause' })).body).toMatchObject({ code: 'actImpossible' });
    await steer({ verb: 'open' });
    const unconfirmed = await steer({ verb: 'close', confirm: 'konser' });
    expect(unconfirmed.body).toMatchObject({ code: 'actImpossible' });
    expect(unconfirmed.body.message).toContain(concert);
    await steer({ verb: 'close', confirm: concert });
    await app.advance(1);
    expect((await figures()).sale).toBe('closed');
    await steer({ verb: 'open' });
    expect(await acts('sale.pause')).toHaveLength(1);
    expect(await acts('sale.open')).toHaveLength(2);
    expect(await acts('sale.close')).toHaveLength(1);
  });

  it('that pauses a sale is read on the page of everybody who waits', async () => {
    await steer({ verb: 'capacity', count: 0 }, party);
    const [buyer] = (await buyers(1)) as [TestClient];
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
    await buyer.call(calls.exitSession, {});
    await steer({ verb: 'capacity', count: null }, party);
  });

  it('sets capacity and rate, and lets people in beyond them', async () => {
    await steer({ verb: 'capacity', count: 0 }, party);
    await steer({ verb: 'rate', count: 5 }, party);
    const people = await buyers(3);
    for (const one of people) await join(one, party);
    await app.advance(1);
    const { room, people: counted } = await figures(party);
    expect([room.capacity, room.per_minute]).toEqual([0, 5]);
    expect(counted).toMatchObject({ waiting: 3, heard: 3 });
    const let2 = await steer({ verb: 'let-in', count: 2, confirm: party }, party);
    expect(let2.body.data.said).toContain('2 people');
    const states = await Promise.all(people.map(async (one) => (await sessionOf(one)).session));
    expect(states.map((session) => session?.state)).toEqual(['online', 'online', 'queued']);
    expect(await acts('queue.steer')).toHaveLength(2);
    expect(await acts('session.promote')).toHaveLength(2);
    await steer({ verb: 'capacity', count: null }, party);
    await steer({ verb: 'rate', count: null }, party);
  });

  it('writes to all who wait, and takes the message back', async () => {
    const write = (message: string | null) =>
      sales.call(staffCalls.controlMessage, { params: params(party), body: { message } });
    await write('Server kami sedang ramai');
    const line = async () => (await readLine(app.services, party))?.message;
    expect(await line()).toBe('Server kami sedang ramai');
    await write(null);
    expect(await line()).toBeNull();
    expect(await acts('queue.message')).toHaveLength(2);
  });

  it('removes one buyer, who reads the reason', async () => {
    const [buyer] = (await buyers(1)) as [TestClient];
    await join(buyer, party);
    const remove = () =>
      sales.call(staffCalls.controlRemove, {
        params: params(party),
        body: { email: buyer.email, reason: 'Akun ganda' },
      });
    expect((await remove()).status).toBe(200);
    expect((await sessionOf(buyer)).session).toMatchObject({ state: 'cancelled' });
    expect((await remove()).body).toMatchObject({ code: 'actImpossible' });
    expect(await acts('session.kicked')).toHaveLength(1);
  });

  it('holds free seats back, all or nothing, and gives them out', async () => {
    const seats = await freeSeats(app, concert, 2);
    const [held = ''] = await holdSeats(app, (await buyers(1))[0] as TestClient, concert, 1)
      .then(async () =>
        app.services.db.query<{ seat_number: string }>(
          `select s.seat_number from seats s join events e on e.id = s.event_id where e.slug = $1 and s.status = 'held' limit 1`,
          [concert],
        ),
      )
      .then((rows) => rows.map(({ seat_number }) => seat_number));
    const refused = await steer({ verb: 'hold-back', seats: [seats[1] ?? '', held] });
    expect(refused.body.message).toContain(held);
    const free = (await freeSeats(app, concert, 3)).filter((seat) => seat !== held);
    await steer({ verb: 'hold-back', seats: [free[0]?.toLowerCase() ?? ''] });
    await app.advance(1);
    const count = async () =>
      (await figures()).categories.reduce((sum, category) => sum + category.held_back, 0);
    const blocked = await count();
    expect(blocked).toBeGreaterThan(0);
    await steer({ verb: 'give-out', seats: [free[0] ?? ''] });
    await app.advance(1);
    expect(await count()).toBe(blocked - 1);
    expect(await acts('seats.hold-back')).toHaveLength(1);
    expect(await acts('seats.give-out')).toHaveLength(1);
    // People were let in beyond the capacity.
    await expectSound(app.services.db, { operator: true });
  });

  it('switches a method off for new payments and on again', async () => {
    const [buyer] = (await buyers(1)) as [TestClient];
    await lockDraft(app, buyer, concert, 1);
    await steer({ verb: 'method-off', code: 'qris' });
    const methods = async () =>
      (
        await buyer.call(calls.paymentMethods, { params: params() })
      ).body.data.payment_methods.available_methods.map(({ id }) => id);
    expect(await methods()).not.toContain('qris');
    expect((await askPayment(buyer, concert)).body).toMatchObject({ code: 'methodOff' });
    await app.advance(1);
    expect((await figures()).methods.find(({ code }) => code === 'qris')?.is_on).toBe(false);
    expect((await steer({ verb: 'method-off', code: 'qris' })).status).toBe(409);
    await steer({ verb: 'method-on', code: 'qris' });
    expect(await methods()).toContain('qris');
    expect((await steer({ verb: 'method-on', code: 'emas' })).body.message).toContain('qris');
    expect(await acts('method.switch')).toHaveLength(2);
  });

  it('opens the doors by a pass', async () => {
    const answer = await sales.call(staffCalls.controlDoors, {
      params: params(),
      body: { revoke_others: true },
    });
    expect(answer.body.data.path).toMatch(/^\/gate#[\w-]{32}$/);
    expect(await acts('gate.pass-made')).toHaveLength(1);
  });
});
