import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../../../contract/call/calls.ts';
import type { RefundPolicy } from '../../../../../contract/refund/refund-policy.ts';
import { FolderMistakes } from '../../../../../server/domain/catalogue/folder/mistakes.ts';
import { termsHtml } from '../../../../../server/domain/catalogue/folder/standard-terms.ts';
import { oneBuyer, openShop } from '../../../support/open-shop.ts';
import {
  beginPayment,
  expectSound,
  freeSeats,
  join,
  payerDoes,
  paymentOf,
} from '../../../support/purchase.ts';
import { applyDocument, askPlaces, festival, festivalFile } from '../../../support/standing.ts';
import type { TestClient } from '../../../support/test-app.ts';

const app = await openShop({ events: [] });
const { db, clock } = app.services;
const params = { slug: festival };

const base = festivalFile({ standing: 200, seats: true });
const early = { name: 'Early Bird', price: 200_000, until: '+10d 12:00' };
const [seated, standing] = base.categories;
const { layout: _, ...unseated } = base;
const ppn = { name: 'PPN', kind: 'tax', percent: 11, included: true };
const platform = { name: 'Platform', kind: 'fee', fixed: 5_000, per: 'ticket' };
const apply = (change: object, files = {}) => applyDocument(app, { ...base, ...change }, files);
const mistakesOf = async (change: object, files = {}) => {
  const failure: unknown = await apply(change, files).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FolderMistakes);
  return String(failure);
};

/** Sets the one clock that judges sales. */
const saleClock = (time: string) =>
  db.query(
    `create or replace function sale_clock() returns timestamptz language sql volatile as '${time}'`,
  );
/** Sets it to seconds after the early price ends. */
async function clockAt(seconds: number): Promise<void> {
  const [row] = await db.query<{ until: string }>(
    `select early_prices -> 0 ->> 'until' as until from categories where name = 'Tribun'`,
  );
  const at = Date.parse(row?.until ?? '') + (seconds - clock.offsetSeconds) * 1000;
  await saleClock(`select timestamptz ''${new Date(at).toISOString()}''`);
}

const joined = async () => {
  const buyer = await oneBuyer(app);
  await join(buyer, festival);
  return buyer;
};
const tryDraft = async (client: TestClient, seats: readonly string[], more: object = {}) => {
  const body = { seats, voucher_code: null, ...more };
  return (await client.call(calls.createDraft, { params, body })).body;
};
const preview = async (client: TestClient, seats: readonly string[], more: object = {}) => {
  const body = { seats, voucher_code: null, ...more };
  return (await client.call(calls.orderPreview, { params, body })).body.data.preview;
};
const readDraft = async (client: TestClient) =>
  (await client.call(calls.readDraft, { params })).body;
const detailOf = async () => (await app.anonymous().call(calls.eventDetail, { params })).body.data;
const seatNumbers = async () =>
  (await freeSeats(app, festival, 12)).filter((seat) => /^[A-Z]-\d+$/.test(seat));

describe('prices of an event folder (§10.40)', () => {
  it('are checked: each mistake with its place and how to mend it', async () => {
    const broken = (prices: object[]) => ({
      categories: [{ ...seated, prices: [{ ...early, price: 300_000 }, ...prices] }, standing],
      fees: [
        { name: 'PPN', kind: 'tax' },
        { name: 'Dua', kind: 'fee', percent: 1, fixed: 1 },
        { name: 'Daerah', kind: 'fee', percent: 1, regions: ['XX'] },
        { name: 'Biaya Layanan', kind: 'fee', fixed: 5_000 },
        { ...ppn, beside: true },
      ],
      vouchers: [
        { code: 'SATU', percent: 10, amount: 5 },
        { code: 'SATU', percent: 10, categories: ['VIP'], shows: ['malam-9'] },
      ],
    });
    // The form of the document comes first.
    const form = await mistakesOf(broken([{ ...early, until: '+x' }]));
    expect(form).toMatch(/event\.json:1:\d+: categories\[0\]\.prices\[1\]\.until/);
    const deeper = await mistakesOf(broken([early]));
    for (const words of [
      'The early price is 300000. Make it lower than 300000',
      'Two early prices end together.',
      'The fee has no amount. Give it either "percent" or "fixed".',
      'The fee has two amounts.',
      'There is no province XX.',
      'The fee is a part of the price and beside it. Remove "included" or "beside".',
      "Biaya Layanan is the line of the payment method's fee",
      'The voucher has two values.',
      'The code SATU stands twice.',
      'There is no category "VIP". Use one of Tribun, Festival.',
      'There is no show "malam-9". Remove it.',
    ]) {
      expect(deeper).toContain(words);
    }
  });

  it('of the guide are a working example', async () => {
    const guide = readFileSync('docs/guide/your-event.md', 'utf8');
    const snippet = /```json\n([^`]+)```/.exec(guide)?.[1] ?? '';
    expect(await applyDocument(app, { ...unseated, ...JSON.parse(snippet) })).not.toEqual([]);
  });

  it('are printed as they will be sold, and change by more than half only by name (§10.5)', async () => {
    const before = { ...base, vouchers: [{ code: 'HEMAT', amount: 50_000, quota: 1_000 }] };
    await applyDocument(app, before);
    const [tribun, ...others] = base.categories;
    const wrong = { ...before, categories: [{ ...tribun, price: 300 }, ...others] };
    const run = (isDry: boolean, confirmed: string[]) =>
      applyDocument(app, wrong, {}, festival, { isDry, confirmed });
    expect((await run(true, [])).join('\n')).toMatch(
      /= festival-uji Tribun: Rp300, 12 places; shown Rp330, organiser gets Rp300\n= festival-uji Festival: Rp150\.000, 200 places; shown Rp165\.000, organiser gets Rp150\.000\n= voucher HEMAT: Rp50\.000, 1\.000 orders\n[\s\S]*! Tribun: price Rp300\.000 → Rp300 is/,
    );
    await expect(run(false, [])).rejects.toThrow('--confirm "Tribun"');
    expect((await run(false, ['Tribun'])).join()).toContain('300000 → 300');
    await applyDocument(app, base);
  });

  it('refuse a dot in a number of JSON, and say what was meant', async () => {
    const written = JSON.stringify(base).replace('"price":300000', '"price":300.000');
    await expect(applyDocument(app, written)).rejects.toThrow(
      'categories[0].price: The value is 300.000, which JSON reads as 300. Write 300000, or 300, without a dot.',
    );
  });

  it('names every mistake of a table of vouchers by its line', async () => {
    const table = [
      'code;percent;amount;quota;categories',
      'A-1;10;;;Tribun|Festival',
      'b;10;;;',
      'A-2;;;;',
      'A-1;10;;;',
      'A-3;10;;nol;Balkon',
    ].join('\n');
    const told = await mistakesOf({ vouchers: 'vouchers.csv' }, { 'vouchers.csv': table });
    for (const [at, words] of [
      ['3:1', 'code is "b".'],
      ['4:1', 'The voucher has no value.'],
      ['5:1', 'The code A-1 stands twice.'],
      ['6:4', 'quota is "nol".'],
    ] as const) {
      expect(told).toContain(`vouchers.csv:${at}: ${words}`);
    }
  });
});

describe('a price (§10.45)', () => {
  it('that is shown is the price that is paid; what is per order stands beside it (§10.42, §10.44)', async () => {
    const perOrder = { name: 'Pesanan', kind: 'fee', fixed: 4_000 };
    const later = { name: 'PB1', kind: 'tax', percent: 1, beside: true };
    const tax = { name: 'Pajak', kind: 'tax', percent: 10 };
    const fees = [ppn, tax, platform, perOrder, later];
    await apply({ categories: [seated], fees, paymentFee: 'included' });
    const buyer = await oneBuyer(app);
    const shown = 335_000;
    const detail = await detailOf();
    const beside = [{ name: 'Pesanan' }, { name: 'PB1' }];
    expect(detail).toMatchObject({ lowestPrice: shown, shows: [{ price: shown }] });
    expect(detail.priceRules?.filter(({ included }) => !included)).toMatchObject(beside);
    const search = { query: { q: 'festival uji', price: '100000-500000' as const } };
    for (const { data } of [
      (await buyer.call(calls.eventList)).body,
      (await buyer.call(calls.eventSearch, search)).body,
    ]) {
      const card = data.find(({ slug }) => slug === festival);
      expect(card).toMatchObject({ lowest_price: shown, price_rules: beside });
    }
    const map = (await buyer.call(calls.seatmapCategories, { params })).body.data;
    const [seat] = map.seatLayout.items.filter(({ status }) => status === 'available');
    expect([map.categories[0]?.price, seat?.price]).toEqual([shown, shown]);
    const priced = await preview(buyer, [seat?.seat_number ?? '']);
    const amounts = { original_price: shown, discount: 0, tax: 63_080, final_price: 342_350 };
    expect(priced.pricing_details).toMatchObject(amounts);
    expect(priced.items).toMatchObject([{ price_per_item: shown }]);
    const { id } = await beginPayment(app, buyer, festival, 1);
    await payerDoes(app, id, 'settlement');
    const paid = await paymentOf(buyer, festival);
    expect(paid).toMatchObject({ status: 'completed', amount: 342_350, service_fee: 0 });
    expect(paid).toMatchObject({ items: [{ price_per_item: shown }], pricing: amounts });
    const lines = paid.pricing?.fees?.map(({ amount, included }) => [amount, included]);
    expect(lines).toEqual([
      [29_730, true],
      [30_000, true],
      [5_000, true],
      [4_000, false],
      [3_350, false],
    ]);
    const parts = await db.query('select price, discount, tax, fees, paid from tickets');
    expect(parts).toEqual([{ price: shown, discount: 0, tax: 63_080, fees: 9_000, paid: 342_350 }]);
    await expectSound(db);
  });

  it('[F57] that changes touches no order that exists', async () => {
    await apply({ fees: [platform] });
    const buyer = await joined();
    const [a = '', b = '', c = ''] = await seatNumbers();
    const { fees } = (await tryDraft(buyer, [a])).data.order_data.pricing_details;
    expect(fees).toMatchObject([{ name: 'Platform', amount: 5_000, included: true }]);
    const categories = [{ ...seated, price: 400_000 }, standing];
    await apply({ categories, fees: [{ ...platform, fixed: 9_000 }] });
    expect((await readDraft(buyer)).data.order.total_price).toBe(305_000);
    // A seat that is added has today's price; the rules stay those of the order, in the preview too.
    const { final_price: shown_total } = (await preview(buyer, [a, b])).pricing_details;
    expect(shown_total).toBe(300_000 + 400_000 + 2 * 5_000);
    const more = await tryDraft(buyer, [a, b], { shown_total });
    expect(more.data.order.total_price).toBe(shown_total);
    expect((await tryDraft(await joined(), [c])).data.order.total_price).toBe(409_000);
  });

  it('is the early one until its last second, and never taken higher than it was shown', async () => {
    await apply({ categories: [{ ...seated, prices: [early] }], fees: [] });
    const [buyer, other] = [await joined(), await joined()];
    const [a = '', b = ''] = await freeSeats(app, festival, 2);
    const categoryNow = async () =>
      (await buyer.call(calls.seatmapCategories, { params })).body.data.categories[0];
    try {
      await clockAt(-1);
      const early_price = { name: 'Early Bird', regular_price: 300_000 };
      expect(await categoryNow()).toMatchObject({ price: 200_000, early_price });
      const lowestPriceUntil = expect.stringMatching(/T12:00:00\+07:00$/);
      expect(await detailOf()).toMatchObject({ lowestPrice: 200_000, lowestPriceUntil });
      const { final_price: shown_total } = (await preview(buyer, [a])).pricing_details;
      expect(shown_total).toBe(200_000);
      expect((await tryDraft(other, [b], { shown_total })).status).toBe(200);
      await clockAt(1);
      const later = await categoryNow();
      expect(later).toMatchObject({ price: 300_000 });
      expect(later).not.toHaveProperty('early_price');
      expect((await detailOf()).lowestPrice).toBe(300_000);
      const meta = { shown: 200_000, total: 300_000 };
      const refused = await tryDraft(buyer, [a], { shown_total });
      expect(refused).toMatchObject({ status: 409, code: 'priceChanged', meta });
      expect((await readDraft(buyer)).status).toBe(404);
      expect((await tryDraft(buyer, [a], { shown_total: 300_000 })).status).toBe(200);
      // The order that was made in time keeps its price.
      expect((await readDraft(other)).data.order.total_price).toBe(200_000);
    } finally {
      await saleClock('select clock_timestamp()');
    }
  });
});

it('the standard terms say of paid tickets what the refund policy says, and of free ones that they can be given up (§10.47)', () => {
  const terms = (prices: number[], refundPolicy: RefundPolicy | null) => {
    const categories = prices.map((price) => ({ price }));
    return termsHtml({ topic: 'music', isOnline: false, ownTerms: [], categories, refundPolicy });
  };
  const never = 'tidak dapat ditukar atau diuangkan, kecuali acara dibatalkan, ditunda, atau';
  const steps = [
    { daysBefore: 0, percent: 50 },
    { daysBefore: 14, percent: 100 },
  ];
  const policy = terms([100], { steps, fee: 10_000 });
  expect(policy).toContain(
    'dapat dikembalikan: sampai 14 hari sebelum acara sebesar 100% dari harga tiket dan pajaknya; sampai acara dimulai sebesar 50% dari harga tiket dan pajaknya, dipotong Rp10.000 per tiket.',
  );
  expect(policy).not.toContain('tidak dapat ditukar');
  expect(terms([100], null)).toContain(never);
  expect(terms([0], null)).not.toContain('Tiket yang sudah dibayar');
  expect(terms([0, 100], null)).toMatch(new RegExp(`Tiket gratis dapat dilepas[^]*${never}`));
});

describe('vouchers and limits of an event (§10.43, §10.46)', () => {
  it('a voucher discounts its categories alone, within its bounds', async () => {
    await apply({
      fees: [],
      vouchers: [
        { code: 'TRIBUN', percent: 50, categories: ['Tribun'], maxDiscount: 100_000 },
        { code: 'BESAR', amount: 50_000, minPurchase: 500_000 },
        { code: 'NANTI', percent: 10, startsAt: '+5d 00:00' },
        { code: 'ORANG', amount: 10_000, perPerson: 1 },
      ],
    });
    const [buyer, other] = [await joined(), await oneBuyer(app)];
    const [a = '', b = ''] = await seatNumbers();
    const [place] = await db.query<{ id: string }>(
      `select id from categories where kind = 'standing'`,
    );
    const quantities = [{ category: place?.id ?? '', count: 1 }];
    const priced = async (seats: string[], voucher_code: string, more: object = {}) => {
      const { voucher_info, pricing_details } = await preview(buyer, seats, {
        voucher_code,
        ...more,
      });
      return [voucher_info?.is_valid, pricing_details.discount, pricing_details.final_price];
    };
    expect(await priced([a], 'TRIBUN', { quantities })).toEqual([true, 100_000, 350_000]);
    expect(await priced([], 'TRIBUN', { quantities })).toEqual([false, 0, 150_000]);
    expect(await priced([a], 'BESAR')).toEqual([false, 0, 300_000]);
    expect(await priced([a, b], 'BESAR')).toEqual([true, 50_000, 550_000]);
    expect(await priced([a], 'NANTI')).toEqual([false, 0, 300_000]);
    const first = await tryDraft(buyer, [a], { voucher_code: 'ORANG' });
    expect(first.data.order.total_price).toBe(290_000);
    // Its own use does not count against the order; that of another order of the person does.
    expect(await priced([a, b], 'ORANG')).toEqual([true, 10_000, 590_000]);
    for (const [{ accountId }, email] of [
      [other, 'orang+2@contoh.id'],
      [buyer, 'orang@contoh.id'],
    ] as const) {
      await db.query('update accounts set email = $2 where id = $1', [accountId, email]);
    }
    const seen = await preview(other, [b], { voucher_code: 'ORANG' });
    expect(seen.voucher_info?.is_valid).toBe(false);
  });

  it('counts by account and by phone number over all shows of the series', async () => {
    const shows = [1, 2].map((night) => ({ id: `malam-${night}`, startsAt: `+6${night}d 19:00` }));
    const { startsAt: _at, ...dateless } = unseated;
    const [slug, second] = ['seri-uji', 'seri-uji-malam-2'];
    const limits = { perAccount: 3, perPhone: 3 };
    await applyDocument(app, { ...dateless, categories: [standing], shows, limits }, {}, slug);
    const [one, other] = (await app.makeBuyers(2)) as [TestClient, TestClient];
    await db.query(
      `update accounts set phone_number = '+628111222333' where id = any($1::uuid[])`,
      [[one.accountId, other.accountId]],
    );
    const places = async (client: TestClient, at: string, count: number) => {
      const [row] = await db.query<{ id: string }>(
        'select c.id from categories c join events e on e.id = c.event_id where e.slug = $1',
        [at],
      );
      await join(client, at);
      return (await askPlaces(client, row?.id ?? '', count, [], at)).body;
    };
    expect(await places(one, slug, 2)).toMatchObject({ status: 200 });
    expect(await places(other, second, 2)).toMatchObject({
      code: 'shareFull',
      message:
        'Satu orang boleh punya 3 tiket acara ini; 2 sudah Anda beli atau pesan. Kurangi kursi.',
    });
    // Known before anything is chosen, and again once the limit changes.
    const most = async () =>
      (await one.call(calls.seatmapCategories, { params: { slug } })).body.data.max_tickets;
    expect(await most()).toBe(3);
    await db.query(`update events set max_tickets_per_person = 2 where slug = $1`, [slug]);
    expect(await most()).toBe(2);
    expect(await places(other, second, 1)).toMatchObject({ status: 200 });
  });
});
