import { describe, expect, it } from 'vitest';
import type { BodyGiven } from '../../../../contract/call/call.ts';
import { calls } from '../../../../contract/call/calls.ts';
import { staffCalls } from '../../../../contract/staff/calls.ts';
import { runSaleTask } from '../../../../server/operator/sale-desk.ts';
import { oneBuyer, openShop, setEvent } from '../../support/open-shop.ts';
import { numbersOf } from '../../support/orders.ts';
import { lettersTo, paidOrder, seatsOf } from '../../support/payment-rows.ts';
import {
  concert,
  freeSeats,
  holdSeats,
  join,
  party,
  payerDoes,
  sessionOf,
} from '../../support/purchase.ts';
import { applyStanding, festival } from '../../support/standing.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [concert, party] });
const { db, clock } = app.services;
const sales = await app.asStaff('sales');

type Gift = BodyGiven<typeof staffCalls.controlGive>;
const params = { slug: concert };
const give = async (receiver: TestClient, gift: Partial<Gift>) => {
  const body = { email: receiver.email, seats: [], standing: null, ...gift };
  return (await sales.call(staffCalls.controlGive, { params, body })).body;
};
const steer = async (verb: 'hold-back' | 'give-out', seats: string[]) =>
  (await sales.call(staffCalls.controlSteer, { params, body: { verb, seats } })).body;
const ticketsOf = async (client: TestClient, eventId = concert) =>
  (await client.call(calls.myEventTickets, { params: { eventId } })).body.data.data;

describe('complimentary tickets (§15.22)', () => {
  it('are an order of Rp0 of the receiver, with a letter, by a named person (§15.54)', async () => {
    const receiver = await oneBuyer(app);
    const seats = await freeSeats(app, concert, 2);
    await steer('hold-back', seats.slice(1));
    expect((await give(receiver, { seats })).data.said).toContain('2 tickets');
    const numbers = (await ticketsOf(receiver)).map(({ seat_number }) => seat_number);
    expect(numbers.sort()).toEqual(seats.sort());
    const [order] = (await receiver.call(calls.purchaseHistory, {})).body.data;
    expect(order).toMatchObject({ order_status: 'completed', total_price: 0 });
    expect(await lettersTo(app, receiver)).not.toEqual([]);
    const acts = await db.query<{ action: string }>(
      `select action from audit_log where staff_id = $1 and status_after is not null order by id`,
      [sales.accountId],
    );
    const steps = ['session.give', 'order.draft', 'order.pay', 'payment.create'];
    expect(acts.map(({ action }) => action)).toEqual(steps);
  });

  it('leave a purchase that the receiver is in the middle of as it is', async () => {
    const receiver = await oneBuyer(app);
    await join(receiver, party);
    expect((await give(receiver, { seats: await freeSeats(app, concert, 1) })).status).toBe(200);
    const { event, session } = await sessionOf(receiver);
    expect([event?.slug, session?.state]).toEqual([party, 'online']);
    expect(await ticketsOf(receiver)).toHaveLength(1);
  });

  it('are refused whole where a seat is not to be had', async () => {
    const receiver = await oneBuyer(app);
    const [taken = ''] = numbersOf(await holdSeats(app, await oneBuyer(app), concert, 1));
    const seats = await freeSeats(app, concert, 1);
    const refused = await give(receiver, { seats: [...seats, taken] });
    expect(refused).toMatchObject({ code: 'actImpossible' });
    expect(refused.message).toContain(taken);
    expect((await give(receiver, {})).message).toContain('Name the seats');
    const standing = { category: 'Festival', count: 50 };
    expect((await give(receiver, { seats, standing })).message).toContain('At most 50');
    expect(await ticketsOf(receiver)).toEqual([]);
  });

  it('are not of a seat that a bank disputes, which is not put on sale either', async () => {
    const { payment } = await paidOrder(app, concert, 'qris', 1);
    const seats = await seatsOf(app, payment);
    await payerDoes(app, payment.id, 'chargeback');
    const impossible = { code: 'actImpossible' };
    expect(await give(await oneBuyer(app), { seats })).toMatchObject(impossible);
    expect(await steer('give-out', seats)).toMatchObject(impossible);
  });

  it('are given of a postponed event whose former date has passed, and of none that has begun', async () => {
    const receiver = await oneBuyer(app);
    const seats = await freeSeats(app, concert, 1);
    const past = new Date(clock.now().getTime() - 1000);
    const [event] = await db.query<{ starts_at: Date }>(
      'select starts_at from events where slug = $1',
      [concert],
    );
    const set = (status: string, at?: Date) =>
      setEvent(app, concert, 'status = $2, starts_at = $3', status, at);
    await set('active', past);
    expect((await give(receiver, { seats })).message).toContain('has begun');
    await set('postponed', past);
    expect((await give(receiver, { seats })).status).toBe(200);
    await set('active', event?.starts_at);
  });

  it('do not count against the limit per person', async () => {
    await db.query('update events set max_tickets_per_person = 2 where slug = $1', [concert]);
    const receiver = await oneBuyer(app);
    await give(receiver, { seats: await freeSeats(app, concert, 2) });
    const { payment } = await paidOrder(app, concert, 'qris', 2, receiver);
    expect(payment.status).toBe('pending');
    expect(await ticketsOf(receiver)).toHaveLength(4);
    const { body } = await receiver.call(calls.joinQueue, { params });
    expect(body).toMatchObject({ code: 'shareSpent' });
    await db.query('update events set max_tickets_per_person = null where slug = $1', [concert]);
  });

  it('are standing places too, by command', async () => {
    const receiver = await oneBuyer(app);
    await applyStanding(app, { standing: 4 });
    const desk = { db, clock, live: app.services };
    const task = { task: 'sale', verb: 'give', slug: festival, email: receiver.email } as const;
    const [said] = await runSaleTask(desk, { ...task, category: 'FESTIVAL', count: 3 });
    expect(said).toContain('3 tickets');
    expect(await ticketsOf(receiver, festival)).toMatchObject(Array(3).fill({ standing: true }));
    for (const [more, words] of [
      [{ category: 'Tiada', count: 1 }, 'has 0 free standing places'],
      [{ email: 'tidak@ada.id', seats: ['A-1'] }, 'No verified account'],
    ] as [object, string][]) {
      await expect(runSaleTask(desk, { ...task, ...more })).rejects.toThrow(words);
    }
    await expect(runSaleTask({ ...desk, live: null }, task)).rejects.toThrow('running server');
  });
});
