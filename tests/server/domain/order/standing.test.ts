import { beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { seatsLeft } from '../../../../contract/seatmap.ts';
import { reportPage } from '../../../../server/domain/report/report.ts';
import { oneBuyer, openShop } from '../../support/open-shop.ts';
import { rowOf } from '../../support/payment-rows.ts';
import { askPayment, askSubmit, join, payerDoes } from '../../support/purchase.ts';
import { applyStanding, askPlaces, festival } from '../../support/standing.ts';
import type { TestClient } from '../../support/test-app.ts';

const app = await openShop({ events: [] });
const { db, clock, broker } = app.services;
const params = { slug: festival };
let category: string;
beforeEach(async () => {
  const now = [clock.now()];
  await db.query('update purchase_sessions set deadline = $1 where ended_at is null', now);
  await app.advance(60);
  category = await applyStanding(app, { standing: 8, seats: true });
});

const buyer = async () => {
  const client = await oneBuyer(app);
  await join(client, festival);
  return client;
};
const ask = (client: TestClient, count: number, ...seats: string[]) =>
  askPlaces(client, category, count, seats);
const mapOf = async (client: TestClient) =>
  (await client.call(calls.seatmapCategories, { params })).body.data;
const leftFor = async (client: TestClient) => {
  const standing = (await mapOf(client)).categories.find(({ kind }) => kind === 'standing');
  return standing === undefined ? -1 : seatsLeft(standing);
};
const pay = async (client: TestClient) => {
  expect((await askSubmit(client, festival, {})).status).toBe(200);
  return (await askPayment(client, festival)).body.data.payment;
};
const ticketsOf = async (client: TestClient) =>
  (await client.call(calls.myEventTickets, { params: { eventId: festival } })).body.data.data;

describe('a draft of standing places (§10.14)', () => {
  it('holds seats and places together, priced by their categories, without a number for a place (§3.35)', async () => {
    const client = await buyer();
    const body = { seats: ['A-1'], quantities: [{ category, count: 2 }] };
    const { preview } = (await client.call(calls.orderPreview, { params, body })).body.data;
    expect(preview.items).toMatchObject([
      { category: 'Tribun', quantity: 1, seats: [{ number: 'A-1' }] },
      { category: 'Festival', quantity: 2, standing: true, seats: [] },
    ]);
    const { items, pricing_details } = (await ask(client, 2, 'A-1')).body.data.order_data;
    expect(pricing_details.original_price).toBe(660_000);
    expect(pricing_details).toEqual(preview.pricing_details);
    expect(items[1]).toMatchObject({ category_name: 'Festival', quantity: 2, standing: true });
    expect(items[1]?.seats.map((seat) => seat.seat_number)).toEqual(['', '']);
    const map = await mapOf(client);
    expect(map.seatLayout.items.every(({ category: of }) => of !== category)).toBe(true);
    const mine = { mine: ['A-1'], mine_quantities: [{ category, count: 2 }] };
    expect(map).toMatchObject(mine);
    expect(await leftFor(client)).toBe(6);
  });

  it('stays the same when it is asked for again, and changes by the difference', async () => {
    const client = await buyer();
    const itemsOf = async (count: number, ...seats: string[]) =>
      (await ask(client, count, ...seats)).body.data.order_data.items;
    const first = await itemsOf(3);
    expect(await itemsOf(3)).toEqual(first);
    const ids = (item: (typeof first)[number] | undefined) =>
      item?.seats.map((seat) => seat.ticket_id);
    const fewer = await itemsOf(2, 'A-2');
    expect(ids(fewer[1])).toEqual(ids(first[0])?.slice(0, 2));
    expect(await leftFor(client)).toBe(6);
    expect(await itemsOf(0, 'A-2')).toHaveLength(1);
    await client.call(calls.cancelDraft, { params });
    expect(await leftFor(client)).toBe(8);
  });

  it('takes no seat as a place, and no place by its number', async () => {
    const client = await buyer();
    const [seated] = (await mapOf(client)).categories;
    const meta = { quantities: [{ name: 'Tribun', left: 0 }] };
    const asPlace = (await askPlaces(client, seated?.id ?? '', 1)).body;
    expect(asPlace).toMatchObject({ code: 'placesTaken', meta });
    const asSeat = (await ask(client, 0, `${category}-000001`)).body;
    expect(asSeat).toMatchObject({ code: 'seatsTaken' });
  });

  it('beyond what is left changes nothing, and says how many are left', async () => {
    const [one, other] = [await buyer(), await buyer()];
    await ask(one, 5);
    expect((await ask(other, 4, 'A-1')).body).toMatchObject({
      status: 409,
      code: 'placesTaken',
      meta: {
        quantities: [{ category, name: 'Festival', left: 3 }],
        mine: [],
        mine_quantities: [],
      },
    });
    expect((await mapOf(other)).mine).toEqual([]);
    await ask(other, 1);
    const meta = { quantities: [{ left: 2 }], mine_quantities: [{ category, count: 1 }] };
    expect((await ask(other, 4)).body).toMatchObject({ meta });
    expect(await leftFor(other)).toBe(2);
  });

  it('tells everybody how many places are left, and never the number of one', async () => {
    const told = vi.spyOn(broker, 'publish');
    await ask(await buyer(), 2);
    const news = { changes: [], places: [{ category, left: 6 }] };
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith('seats', festival, news));
    expect(JSON.stringify(told.mock.calls)).not.toContain(`${category}-0`);
  });

  it('ends with its session, and is sold with it', async () => {
    const client = await buyer();
    await ask(client, 2);
    await app.advance(16 * 60);
    expect(await leftFor(client)).toBe(8);
    const second = await buyer();
    await ask(second, 2, 'A-3');
    const payment = await pay(second);
    await payerDoes(app, payment.id, 'settlement');
    expect(await leftFor(second)).toBe(6);
    const tickets = await ticketsOf(second);
    const told = tickets.map((ticket) => [ticket.ticket_type, ticket.seat_number, ticket.standing]);
    expect(told.sort()).toEqual([
      ['Festival', null, true],
      ['Festival', null, true],
      ['Tribun', 'A-3', undefined],
    ]);
    const { rows } = await reportPage(db, { slug: festival, table: 'sums', after: '' });
    expect(JSON.stringify(rows)).toContain('Festival');
    expect(JSON.stringify(tickets)).not.toContain(category);
    await payerDoes(app, payment.id, 'refund');
    expect(await leftFor(second)).toBe(8);
  });

  it('that is paid late gets other places of its category, and its money back when none is left', async () => {
    const [late, later] = [await buyer(), await buyer()];
    await ask(late, 2);
    const first = await pay(late);
    await ask(later, 3);
    const second = await pay(later);
    await app.advance(13 * 60);
    await ask(await buyer(), 5);
    await payerDoes(app, first.id, 'settlement');
    expect(await ticketsOf(late)).toHaveLength(2);
    await payerDoes(app, second.id, 'settlement');
    expect((await rowOf(app, second)).payment).toMatch(/^refund/);
    expect(await leftFor(late)).toBe(1);
  });
});
