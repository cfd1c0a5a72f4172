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

describe('seat maps of other servers', () => {
  const older = {
    categories: [
      {
        id: 7,
        name: 'VIP',
        color: '#fff',
        price: '750000',
        max_capacity: '10',
        sold_tickets_count: 4,
      },
    ],
    seatLayout: {
      totalRows: '2',
      totalColumns: 3,
      items: [
        {
          seat_id: 11,
          seatNumber: 'A1',
          row: 'A',
          column: '1',
          price: '750000',
          status: 'available',
          category_id: 7,
        },
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
    const map = seatmapSchema.parse(normaliseSeatmap(older));
    expect(map.event_status).toBe('active');
    expect(map.seatLayout).toMatchObject({ totalRows: 2, totalCols: 3 });
    expect(map.categories[0]).toMatchObject({
      id: '7',
      price: 750_000,
      max_capacity: 10,
      available_seats: null,
    });
    expect(
      map.seatLayout.items.map((seat) => [seat.id, seat.seat_number, seat.status, seat.category]),
    ).toEqual([
      ['11', 'A1', 'available', '7'],
      ['12', 'A2', 'hampir_habis', '7'],
      ['13', 'x', 'block', null],
      ['14', 'A4', 'unknown', null],
    ]);
    expect(map.categories.map(seatsLeft)).toEqual([6]);
  });

  it.each([
    null,
    [],
    'x',
    {},
    { seatLayout: [] },
    { seatLayout: {} },
    { ...older, seatLayout: { items: 'x' } },
  ])('are refused if invalid: %j', (value) => {
    expect(seatmapSchema.safeParse(normaliseSeatmap(value)).success).toBe(false);
  });

  it('never report fewer than zero seats', () => {
    const [category] = answers.seatmapCategories.categories;
    if (category === undefined) throw new Error('no category');
    expect(seatsLeft({ ...category, max_capacity: 5, sold_tickets_count: 9 })).toBe(0);
    expect(seatsLeft({ ...category, available_seats: 3 })).toBe(3);
  });
});

describe('zones of other servers', () => {
  const map = answers.seatmapCategories;
  const zonesIn = (zoneLayout: unknown) =>
    seatmapSchema.parse(normaliseSeatmap({ ...map, zoneLayout })).zoneLayout;

  it('may write numbers as text and the other way round, and omit the origin', () => {
    const items = [
      { id: 7, svg: 'M0 0h1', originX: '1.5', category_id: 3 },
      { svg: '<rect/>', originX: 0, originY: 2 },
    ];
    expect(zonesIn({ length: '10', width: 5, items })).toEqual({
      length: 10,
      width: 5,
      items: [
        { id: '7', svg: 'M0 0h1', originX: 1.5, originY: 0, category: '3' },
        { id: '1', svg: '<rect/>', originX: 0, originY: 2, category: null },
      ],
    });
  });

  it.each([
    [undefined, undefined],
    [null, null],
    ['x', null],
    [{ length: 'wide', width: 1, items: [] }, null],
    [{ length: 1, width: 1 }, null],
    [
      { length: 1, width: 1, items: [{ id: 'a' }, null, { id: 'b', svg: 'M0 0', originX: 'x' }] },
      { length: 1, width: 1, items: [] },
    ],
  ])('that cannot be drawn do not affect seats: %j', (given, read) => {
    expect(zonesIn(given)).toEqual(read);
  });
});

describe('orders of other servers', () => {
  it('may call the voucher `voucher` and omit the discount', () => {
    const { preview } = answers.orderPreview;
    const { voucher_info, pricing_details, ...rest } = preview;
    const { discount, ...prices } = pricing_details;
    const given = { preview: { ...rest, voucher: voucher_info, pricing_details: prices } };
    const read = normalisePreview(given) as { preview: unknown };
    expect(previewSchema.parse(read.preview)).toEqual({
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
  ])(
    'is taxed a tenth of its subtotal where the server gives no tax, and only then: %s',
    (tax, shown) => {
      const { preview } = answers.orderPreview;
      const pricing_details = { original_price: 750_000, tax, final_price: 825_000 };
      const read = normalisePreview({ preview: { ...preview, pricing_details } });
      expect(previewSchema.parse((read as { preview: unknown }).preview).pricing_details.tax).toBe(
        shown,
      );
    },
  );

  it('may have one item per seat, with other names', () => {
    const read = draftAnswerSchema.parse(
      normaliseDraft({
        order: { id: 9, order_code: 'X', status: 'draft', total_price: '1000' },
        order_data: {
          items: [
            { id: 3, category: 'VIP', price: '500', seatNumber: 'A1', row: 'A', column: '2' },
          ],
          voucher: null,
        },
      }),
    );
    expect(read.order).toMatchObject({
      id: '9',
      total_price: 1000,
      is_locked: false,
      voucher_code: null,
    });
    expect(read.order_data.items).toEqual([
      {
        category_id: null,
        category_name: 'VIP',
        quantity: 1,
        price_per_item: 500,
        seats: [{ ticket_id: '3', seat_number: 'A1', row: 'A', column: 2 }],
      },
    ]);
    expect(read.order_data.pricing_details.final_price).toBe(1000);
  });
});

describe('payments of other servers', () => {
  const bare = { id: 5, payment_method: 'qris', amount: '1000', status: 'pending' };

  it('shape (a): a gateway response beside payment_instructions', () => {
    const read = normalisePayment({
      payment: {
        ...bare,
        payment_data: {
          qr_code_url: '',
          virtual_account: null,
          payment_instructions: null,
          gateway_response: {
            qr_url: 'https://x/qr.png',
            qr_string: '000201',
            instructions: { title: 'Cara', list: ['satu', 2] },
          },
        },
      },
    }) as { payment: unknown };
    expect(paymentSchema.parse(read.payment)).toMatchObject({
      id: '5',
      amount: 1000,
      payment_data: {
        qr_code_url: 'https://x/qr.png',
        qr_string: '000201',
        instructions: [{ title: 'Cara', steps: ['satu', '2'] }],
      },
    });
  });

  it('shape (b): a URL to open and an account with its bank', () => {
    const read = normalisePayment({
      payment: {
        ...bare,
        payment_data: {
          checkout_url: 'https://bayar.contoh.id',
          virtual_account: { bank: 'bca', number: '8808' },
          instructions: [{ title: 'ATM', steps: ['a'] }],
        },
      },
    }) as { payment: unknown };
    expect(paymentSchema.parse(read.payment).payment_data).toEqual({
      qr_code_url: null,
      qr_string: null,
      virtual_account: '8808',
      bank: 'bca',
      checkout_url: 'https://bayar.contoh.id',
      instructions: [{ title: 'ATM', steps: ['a'] }],
    });
  });

  it('a bill, a link of an app and a push, whatever the types', () => {
    const given = { bill_key: 990000000260, biller_code: '70012', deeplink: null, push: 1 };
    const read = normalisePayment({ payment: { ...bare, payment_data: given } }) as {
      payment: unknown;
    };
    expect(paymentSchema.parse(read.payment).payment_data).toMatchObject({
      bill_key: '990000000260',
      biller_code: '70012',
      deeplink: null,
      push: false,
    });
  });

  it('[F59] may be unwrapped under data, in an unknown state', () => {
    const read = normalisePayment({ ...bare, status: 'melayang' }) as { payment: unknown };
    expect(paymentSchema.parse(read.payment)).toMatchObject({
      id: '5',
      status: 'unknown',
      ticket_ids: [],
    });
  });

  it.each([
    ['E-Wallet', true],
    ['ewallet', true],
    ['Digital Wallet', true],
    ['qris', true],
    ['Virtual Account', true],
    ['VA', true],
    ['Bank Transfer', true],
    ['Kartu Kredit', false],
    ['Gerai Retail', false],
    ['Lava', false],
    ['', false],
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

describe('values that cannot be text or a number', () => {
  // Values of JSON that String() throws on.
  const odd = JSON.parse('{"toString":1,"valueOf":2}') as unknown;

  it('are refused without an exception', () => {
    const payment = normalisePayment({
      payment: { id: odd, amount: odd, payment_method: odd },
    }) as {
      payment: unknown;
    };
    expect(paymentSchema.safeParse(payment.payment).success).toBe(false);
    const draft = normaliseDraft({
      order: { id: odd, total_price: odd },
      order_data: { items: [{ category_id: odd, price: odd, seats: [{ id: odd, column: odd }] }] },
    });
    expect(draftAnswerSchema.safeParse(draft).success).toBe(false);
    const map = normaliseSeatmap({
      event_status: odd,
      categories: [{ id: odd, price: odd }],
      seatLayout: { totalRows: odd, items: [{ id: odd, column: odd, price: odd }] },
    });
    expect(seatmapSchema.safeParse(map).success).toBe(false);
  });

  it.each([null, [], true, '', ' ', 'x'])('a category priced %j is not free', (price) => {
    const map = structuredClone(answers.seatmapCategories) as unknown as {
      categories: { price: unknown }[];
    };
    for (const category of map.categories) category.price = price;
    expect(seatmapSchema.safeParse(normaliseSeatmap(map)).success).toBe(false);
  });
});
