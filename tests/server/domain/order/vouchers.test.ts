import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { calls } from '../../../../contract/call/calls.ts';
import { refusalTable } from '../../../../contract/call/refusal-codes.ts';
import { openMigrated } from '../../../support/database/open-migrated.ts';
import { oneBuyer, openShop } from '../../support/open-shop.ts';
import { numbersOf } from '../../support/orders.ts';
import {
  askDraft,
  askPayment,
  askSubmit,
  expectSound,
  freeSeats,
  holdSeats,
  join,
  theatre,
} from '../../support/purchase.ts';
import { recordedDb } from '../../support/recorded-db.ts';
import type { TestClient } from '../../support/test-app.ts';

const runs = 12;
/** Every statement that the server ran. */
const statements: string[] = [];
const recorded = recordedDb(await openMigrated(), (sql) => statements.push(sql));
const app = await openShop({ events: [theatre], overrides: { db: recorded } }, null);
const { db, clock, config } = app.services;
const params = { slug: theatre };
const sentence = refusalTable.voucherInvalid.sentence;

const leave = async (buyer: TestClient) => (await buyer.call(calls.exitSession)).status;
const preview = async (
  buyer: TestClient,
  seats: readonly string[],
  voucher_code: string | null,
) => {
  const body = { seats, voucher_code };
  const answer = await buyer.call(calls.orderPreview, { params, body });
  expect(answer.status).toBe(200);
  return answer.body.data.preview;
};
const addVoucher = (
  code: string,
  given: { kind?: string; value?: number; uses?: number | null; expiresIn?: number } = {},
) => {
  const { kind = 'percent', value = 10, uses = null, expiresIn } = given;
  const expiresAt =
    expiresIn === undefined ? null : new Date(clock.now().getTime() + expiresIn * 1000);
  return db.query(
    `insert into vouchers (code, kind, value, max_uses, expires_at, description) values ($1, $2, $3, $4, $5, 'Uji')`,
    [code, kind, value, uses, expiresAt],
  );
};
const claimsOf = async (code: string) => {
  const rows = await db.query(
    'select 1 from voucher_claims c join vouchers v on v.id = c.voucher_id where v.code = $1',
    [code],
  );
  return rows.length;
};

describe('a voucher (§5.35)', () => {
  afterEach(() => expectSound(db));

  it('shows the charged price: preview, draft and payment less its fee are equal, whatever the voucher, the seats and the method (§3.60)', async () => {
    let serial = 0;
    const voucher = fc.oneof(
      fc.record({ kind: fc.constant('percent'), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ kind: fc.constant('fixed'), value: fc.integer({ min: 1, max: 2_000_000 }) }),
    );
    const order = fc.record({
      voucher: fc.option(voucher),
      count: fc.integer({ min: 1, max: 5 }),
      method: fc.constantFrom('qris', 'bca', 'dana'),
      isTypedSmall: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(order, async ({ voucher: given, count, method, isTypedSmall }) => {
        serial += 1;
        // A new one each time: the calls of an account are limited per minute.
        const buyer = await oneBuyer(app);
        const code = given === null ? null : `HARGA${serial}`;
        if (code !== null && given !== null) await addVoucher(code, given);
        const typed = isTypedSmall ? (code?.toLowerCase() ?? null) : code;
        const draft = await holdSeats(app, buyer, theatre, count, typed);
        const { total_price } = draft.order;
        const { pricing_details: shown } = await preview(buyer, numbersOf(draft), typed);
        expect(shown).toEqual(draft.order_data.pricing_details);
        expect(shown.final_price).toBe(total_price);
        expect((await askSubmit(buyer, theatre, {})).status).toBe(200);
        const { payment } = (await askPayment(buyer, theatre, method)).body.data;
        expect(payment.amount - payment.service_fee).toBe(total_price);
        if (payment.status !== 'completed') expect(await leave(buyer)).toBe(200);
      }),
      { numRuns: runs, seed: 307 },
    );
  });

  it('is checked but not claimed by a preview: its one use is still available (§7.70)', async () => {
    await addVoucher('LIHAT', { uses: 1 });
    const [buyer, ...others] = (await app.makeBuyers(4)) as [TestClient, ...TestClient[]];
    const seats = await freeSeats(app, theatre, 1);
    for (const each of [buyer, ...others]) {
      const { voucher_info } = await preview(each, seats, ' lihat ');
      expect(voucher_info).toMatchObject({ is_valid: true, code: 'LIHAT' });
    }
    expect(await claimsOf('LIHAT')).toBe(0);
    await join(buyer, theatre);
    expect((await askDraft(buyer, theatre, seats, 'Lihat')).status).toBe(200);
    expect((await preview(others[0]!, seats, 'LIHAT')).voucher_info?.is_valid).toBe(false);
    await leave(buyer);
  });

  it('that is used up or expired gets the response of an unknown code: same sentence, same shape, same statements', async () => {
    await addVoucher('HABIS', { uses: 1, kind: 'fixed', value: 5_000 });
    await addVoucher('LEWAT', { expiresIn: -0.001 });
    const [holder, buyer] = [await oneBuyer(app), await oneBuyer(app)];
    await holdSeats(app, holder, theatre, 1, 'HABIS');
    await join(buyer, theatre);
    const seats = await freeSeats(app, theatre, 2);
    const told = [];
    for (const code of ['HABIS', 'LEWAT', 'TIDAK']) {
      statements.length = 0;
      const shown = await preview(buyer, seats, code);
      const refused = await askDraft(buyer, theatre, seats, code);
      // Calls are counted in blocks, so not each of them needs a statement.
      const asked = statements.filter((sql) => !sql.includes('limit_budgets'));
      expect(asked.join()).toContain('voucher');
      const { 'x-request-id': _id, date: _date, ...headers } = refused.headers;
      const all = { shown, asked, refused: refused.body, headers };
      told.push(JSON.parse(JSON.stringify(all).replaceAll(code, 'KODE')));
    }
    const info = { is_valid: false, code: 'KODE', discount_amount: 0, type: '' };
    const refusal = { message: sentence, refusal: 'voucherInvalid' };
    expect(told[0].shown.voucher_info).toEqual({ ...info, ...refusal });
    expect(told[0].shown.pricing_details.discount).toBe(0);
    expect(told[0].refused).toMatchObject({ status: 422, message: sentence });
    for (const other of told.slice(1)) expect(other).toEqual(told[0]);
    await leave(holder);
    await leave(buyer);
  });

  it('keeps its price in a draft that outlives it', async () => {
    await addVoucher('LAMA', { expiresIn: 60 });
    const buyer = await oneBuyer(app);
    const draft = await holdSeats(app, buyer, theatre, 1, 'LAMA');
    clock.advance(61);
    expect((await askSubmit(buyer, theatre, {})).status).toBe(200);
    const { payment } = (await askPayment(buyer, theatre)).body.data;
    expect(payment.amount - payment.service_fee).toBe(draft.order.total_price);
    await leave(buyer);
  });

  it('is available again once its draft is cancelled, swapped without it, expired or left', async () => {
    await addVoucher('BALIK', { uses: 1 });
    const buyer = await oneBuyer(app);
    const endings = [
      () => buyer.call(calls.cancelDraft, { params }),
      async () => {
        await askDraft(buyer, theatre, await freeSeats(app, theatre, 2));
        expect(await claimsOf('BALIK')).toBe(0);
        await leave(buyer);
      },
      () => app.advance(config.sessionMinutes * 60 + 16),
      () => leave(buyer),
    ];
    for (const end of endings) {
      await holdSeats(app, buyer, theatre, 1, 'BALIK');
      expect(await claimsOf('BALIK')).toBe(1);
      await end();
      expect(await claimsOf('BALIK')).toBe(0);
    }
  });
});
