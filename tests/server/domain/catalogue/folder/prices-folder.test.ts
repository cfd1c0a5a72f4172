import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../../../../contract/call/calls.ts';
import type { DraftResponse } from '../../../../../contract/order.ts';
import { FolderMistakes } from '../../../../../server/domain/catalogue/folder/mistakes.ts';
import { exportFolder } from '../../../../../server/domain/catalogue/folder/stored-folders.ts';
import {
  beginPayment,
  expectSound,
  freeSeats,
  join,
  payerDoes,
  paymentOf,
} from '../../../support/purchase.ts';
import { applyDocument, festival, festivalFile } from '../../../support/standing.ts';
import { createTestApp, type TestApp, type TestClient } from '../../../support/test-app.ts';

const guidePath = '../../../../../docs/guide/your-event.md';
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ events: [] });
});
afterAll(() => app.close());

const base = festivalFile({ standing: 200, seats: true });
const early = { name: 'Early Bird', price: 200_000, until: '+10d 12:00' };
const [seated, standing] = base.categories;
const ppn = { name: 'PPN', kind: 'tax', percent: 11, included: true };
const platform = { name: 'Platform', kind: 'fee', fixed: 5_000, per: 'ticket' };

const params = { slug: festival };
const buyers = (count: number) => app.makeBuyers(count);

/** Sets the one clock that judges sales to seconds after the early price ends. */
async function clockAt(seconds: number): Promise<void> {
  const { db, clock } = app.services;
  const [row] = await db.query<{ until: string }>(
    `select early_prices -> 0 ->> 'until' as until from categories where name = 'Tribun'`,
  );
  const at = new Date(
    new Date(row?.until ?? '').getTime() + (seconds - clock.offsetSeconds) * 1000,
  ).toISOString();
  await db.query(
    `create or replace function sale_clock() returns timestamptz language sql volatile as 'select timestamptz ''${at}'''`,
  );
}
const realClock = () =>
  app.services.db.query(
    `create or replace function sale_clock() returns timestamptz language sql volatile as 'select clock_timestamp()'`,
  );

const tryDraft = (client: TestClient, seats: readonly string[], more: object = {}) =>
  client.call(calls.createDraft, {
    params,
    body: { seats: [...seats], voucher_code: null, ...more },
  });
const preview = async (client: TestClient, seats: readonly string[], code: string | null = null) =>
  (
    await client.call(calls.orderPreview, {
      params,
      body: { seats: [...seats], voucher_code: code },
    })
  ).body.data.preview;
const linesOf = (draft: DraftResponse | null) =>
  draft?.order_data.pricing_details.fees?.map(({ name, amount, included }) => [
    name,
    amount,
    included,
  ]);

describe('prices of an event folder', () => {
  it('are checked: each mistake with its place and how to mend it', async () => {
    const failure: unknown = await applyDocument(app, {
      ...base,
      categories: [
        {
          ...seated,
          prices: [
            { ...early, price: 300_000 },
            { ...early, until: '+x' },
          ],
        },
        { ...standing, prices: [early, { ...early, name: 'Dua' }] },
      ],
      fees: [
        { name: 'PPN', kind: 'tax' },
        { name: 'Dua', kind: 'fee', percent: 1, fixed: 1 },
        { name: 'Daerah', kind: 'fee', percent: 1, regions: ['XX'] },
      ],
      vouchers: [
        { code: 'SATU', percent: 10, amount: 5 },
        { code: 'SATU', percent: 10, categories: ['VIP'], shows: ['malam-9'] },
      ],
    }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(FolderMistakes);
    // The form of the document comes first.
    expect(String(failure)).toMatch(/event\.json:1:\d+: categories\[0\]\.prices\[1\]\.until/);
    const deeper: unknown = await applyDocument(app, {
      ...base,
      categories: [{ ...seated, prices: [{ ...early, price: 300_000 }, early] }, standing],
      fees: [
        { name: 'PPN', kind: 'tax' },
        { name: 'Dua', kind: 'fee', percent: 1, fixed: 1 },
        { name: 'Daerah', kind: 'fee', percent: 1, regions: ['XX'] },
      ],
      vouchers: [
        { code: 'SATU', percent: 10, amount: 5 },
        { code: 'SATU', percent: 10, categories: ['VIP'], shows: ['malam-9'] },
      ],
    }).catch((error: unknown) => error);
    for (const words of [
      'The early price is 300000. Make it lower than 300000',
      'Two early prices end together.',
      'The fee has no amount. Give it either "percent" or "fixed".',
      'The fee has two amounts.',
      'There is no province XX.',
      'The voucher has two values.',
      'The code SATU stands twice.',
      'There is no category "VIP". Use one of Tribun, Festival.',
      'There is no show "malam-9". Remove it.',
    ]) {
      expect(String(deeper)).toContain(words);
    }
  });

  it('of the guide are a working example', async () => {
    const guide = readFileSync(new URL(guidePath, import.meta.url), 'utf8');
    const snippet = /```json\n([^`]+)```/.exec(guide)?.[1] ?? '';
    const { layout: _, ...unseated } = base;
    expect(await applyDocument(app, { ...unseated, ...JSON.parse(snippet) })).not.toEqual([]);
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
    const document = { ...base, vouchers: 'vouchers.csv' };
    const failure: unknown = await applyDocument(app, document, { 'vouchers.csv': table }).catch(
      (error: unknown) => error,
    );
    const lines = String(failure).split('\n');
    for (const [at, words] of [
      [3, 'code: the value is wrong.'],
      [4, 'The voucher has no value.'],
      [5, 'The code A-1 stands twice.'],
      [6, 'quota: the value is wrong.'],
    ] as const) {
      expect(lines).toContainEqual(expect.stringContaining(`vouchers.csv:${at}:1: ${words}`));
    }
  });

  it('are applied once, changed by name, and exported with the same bytes', async () => {
    const document = {
      ...base,
      categories: [{ ...seated, prices: [early] }, standing],
      fees: [ppn, platform, { ...platform, name: 'Bali', regions: ['BA'] }],
      limits: { perAccount: 4, perPhone: 3, perShow: 5 },
      vouchers: 'vouchers.csv',
    };
    const table = 'code,percent,quota\nBATCH-1,10,1\nBATCH-2,10,1\n';
    await applyDocument(app, document, { 'vouchers.csv': table });
    expect(await applyDocument(app, document, { 'vouchers.csv': table })).toEqual([]);
    const { db } = app.services;
    const [event] = await db.query(
      'select limit_per_account, limit_per_phone, max_tickets_per_person, jsonb_array_length(price_rules) as rules from events',
    );
    expect(event).toEqual({
      limit_per_account: 4,
      limit_per_phone: 3,
      max_tickets_per_person: 5,
      rules: 2,
    });
    const { files } = await exportFolder(db, festival);
    expect(files.map(({ path }) => path)).toEqual(['event.json', 'vouchers.csv']);
    expect(Buffer.from(files[1]?.bytes ?? []).toString()).toBe(table);
    const changed = table.replace('BATCH-1,10', 'BATCH-1,20').replace('BATCH-2,10,1\n', '');
    const lines = await applyDocument(app, document, { 'vouchers.csv': changed });
    expect(lines).toContain('~ voucher BATCH-1: value 10 → 20');
    expect(lines).toContain('- 1 voucher: BATCH-2');
  });
});

describe('a price', () => {
  it('that everything is included in is paid as the first card shows it', async () => {
    const document = { ...base, categories: [seated], fees: [ppn], paymentFee: 'included' };
    await applyDocument(app, document);
    const [buyer] = (await buyers(1)) as [TestClient];
    const detail = (await buyer.call(calls.eventDetail, { params })).body.data;
    expect(detail).toMatchObject({ lowestPrice: 300_000, priceIncludesFees: true });
    const card = (await buyer.call(calls.eventList)).body.data.find(
      ({ slug }) => slug === festival,
    );
    expect(card).toMatchObject({ lowest_price: 300_000, price_includes_fees: true });
    const { id } = await beginPayment(app, buyer, festival, 1);
    await payerDoes(app, id, 'settlement');
    const paid = await paymentOf(buyer, festival);
    expect(paid).toMatchObject({ status: 'completed', amount: 300_000, service_fee: 0 });
    expect(paid.pricing?.fees).toMatchObject([{ name: 'PPN', amount: 29_730, included: true }]);
  });

  it('that changes touches no order that exists', async () => {
    await applyDocument(app, { ...base, fees: [platform] });
    const [buyer, other] = (await buyers(2)) as [TestClient, TestClient];
    await join(buyer, festival);
    const seats = (await freeSeats(app, festival, 12)).filter((seat) => /^[A-Z]-\d+$/.test(seat));
    const [a = '', b = '', c = ''] = seats;
    const before = (await tryDraft(buyer, [a])).body.data;
    expect(linesOf(before)).toEqual([['Platform', 5_000, false]]);
    await applyDocument(app, {
      ...base,
      categories: [{ ...seated, price: 400_000 }, standing],
      fees: [{ ...platform, fixed: 9_000 }],
    });
    const read = (await buyer.call(calls.readDraft, { params })).body.data;
    expect(read?.order.total_price).toBe(305_000);
    // A seat that is added has today's price; the rules stay those of the order, in the preview too.
    const shown = await preview(buyer, [a, b]);
    expect(shown.pricing_details.final_price).toBe(300_000 + 400_000 + 2 * 5_000);
    const more = await tryDraft(buyer, [a, b], { shown_total: shown.pricing_details.final_price });
    expect(more.body.data?.order.total_price).toBe(shown.pricing_details.final_price);
    await join(other, festival);
    expect((await tryDraft(other, [c])).body.data?.order.total_price).toBe(409_000);
    await expectSound(app.services.db);
  });

  it('is the early one until its last second, and never taken higher than it was shown', async () => {
    await applyDocument(app, { ...base, categories: [{ ...seated, prices: [early] }], fees: [] });
    const [buyer, other] = (await buyers(2)) as [TestClient, TestClient];
    await join(buyer, festival);
    await join(other, festival);
    const [a = '', b = ''] = await freeSeats(app, festival, 2);
    try {
      await clockAt(-1);
      const map = (await buyer.call(calls.seatmapCategories, { params })).body.data;
      expect(map.categories[0]).toMatchObject({
        price: 200_000,
        early_price: { name: 'Early Bird', regular_price: 300_000 },
      });
      const detail = (await buyer.call(calls.eventDetail, { params })).body.data;
      expect(detail).toMatchObject({ lowestPrice: 200_000 });
      expect(detail.lowestPriceUntil).toMatch(/T12:00:00\+07:00$/);
      const shown = (await preview(buyer, [a])).pricing_details.final_price;
      expect(shown).toBe(200_000);
      expect((await tryDraft(other, [b], { shown_total: shown })).status).toBe(200);
      await clockAt(1);
      const later = (await buyer.call(calls.seatmapCategories, { params })).body.data;
      expect(later.categories[0]).toMatchObject({ price: 300_000 });
      expect(later.categories[0]).not.toHaveProperty('early_price');
      expect((await buyer.call(calls.eventDetail, { params })).body.data.lowestPrice).toBe(300_000);
      const refused = await tryDraft(buyer, [a], { shown_total: shown });
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'priceChanged', meta: { shown: 200_000, total: 300_000 } },
      });
      expect((await buyer.call(calls.readDraft, { params })).status).toBe(404);
      expect((await tryDraft(buyer, [a], { shown_total: 300_000 })).status).toBe(200);
      // The order that was made in time keeps its price.
      const kept = (await other.call(calls.readDraft, { params })).body.data;
      expect(kept?.order.total_price).toBe(200_000);
    } finally {
      await realClock();
    }
  });
});

describe('vouchers and limits of an event', () => {
  it('a voucher discounts its categories alone, within its bounds', async () => {
    await applyDocument(app, {
      ...base,
      fees: [],
      vouchers: [
        { code: 'TRIBUN', percent: 50, categories: ['Tribun'], maxDiscount: 100_000 },
        { code: 'BESAR', amount: 50_000, minPurchase: 500_000 },
        { code: 'NANTI', percent: 10, startsAt: '+5d 00:00' },
        { code: 'ORANG', amount: 10_000, perPerson: 1 },
      ],
    });
    const [buyer] = (await buyers(1)) as [TestClient];
    await join(buyer, festival);
    const seats = (await freeSeats(app, festival, 12)).filter((seat) => /^[A-Z]-\d+$/.test(seat));
    const [a = '', b = ''] = seats;
    const [place] = await app.services.db.query<{ id: string }>(
      `select id from categories where kind = 'standing'`,
    );
    const quantities = [{ category: place?.id ?? '', count: 1 }];
    const priced = async (numbers: string[], code: string, more: object = {}) => {
      const { body } = await buyer.call(calls.orderPreview, {
        params,
        body: { seats: numbers, voucher_code: code, ...more },
      });
      const { voucher_info: info, pricing_details: pricing } = body.data.preview;
      return [info?.is_valid, pricing.discount, pricing.final_price];
    };
    expect(await priced([a], 'TRIBUN', { quantities })).toEqual([true, 100_000, 350_000]);
    expect(await priced([], 'TRIBUN', { quantities })).toEqual([false, 0, 150_000]);
    expect(await priced([a], 'BESAR')).toEqual([false, 0, 300_000]);
    expect(await priced([a, b], 'BESAR')).toEqual([true, 50_000, 550_000]);
    expect(await priced([a], 'NANTI')).toEqual([false, 0, 300_000]);
    const first = await tryDraft(buyer, [a], { voucher_code: 'ORANG' });
    expect(first.body.data?.order.total_price).toBe(290_000);
    // Its own use does not count against the order; that of another order of the person does.
    expect(await priced([a, b], 'ORANG')).toEqual([true, 10_000, 590_000]);
    const [other] = (await buyers(1)) as [TestClient];
    await app.services.db.query(`update accounts set email = 'orang+2@' || $2 where id = $1`, [
      other.accountId,
      'contoh.id',
    ]);
    await app.services.db.query(`update accounts set email = 'orang@contoh.id' where id = $1`, [
      buyer.accountId,
    ]);
    const seen = await preview(other, [b], 'ORANG');
    expect(seen.voucher_info?.is_valid).toBe(false);
    await expectSound(app.services.db);
  });

  it('counts by account and by phone number over all shows of the series', async () => {
    const { layout: _, ...unseated } = base;
    const shows = [1, 2].map((night) => ({ id: `malam-${night}`, startsAt: `+6${night}d 19:00` }));
    const { startsAt: _at, ...dateless } = unseated;
    const slug = 'festival-uji-malam-2';
    await app.services.db.query('truncate events, event_folders cascade');
    await applyDocument(app, {
      ...dateless,
      categories: [standing],
      shows,
      limits: { perAccount: 3, perPhone: 3 },
    });
    const [one, other] = (await buyers(2)) as [TestClient, TestClient];
    await app.services.db.query(
      `update accounts set phone_number = '+628111222333' where id = any($1::uuid[])`,
      [[one.accountId, other.accountId]],
    );
    const places = async (client: TestClient, at: string, count: number) => {
      const [row] = await app.services.db.query<{ id: string }>(
        'select c.id from categories c join events e on e.id = c.event_id where e.slug = $1',
        [at],
      );
      await join(client, at);
      const body = {
        seats: [],
        quantities: [{ category: row?.id ?? '', count }],
        voucher_code: null,
      };
      return client.call(calls.createDraft, {
        params: { slug: at },
        body,
      });
    };
    expect(await places(one, festival, 2)).toMatchObject({ status: 200 });
    expect(await places(other, slug, 2)).toMatchObject({ body: { code: 'shareFull' } });
    expect(await places(other, slug, 1)).toMatchObject({ status: 200 });
  });
});
