import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BodyGiven } from '../../../../contract/call/call.ts';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import {
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  party,
  payerDoes,
  sessionOf,
} from '../../support/purchase.ts';
import { applyStanding, festival } from '../../support/standing.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let sales: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  sales = await app.asStaff('sales');
});
afterAll(() => app.close());

type Gift = BodyGiven<typeof staffCalls.controlGive>;

const give = (gift: Pick<Gift, 'email'> & Partial<Gift>, slug = concert) =>
  sales.call(staffCalls.controlGive, {
    params: { slug },
    body: { seats: [], standing: null, ...gift },
  });
const oneBuyer = async () => (await app.makeBuyers(1))[0] as TestClient;
const ticketsOf = async (client: TestClient, slug = concert) =>
  (await client.call(calls.myEventTickets, { params: { eventId: slug } })).body.data.data;

describe('complimentary tickets', () => {
  it('are an order of Rp0 of the receiver, with a letter, by a named person', async () => {
    const receiver = await oneBuyer();
    const [free = '', held = ''] = await freeSeats(app, concert, 2);
    await sales.call(staffCalls.controlSteer, {
      params: { slug: concert },
      body: { verb: 'hold-back', seats: [held] },
    });
    const answer = await give({ email: receiver.email, seats: [free, held] });
    expect(answer.body.data.said).toContain('2 tickets');
    const tickets = await ticketsOf(receiver);
    expect(tickets.map(({ seat_number }) => seat_number).sort()).toEqual([free, held].sort());
    const [order] = (await receiver.call(calls.purchaseHistory, {})).body.data;
    expect(order).toMatchObject({ order_status: 'completed', total_price: 0 });
    const letters = await app.services.db.query(
      'select subject from mails where recipient = $1 order by id desc limit 1',
      [receiver.email],
    );
    expect(letters).toHaveLength(1);
    const acts = await app.services.db.query(
      `select action from audit_log where staff_id = $1 and status_after is not null order by id`,
      [sales.accountId],
    );
    expect(acts.map(({ action }) => action)).toEqual([
      'session.give',
      'order.draft',
      'order.pay',
      'payment.create',
    ]);
    await expectSound(app.services.db);
  });

  it('leave a purchase that the receiver is in the middle of as it is', async () => {
    const receiver = await oneBuyer();
    await join(receiver, party);
    const [seat = ''] = await freeSeats(app, concert, 1);
    expect((await give({ email: receiver.email, seats: [seat] })).status).toBe(200);
    expect(await sessionOf(receiver)).toMatchObject({
      event: { slug: party },
      session: { state: 'online' },
    });
    expect(await ticketsOf(receiver)).toHaveLength(1);
  });

  it('are refused whole where a seat is not to be had', async () => {
    const receiver = await oneBuyer();
    const [seat = '', other = ''] = await freeSeats(app, concert, 2);
    await holdSeats(app, await oneBuyer(), concert, 1);
    const [taken] = await app.services.db.query<{ seat_number: string }>(
      `select s.seat_number from seats s join events e on e.id = s.event_id where e.slug = $1 and s.status = 'held' limit 1`,
      [concert],
    );
    const free = seat === taken?.seat_number ? other : seat;
    const refused = await give({ email: receiver.email, seats: [free, taken?.seat_number ?? ''] });
    expect(refused.body).toMatchObject({ code: 'actImpossible' });
    expect(refused.body.message).toContain(taken?.seat_number);
    expect((await give({ email: receiver.email })).body.message).toContain('Name the seats');
    const many = { category: 'Festival', count: 50 };
    const seats = [free];
    expect((await give({ email: receiver.email, seats, standing: many })).body.message).toContain(
      'At most 50',
    );
    expect(await ticketsOf(receiver)).toEqual([]);
  });

  it('are not of a seat that a bank disputes, which is not put on sale either', async () => {
    const payer = await oneBuyer();
    const payment = await beginPayment(app, payer, concert, 1);
    await payerDoes(app, payment.id, 'settlement');
    const [ticket] = await ticketsOf(payer);
    const seat = ticket?.seat_number ?? '';
    await payerDoes(app, payment.id, 'chargeback');
    const refused = await give({ email: (await oneBuyer()).email, seats: [seat] });
    expect(refused.body).toMatchObject({ code: 'actImpossible' });
    const given = await sales.call(staffCalls.controlSteer, {
      params: { slug: concert },
      body: { verb: 'give-out', seats: [seat] },
    });
    expect(given.body).toMatchObject({ code: 'actImpossible' });
    await expectSound(app.services.db);
  });

  it('are given of a postponed event whose former date has passed, and of none that has begun', async () => {
    const receiver = await oneBuyer();
    const [seat = ''] = await freeSeats(app, concert, 1);
    const [event] = await app.services.db.query<{ status: string; starts_at: Date }>(
      'select status, starts_at from events where slug = $1',
      [concert],
    );
    const set = (status: string | undefined, at: Date | undefined) =>
      app.services.db.query('update events set status = $2, starts_at = $3 where slug = $1', [
        concert,
        status,
        at,
      ]);
    const past = new Date(app.services.clock.now().getTime() - 1000);
    await set(event?.status, past);
    const late = await give({ email: receiver.email, seats: [seat] });
    expect(late.body.message).toContain('has begun');
    await set('postponed', past);
    expect((await give({ email: receiver.email, seats: [seat] })).status).toBe(200);
    await set(event?.status, event?.starts_at);
  });

  it('go to one of two receivers of one seat', async () => {
    const receivers = await app.makeBuyers(2);
    const [seat = ''] = await freeSeats(app, concert, 1);
    const answers = await Promise.all(receivers.map(({ email }) => give({ email, seats: [seat] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await expectSound(app.services.db);
  });

  it('are standing places too, by command', async () => {
    const receiver = await oneBuyer();
    await applyStanding(app, { standing: 4 });
    const slug = festival;
    const desk = { db: app.services.db, clock: app.services.clock, live: app.services };
    const task = { task: 'sale', verb: 'give', slug, email: receiver.email } as const;
    const [said] = await runSaleTask(desk, { ...task, category: 'FESTIVAL', count: 3 });
    expect(said).toContain('3 tickets');
    expect(await ticketsOf(receiver, slug)).toMatchObject(Array(3).fill({ standing: true }));
    await expect(runSaleTask(desk, { ...task, category: 'Tiada', count: 1 })).rejects.toThrow(
      'has 0 free standing places',
    );
    await expect(
      runSaleTask(desk, { ...task, email: 'tidak@ada.id', seats: ['A-1'] }),
    ).rejects.toThrow('No verified account');
    await expect(runSaleTask({ ...desk, live: null }, task)).rejects.toThrow('running server');
    await expectSound(app.services.db);
  });
});
