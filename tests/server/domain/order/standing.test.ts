import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { seatsLeft } from '../../../../contract/seatmap.ts';
import { reportPage } from '../../../../server/domain/report/report.ts';
import { askPayment, askSubmit, expectSound, join, payerDoes } from '../../support/purchase.ts';
import { applyStanding, askPlaces, festival } from '../../support/standing.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;
let category: string;
beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(() => app.close());

const given = { standing: 8, seats: true };
beforeEach(async () => {
  const { db, clock } = app.services;
  await db.query('update purchase_sessions set deadline = $1 where ended_at is null', [
    clock.now(),
  ]);
  await app.advance(60);
  category = await applyStanding(app, given);
});

async function buyer(): Promise<TestClient> {
  const [client] = await app.makeBuyers(1);
  if (client === undefined) throw new Error('There is no buyer.');
  await join(client, festival);
  return client;
}

const mapOf = async (client: TestClient) =>
  (await client.call(calls.seatmapCategories, { params: { slug: festival } })).body.data;

async function leftFor(client: TestClient): Promise<number> {
  const { categories } = await mapOf(client);
  const standing = categories.find(({ kind }) => kind === 'standing');
  return standing === undefined ? -1 : seatsLeft(standing);
}

async function pay(client: TestClient): Promise<string> {
  expect((await askSubmit(client, festival, {})).status).toBe(200);
  const payment = (await askPayment(client, festival)).body.data.payment;
  return payment.id;
}

describe('a draft of standing places', () => {
  it('holds seats and places together, priced by their categories, without a number for a place', async () => {
    const client = await buyer();
    const preview = await client.call(calls.orderPreview, {
      params: { slug: festival },
      body: { seats: ['A-1'], quantities: [{ category, count: 2 }] },
    });
    expect(preview.body.data.preview.items).toMatchObject([
      { category: 'Tribun', quantity: 1, seats: [{ number: 'A-1' }] },
      { category: 'Festival', quantity: 2, standing: true, seats: [] },
    ]);
    const answer = await askPlaces(client, category, 2, ['A-1']);
    expect(answer.status).toBe(200);
    const { items, pricing_details } = answer.body.data.order_data;
    expect(pricing_details.original_price).toBe(600_000);
    expect(pricing_details).toEqual(preview.body.data.preview.pricing_details);
    expect(items[1]).toMatchObject({ category_name: 'Festival', quantity: 2, standing: true });
    expect(items[1]?.seats.map((seat) => seat.seat_number)).toEqual(['', '']);
    const map = await mapOf(client);
    expect(map.seatLayout.items.every(({ category: of }) => of !== category)).toBe(true);
    expect(map.mine).toEqual(['A-1']);
    expect(map.mine_quantities).toEqual([{ category, count: 2 }]);
    expect(await leftFor(client)).toBe(6);
    await expectSound(app.services.db);
  });

  it('stays the same when it is asked for again, and changes by the difference', async () => {
    const client = await buyer();
    const first = (await askPlaces(client, category, 3)).body.data;
    const tickets = first.order_data.items[0]?.seats.map((seat) => seat.ticket_id) ?? [];
    expect((await askPlaces(client, category, 3)).body.data.order_data).toEqual(first.order_data);
    const fewer = (await askPlaces(client, category, 2, ['A-2'])).body.data;
    const kept = fewer.order_data.items[1]?.seats.map((seat) => seat.ticket_id);
    expect(kept).toEqual(tickets.slice(0, 2));
    expect(await leftFor(client)).toBe(6);
    const none = (await askPlaces(client, category, 0, ['A-2'])).body.data;
    expect(none.order_data.items).toHaveLength(1);
    await client.call(calls.cancelDraft, { params: { slug: festival } });
    expect(await leftFor(client)).toBe(8);
    await expectSound(app.services.db);
  });

  it.each([
    ['nothing', { seats: [], quantities: [] }, 'Choose at least one seat'],
    ['six', { seats: ['A-1'], quantities: [{ category: 'c', count: 5 }] }, 'Select up to 5 seats'],
    [
      'a category twice',
      {
        quantities: [
          { category: 'c', count: 1 },
          { category: 'c', count: 1 },
        ],
      },
      'A category is listed twice',
    ],
    ['half a place', { quantities: [{ category: 'c', count: 0.5 }] }, 'Must be a whole number'],
  ])('of %s is refused', async (_, body, message) => {
    const client = await buyer();
    const answer = await client.ask('POST', `/api/event/${festival}/order-draft`, { body });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(message);
  });

  it('takes no seat as a place, and no place by its number', async () => {
    const client = await buyer();
    const [seated] = (await mapOf(client)).categories;
    const asPlace = await askPlaces(client, seated?.id ?? '', 1);
    expect(asPlace.body).toMatchObject({
      code: 'placesTaken',
      meta: { quantities: [{ name: 'Tribun', left: 0 }] },
    });
    expect((await askPlaces(client, category, 0, [`${category}-000001`])).body).toMatchObject({
      code: 'seatsTaken',
    });
  });

  it('beyond what is left changes nothing, and says how many are left', async () => {
    const [one, other] = [await buyer(), await buyer()];
    await askPlaces(one, category, 5);
    const refusal = await askPlaces(other, category, 4, ['A-1']);
    expect(refusal.status).toBe(409);
    expect(refusal.body).toMatchObject({
      code: 'placesTaken',
      meta: {
        quantities: [{ category, name: 'Festival', left: 3 }],
        mine: [],
        mine_quantities: [],
      },
    });
    expect((await mapOf(other)).mine).toEqual([]);
    await askPlaces(other, category, 1);
    expect((await askPlaces(other, category, 4)).body).toMatchObject({
      meta: { quantities: [{ left: 2 }], mine_quantities: [{ category, count: 1 }] },
    });
    expect(await leftFor(other)).toBe(2);
  });

  it('tells everybody how many places are left, and never the number of one', async () => {
    const told = vi.spyOn(app.services.broker, 'publish');
    await askPlaces(await buyer(), category, 2);
    await vi.waitFor(() =>
      expect(told).toHaveBeenCalledWith('seats', festival, {
        changes: [],
        places: [{ category, left: 6 }],
      }),
    );
    expect(JSON.stringify(told.mock.calls)).not.toContain(`${category}-0`);
    told.mockRestore();
  });

  it('counts for the share of a person', async () => {
    const { db } = app.services;
    await db.query('update events set max_tickets_per_person = 2 where slug = $1', [festival]);
    const client = await buyer();
    expect((await askPlaces(client, category, 2, ['A-1'])).body).toMatchObject({
      code: 'shareFull',
    });
    expect((await askPlaces(client, category, 1, ['A-1'])).status).toBe(200);
    await db.query('update events set max_tickets_per_person = null where slug = $1', [festival]);
  });

  it('ends with its session, and is sold with it', async () => {
    const client = await buyer();
    await askPlaces(client, category, 2);
    await app.advance(16 * 60);
    expect(await leftFor(client)).toBe(8);
    const second = await buyer();
    await askPlaces(second, category, 2, ['A-3']);
    await payerDoes(app, await pay(second), 'settlement');
    expect(await leftFor(second)).toBe(6);
    const { data: tickets } = (
      await second.call(calls.myEventTickets, { params: { eventId: festival } })
    ).body.data;
    expect(
      tickets
        .map(({ seat_number, standing, ticket_type }) => [ticket_type, seat_number, standing])
        .sort(),
    ).toEqual([
      ['Festival', null, true],
      ['Festival', null, true],
      ['Tribun', 'A-3', undefined],
    ]);
    const { rows } = await reportPage(app.services.db, {
      slug: festival,
      table: 'sums',
      after: '',
    });
    expect(JSON.stringify(rows)).toContain('Festival');
    expect(JSON.stringify(tickets)).not.toContain(category);
    await expectSound(app.services.db);
    await payerDoes(
      app,
      (await second.call(calls.paymentStatus, { params: { slug: festival } })).body.data.payment.id,
      'refund',
    );
    expect(await leftFor(second)).toBe(8);
  });

  it('that is paid late gets other places of its category, and its money back when none is left', async () => {
    const [late, later] = [await buyer(), await buyer()];
    await askPlaces(late, category, 2);
    const payment = await pay(late);
    await askPlaces(later, category, 3);
    const second = await pay(later);
    await app.advance(13 * 60);
    const others = [await buyer(), await buyer()];
    await askPlaces(others[0]!, category, 5);
    await payerDoes(app, payment, 'settlement');
    const { data } = (await late.call(calls.myEventTickets, { params: { eventId: festival } })).body
      .data;
    expect(data).toHaveLength(2);
    await payerDoes(app, second, 'settlement');
    const [row] = await app.services.db.query('select status from payments where id = $1', [
      second,
    ]);
    expect(row?.status).toMatch(/^refund/);
    expect(await leftFor(late)).toBe(1);
    await expectSound(app.services.db);
  });
});
