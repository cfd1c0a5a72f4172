import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { refusalTable } from '../../../../contract/call/refusal-codes.ts';
import {
  askDraft,
  beginPayment,
  concert,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  lockDraft,
  sessionOf,
  theatre,
} from '../../support/purchase.ts';
import { createTestApp, type TestApp, type TestClient } from '../../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
afterEach(() => expectSound(app.services.db));

const one = async (): Promise<TestClient> => (await app.makeBuyers(1))[0]!;
const numbersOf = (draft: { order_data: { items: { seats: { seat_number: string }[] }[] } }) =>
  draft.order_data.items.flatMap((item) => item.seats.map((seat) => seat.seat_number)).sort();
const statusOf = async (slug: string, seats: readonly string[]) => {
  const rows = await app.services.db.query<{ status: string }>(
    `select distinct t.status from seats t join events e on e.id = t.event_id
     where e.slug = $1 and t.seat_number = any($2::text[])`,
    [slug, seats],
  );
  return rows.map((row) => row.status);
};
const preview = (client: TestClient, seats: readonly string[], voucher: string | null) =>
  client.call(calls.orderPreview, {
    params: { slug: concert },
    body: { seats, voucher_code: voucher },
  });

describe('prices', () => {
  it('are the server’s: tax on the full subtotal, the discount separate', async () => {
    const buyer = await one();
    const seats = await freeSeats(app, concert, 2);
    const { body } = await preview(buyer, seats, 'hemat10');
    const { pricing_details: price, voucher_info: voucher, items } = body.data.preview;
    const subtotal = items.reduce((sum, item) => sum + item.price_per_item * item.quantity, 0);
    expect(price.original_price).toBe(subtotal);
    expect(price.discount).toBe(Math.round(subtotal / 10));
    expect(price.tax).toBe(Math.round(subtotal * 0.1));
    expect(price.final_price).toBe(subtotal - price.discount + price.tax);
    expect(voucher).toMatchObject({
      is_valid: true,
      code: 'HEMAT10',
      discount_amount: price.discount,
    });
    const draft = await holdSeats(app, buyer, concert, 2, 'HEMAT10');
    expect(draft.order.total_price).toBe(price.final_price);
  });

  it.each(['KADALUARSA', 'TIDAKADA'])(
    'does not fail on the voucher %s but says so',
    async (code) => {
      const { status, body } = await preview(await one(), await freeSeats(app, concert, 1), code);
      expect(status).toBe(200);
      expect(body.data.preview.voucher_info).toMatchObject({
        is_valid: false,
        message: refusalTable.voucherInvalid.sentence,
        discount_amount: 0,
      });
      expect(body.data.preview.pricing_details.discount).toBe(0);
    },
  );
});

describe('a draft', () => {
  it('needs a session that is online', async () => {
    const buyer = await one();
    const answer = await askDraft(buyer, concert, await freeSeats(app, concert, 1));
    expect(answer.status).toBe(403);
    expect(answer.body.message).toContain('not online');
  });

  it('holds its seats, keeps the deadline of the session and can be read again', async () => {
    const buyer = await one();
    const draft = await holdSeats(app, buyer, concert, 3);
    expect(draft.order).toMatchObject({ status: 'draft', is_locked: false, is_expired: false });
    expect(draft.order.order_code).toMatch(/^RTX-[2-9A-HJ-KM-NP-Z]{6}$/);
    expect(draft.order.remaining_seconds).toBeGreaterThan(890);
    expect(await statusOf(concert, numbersOf(draft))).toEqual(['held']);
    const found = await buyer.call(calls.readDraft, { params: { slug: concert } });
    expect(found.body.data.order.id).toBe(draft.order.id);
    expect((await sessionOf(buyer)).session).toMatchObject({ state: 'online', has_draft: true });
  });

  it('says the refund policy under which it was begun, whatever the event says by now', async () => {
    const { db } = app.services;
    const policyOf = async (buyer: TestClient) =>
      (await buyer.call(calls.readDraft, { params: { slug: concert } })).body.data.order
        .refund_policy;
    const setPolicy = (policy: object | null) =>
      db.query('update events set refund_policy = $2::jsonb where slug = $1', [
        concert,
        policy === null ? null : JSON.stringify(policy),
      ]);
    const half = { steps: [{ daysBefore: 7, percent: 50 }], fee: 10_000 };
    const [early, late] = await app.makeBuyers(2);
    await setPolicy(half);
    expect((await holdSeats(app, early!, concert, 1)).order.refund_policy).toEqual(half);
    await setPolicy(null);
    expect((await holdSeats(app, late!, concert, 1)).order.refund_policy).toBeNull();
    expect(await policyOf(early!)).toEqual(half);
    expect(await policyOf(late!)).toBeNull();
  });

  it('is the same for the same seats, and swaps to others in one transaction', async () => {
    const buyer = await one();
    const first = await holdSeats(app, buyer, concert, 3);
    const held = numbersOf(first);
    const again = await askDraft(buyer, concert, [...held].reverse());
    expect(again.body.data).toMatchObject({ order: { id: first.order.id } });
    const [fresh] = await freeSeats(app, concert, 1);
    const swapped = await askDraft(buyer, concert, [held[0]!, fresh!]);
    expect(numbersOf(swapped.body.data)).toEqual([held[0]!, fresh!].sort());
    expect(swapped.body.data.order.id).toBe(first.order.id);
    expect(await statusOf(concert, held.slice(1))).toEqual(['available']);
  });

  it('keeps everything when a swap fails, and names the lost seats', async () => {
    const [mine, theirs] = await app.makeBuyers(2);
    const own = numbersOf(await holdSeats(app, mine!, concert, 2));
    const other = numbersOf(await holdSeats(app, theirs!, concert, 1));
    const [free] = await freeSeats(app, concert, 1);
    const answer = await askDraft(mine!, concert, [free!, ...other]);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      message: refusalTable.seatsTaken.sentence,
      meta: { seats: other },
    });
    const kept = await mine!.call(calls.readDraft, { params: { slug: concert } });
    expect(numbersOf(kept.body.data)).toEqual(own);
    expect(await statusOf(concert, [free!])).toEqual(['available']);
  });

  it('never takes a seat that does not exist, a block, or another event’s seat', async () => {
    const buyer = await one();
    await join(buyer, concert);
    const [block] = await app.services.db.query<{ seat_number: string }>(
      `select t.seat_number from seats t join events e on e.id = t.event_id
       where e.slug = $1 and t.status = 'block' limit 1`,
      [concert],
    );
    const [foreign] = await app.services.db.query<{ seat_number: string }>(
      `select t.seat_number from seats t join events e on e.id = t.event_id
       where e.slug = $1 and t.seat_number not in (select seat_number from seats t2
         join events e2 on e2.id = t2.event_id where e2.slug = $2) limit 1`,
      [theatre, concert],
    );
    for (const seat of ['Z-9999', block!.seat_number, foreign!.seat_number]) {
      const answer = await askDraft(buyer, concert, [seat]);
      expect(answer.status).toBe(409);
      expect(answer.body.meta).toEqual({ seats: [seat], mine: [] });
    }
  });

  it('holds at most five seats, no seat twice, and takes no price from the client', async () => {
    const buyer = await one();
    await join(buyer, concert);
    const six = await freeSeats(app, concert, 6);
    expect((await askDraft(buyer, concert, six)).status).toBe(422);
    expect((await askDraft(buyer, concert, [])).status).toBe(422);
    expect((await askDraft(buyer, concert, [six[0]!, six[0]!])).status).toBe(422);
    const priced = await buyer.call(calls.createDraft, {
      params: { slug: concert },
      body: { seats: [six[0]], voucher_code: null, total_price: 1 },
    });
    expect(priced.status).toBe(422);
  });

  it('releases seats and voucher at once when cancelled; the session stays online with its first deadline', async () => {
    const buyer = await one();
    const draft = await lockDraft(app, buyer, concert, 2, 'POTONG50');
    expect((await sessionOf(buyer)).session?.state).toBe('payment_selection');
    await app.advance(60);
    const cancelled = await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    expect(cancelled.status).toBe(200);
    expect(await statusOf(concert, numbersOf(draft))).toEqual(['available']);
    const { session } = await sessionOf(buyer);
    expect(session).toMatchObject({ state: 'online', has_draft: false });
    expect(session?.remaining_seconds).toBeGreaterThan(830);
    expect(session?.remaining_seconds).toBeLessThanOrEqual(840);
    expect((await buyer.call(calls.readDraft, { params: { slug: concert } })).status).toBe(404);
    expect((await buyer.call(calls.cancelDraft, { params: { slug: concert } })).status).toBe(404);
  });

  it('cannot be changed or cancelled while a payment runs', async () => {
    const buyer = await one();
    await beginPayment(app, buyer, concert);
    const changed = await askDraft(buyer, concert, await freeSeats(app, concert, 1));
    expect(changed.status).toBe(409);
    expect(changed.body.message).toBe('active payment session');
    const cancelled = await buyer.call(calls.cancelDraft, { params: { slug: concert } });
    expect(cancelled.status).toBe(409);
    expect(cancelled.body.message).toBe('active payment session');
  });

  it('ends with the session: an action in the grace period succeeds, after it the seats are free', async () => {
    const buyer = await one();
    const draft = await holdSeats(app, buyer, concert, 1);
    await app.advance(15 * 60 + 1);
    expect((await sessionOf(buyer)).session?.state).toBe('expired');
    expect(await statusOf(concert, numbersOf(draft))).toEqual(['held']);
    const swapped = await askDraft(buyer, concert, await freeSeats(app, concert, 1));
    expect(swapped.status).toBe(200);
    await app.advance(app.services.config.graceSeconds);
    expect(await statusOf(concert, numbersOf(swapped.body.data))).toEqual(['available']);
    expect((await askDraft(buyer, concert, numbersOf(draft))).status).toBe(403);
  });
});

describe('a voucher', () => {
  it('of a single use is claimed by one of many concurrent drafts, and released with its draft', async () => {
    const buyers = await app.makeBuyers(8);
    for (const buyer of buyers) await join(buyer, concert);
    const seats = await freeSeats(app, concert, buyers.length);
    const answers = await Promise.all(
      buyers.map((buyer, index) => askDraft(buyer, concert, [seats[index]!], 'sekali')),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const refused of answers.filter((answer) => answer.status !== 200)) {
      expect(refused.status).toBe(422);
      expect(refused.body.message).toBe(refusalTable.voucherInvalid.sentence);
    }
    await expectSound(app.services.db);
    const winner = buyers[answers.findIndex((answer) => answer.status === 200)]!;
    const loserIndex = answers.findIndex((answer) => answer.status !== 200);
    await winner.call(calls.cancelDraft, { params: { slug: concert } });
    const later = await askDraft(buyers[loserIndex]!, concert, [seats[loserIndex]!], 'SEKALI');
    expect(later.status).toBe(200);
  });

  it('never makes a price negative', async () => {
    const buyer = await one();
    await app.services.db.query(
      `insert into vouchers (code, kind, value, description) values ('BESAR', 'fixed', 999999999, 'Uji')`,
    );
    const draft = await holdSeats(app, buyer, concert, 1, 'BESAR');
    const price = draft.order_data.pricing_details;
    expect(price.discount).toBe(price.original_price);
    expect(price.final_price).toBe(price.tax);
  });
});
