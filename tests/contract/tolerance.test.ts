import { describe, expect, it } from 'vitest';
import {
  draftAnswerSchema,
  normaliseDraft,
  normalisePreview,
  previewSchema,
} from '../../contract/order.ts';
import { isShownMethod, normalisePayment, paymentSchema } from '../../contract/payment.ts';
import { normaliseSeatmap, seatmapSchema, seatsLeft } from '../../contract/seatmap.ts';
import { myEventTickets } from '../../contract/ticket/tickets.ts';
import { answers } from './samples.ts';

const map = answers.seatmapCategories;
const seatmapOf = (given: unknown) => seatmapSchema.safeParse(normaliseSeatmap(given));

describe('seat maps of other servers (§3.30)', () => {
  const priced = { name: 'VIP', color: '#fff', price: '750000', max_capacity: '10' };
  const first = { seat_id: 11, seatNumber: 'A1', row: 'A', column: '1', price: '750000' };
  const older = {
    categories: [{ id: 7, ...priced, sold_tickets_count: 4 }],
    seatLayout: {
      totalRows: '2',
      totalColumns: 3,
      items: [
        { ...first, status: 'available', category_id: 7 },
        {
          id: 12,
          seat_number: 'A2',
          row: 1,
          column: 2,
          price: 1,
          status: 'almost_sold_out',
          category: 7,
        },
        { id: 13, seat_number: 'x', row: 1, column: 3, status: 'available', type: 'block' },
        { id: 14, seat_number: 'A4', row: 1, column: 3, status: 'baru', category: null },
      ],
    },
  };

  it('[F59] are accepted with their own names, numbers as text and unknown states', () => {
    const read = seatmapSchema.parse(normaliseSeatmap(older));
    expect(read.event_status).toBe('active');
    expect(read.seatLayout).toMatchObject({ totalRows: 2, totalCols: 3 });
    const numbers = { id: '7', price: 750_000, max_capacity: 10, available_seats: null };
    expect(read.categories).toMatchObject([numbers]);
    const { items } = read.seatLayout;
    expect(items.map((seat) => [seat.id, seat.seat_number, seat.status, seat.category])).toEqual([
      ['11', 'A1', 'available', '7'],
      ['12', 'A2', 'hampir_habis', '7'],
      ['13', 'x', 'block', null],
      ['14', 'A4', 'unknown', null],
    ]);
    expect(read.categories.map(seatsLeft)).toEqual([6]);
  });

  it.each([
    ...[null, [], 'x', {}, { seatLayout: [] }, { seatLayout: {} }],
    { ...older, seatLayout: { items: 'x' } },
  ])('are refused if invalid: %j', (value) => {
    expect(seatmapOf(value).success).toBe(false);
  });

  it.each([null, [], true, '', ' ', 'x'])('have no free category priced %j', (price) => {
    const categories = map.categories.map((each) => ({ ...each, price }));
    expect(seatmapOf({ ...map, categories }).success).toBe(false);
  });

  const items = [
    { id: 7, svg: 'M0 0h1', originX: '1.5', category_id: 3 },
    { svg: '<rect/>', originX: 0, originY: 2 },
  ];
  const read = [
    { id: '7', svg: 'M0 0h1', originX: 1.5, originY: 0, category: '3' },
    { id: '1', svg: '<rect/>', originX: 0, originY: 2, category: null },
  ];
  const broken = [{ id: 'a' }, null, { id: 'b', svg: 'M0 0', originX: 'x' }];
  it.each([
    [
      'numbers as text, and no origin',
      { length: '10', width: 5, items },
      { length: 10, width: 5, items: read },
    ],
    ['none', undefined, undefined],
    ['null', null, null],
    ['a text', 'x', null],
    ['no size', { length: 'wide', width: 1, items: [] }, null],
    ['no list', { length: 1, width: 1 }, null],
    ['no drawing', { length: 1, width: 1, items: broken }, { length: 1, width: 1, items: [] }],
  ])('may have zones with %s, which do not affect seats', (_, zoneLayout, zones) => {
    expect(seatmapOf({ ...map, zoneLayout }).data?.zoneLayout).toEqual(zones);
  });
});

describe('orders of other servers (§3.61)', () => {
  const { preview } = answers.orderPreview;
  const previewOf = (given: object) =>
    previewSchema.parse((normalisePreview({ preview: given }) as { preview: unknown }).preview);

  it('may call the voucher `voucher` and omit the discount', () => {
    const { voucher_info: voucher, pricing_details, ...rest } = preview;
    const { discount, ...prices } = pricing_details;
    expect(previewOf({ ...rest, voucher, pricing_details: prices })).toEqual({
      ...preview,
      pricing_details: { ...pricing_details, discount: 0 },
    });
    expect(discount).toBeGreaterThan(0);
  });

  it.each([
    [undefined, 75_000],
    [null, 75_000],
    [0, 0],
    [1, 1],
  ])('are taxed a tenth of their subtotal where the server gives no tax: %s', (tax, shown) => {
    const pricing_details = { original_price: 750_000, tax, final_price: 825_000 };
    expect(previewOf({ ...preview, pricing_details }).pricing_details.tax).toBe(shown);
  });

  it('may have one item per seat, with other names', () => {
    const item = { id: 3, category: 'VIP', price: '500', seatNumber: 'A1', row: 'A', column: '2' };
    const order = { id: 9, order_code: 'X', status: 'draft', total_price: '1000' };
    const { order: read, order_data } = draftAnswerSchema.parse(
      normaliseDraft({ order, order_data: { items: [item], voucher: null } }),
    );
    expect(read).toMatchObject({
      id: '9',
      total_price: 1000,
      is_locked: false,
      voucher_code: null,
    });
    const seats = [{ ticket_id: '3', seat_number: 'A1', row: 'A', column: 2 }];
    const named = { category_id: null, category_name: 'VIP', quantity: 1, price_per_item: 500 };
    expect(order_data.items).toEqual([{ ...named, seats }]);
    expect(order_data.pricing_details.final_price).toBe(1000);
  });
});

describe('payments of other servers (§3.64)', () => {
  const bare = { id: 5, payment_method: 'qris', amount: '1000', status: 'pending' };
  const paymentOf = (given: object) =>
    paymentSchema.parse((normalisePayment(given) as { payment: unknown }).payment);

  const none = { qr_code_url: '', virtual_account: null, payment_instructions: null };
  const instructions = { title: 'Cara', list: ['satu', 2] };
  const gateway = { qr_url: 'https://x/qr.png', qr_string: '000201', instructions };
  const checkout_url = 'https://bayar.contoh.id';
  const atm = [{ title: 'ATM', steps: ['a'] }];
  it.each<[string, object, object]>([
    [
      'a gateway response beside payment_instructions',
      { ...none, gateway_response: gateway },
      {
        qr_code_url: 'https://x/qr.png',
        qr_string: '000201',
        instructions: [{ title: 'Cara', steps: ['satu', '2'] }],
      },
    ],
    [
      'a URL to open and an account with its bank',
      { checkout_url, virtual_account: { bank: 'bca', number: '8808' }, instructions: atm },
      {
        ...{ qr_code_url: null, qr_string: null, virtual_account: '8808', bank: 'bca' },
        ...{ checkout_url, instructions: atm },
      },
    ],
    [
      'a bill, a link of an app and a push, whatever the types',
      { bill_key: 990000000260, biller_code: '70012', deeplink: null, push: 1 },
      { bill_key: '990000000260', biller_code: '70012', deeplink: null, push: false },
    ],
  ])('may hold %s', (_, payment_data, read) => {
    const payment = paymentOf({ payment: { ...bare, payment_data } });
    expect(payment).toMatchObject({ id: '5', amount: 1000, payment_data: read });
  });

  it.each([
    ['bca', 'BCA'],
    ['va_cimb', 'CIMB Niaga'],
    ['SHOPEEPAY', 'ShopeePay'],
    ['kartu', 'kartu'],
    ['constructor', 'constructor'],
  ])('without a name, the method %s is called %s', (payment_method, name) => {
    expect(paymentOf({ payment: { ...bare, payment_method } }).payment_method_name).toBe(name);
  });

  it('[F59] may be unwrapped under data, in an unknown state', () => {
    const read = { id: '5', status: 'unknown', ticket_ids: [] };
    expect(paymentOf({ ...bare, status: 'melayang' })).toMatchObject(read);
  });

  it.each([
    ...['E-Wallet', 'ewallet', 'Digital Wallet', 'qris'].map((group) => [group, true] as const),
    ...['Virtual Account', 'VA', 'Bank Transfer'].map((group) => [group, true] as const),
    ...['Kartu Kredit', 'Gerai Retail', 'Lava', ''].map((group) => [group, false] as const),
  ])('of group %j are shown: %s', (group_name, shown) => {
    const [method] = answers.paymentMethods.payment_methods.available_methods;
    if (method === undefined) throw new Error('no method');
    expect(isShownMethod({ ...method, group_name })).toBe(shown);
  });
});

it('tickets of an event may come as a plain list', () => {
  const { data } = answers.myEventTickets;
  expect(myEventTickets.normalise?.(data)).toEqual({ data });
});

it('values that cannot be text or a number are refused without an exception', () => {
  // Values of JSON that String() throws on.
  const odd = JSON.parse('{"toString":1,"valueOf":2}') as unknown;
  const given = { payment: { id: odd, amount: odd, payment_method: odd } };
  const { payment } = normalisePayment(given) as { payment: unknown };
  expect(paymentSchema.safeParse(payment).success).toBe(false);
  const items = [{ category_id: odd, price: odd, seats: [{ id: odd, column: odd }] }];
  const draft = normaliseDraft({ order: { id: odd, total_price: odd }, order_data: { items } });
  expect(draftAnswerSchema.safeParse(draft).success).toBe(false);
  const read = seatmapOf({
    event_status: odd,
    categories: [{ id: odd, price: odd }],
    seatLayout: { totalRows: odd, items: [{ id: odd, column: odd, price: odd }] },
  });
  expect(read.success).toBe(false);
});
