import { describe, expect, it } from 'vitest';
import { refusalWords } from '../../contract/call/refusal.ts';
import {
  emailSchema,
  instantSchema,
  newPasswordSchema,
  normalisePhone,
  otpSchema,
  slugSchema,
} from '../../contract/fields.ts';
import { chosenSeatsSchema, orderRequestSchema } from '../../contract/order.ts';
import { storageName } from '../../contract/stored/stored-key.ts';
import { storedKeys } from '../../contract/stored/stored-keys.ts';

describe('refusalWords (§3.6)', () => {
  it.each([
    [{ errors: ['satu', 'dua'], message: 'x' }, 'satu'],
    [{ errors: [{ message: 'satu', field: 'email' }], message: 'x' }, 'satu'],
    [{ errors: { email: ['satu'], phone: 'dua' }, message: 'x' }, 'satu'],
    [{ errors: { email: { deep: { text: 'satu' } } } }, 'satu'],
    [{ errors: [], message: 'pesan' }, 'pesan'],
    [{ errors: ['  '], message: ' pesan ' }, 'pesan'],
    [{ errors: [null, 3, 'tiga'] }, 'tiga'],
    [{ errors: 'teks', message: 'x' }, 'teks'],
    [{ message: '', error: 'galat' }, 'galat'],
    [{ message: { id: 'pesan' } }, 'pesan'],
    [{}, ''],
    [null, ''],
    ['<html>', ''],
    [[1, 2], ''],
    [{ errors: [[[[['terlalu dalam']]]]] }, ''],
    [{ message: 'a'.repeat(500) }, 'a'.repeat(200)],
  ])('of %j', (body, text) => {
    expect(refusalWords(body)).toBe(text);
  });
});

describe('normalisePhone (§5.12)', () => {
  it.each([
    ['081234567890', '+6281234567890'],
    ['81234567890', '+6281234567890'],
    ['0812-3456 7890', '+6281234567890'],
    ['(0812) 3456.7890', '+6281234567890'],
    ['+6281234567890', '+6281234567890'],
    ['+62 812 3456 7890', '+6281234567890'],
    ['6281234567890', '+6281234567890'],
    ['0081234567890', '+81234567890'],
    ['00 60 12 345 6789', '+60123456789'],
    ['0062 812 3456 7890', '+6281234567890'],
    ['+62 (0)812 3456 7890', '+6281234567890'],
    ['000812345678', '+6200812345678'],
    ['+14155550123', '+14155550123'],
    ['', '+62'],
  ])('normalises %j to %s', (typed, expected) => {
    expect(normalisePhone(typed)).toBe(expected);
  });

  it('uses the chosen prefix', () => {
    expect(normalisePhone('4155550123', '+1')).toBe('+14155550123');
    expect(normalisePhone('07400 123456', '+44')).toBe('+447400123456');
  });
});

describe('fields', () => {
  it.each([
    ['pendek1', 'Password must be at least 8 characters'],
    ['12345678', 'Password must contain at least one letter'],
    ['abcdefgh', 'Password must contain at least one number'],
    [`a1${'x'.repeat(127)}`, 'Password must be at most 128 characters'],
  ])('refuse the password %j in the words of §5.10', (password, message) => {
    expect(newPasswordSchema.safeParse(password).error?.issues[0]?.message).toBe(message);
  });

  it('keep the spaces of a password and drop those of an address', () => {
    expect(newPasswordSchema.parse(' kata sandi 1 ')).toBe(' kata sandi 1 ');
    expect(emailSchema.parse(' a@contoh.id ')).toBe('a@contoh.id');
  });

  it.each([
    [
      'address',
      emailSchema,
      'a@contoh.id',
      ['a@b', 'a b@contoh.id', '@contoh.id', 'a@@contoh.id', ''],
    ],
    ['code', otpSchema, '123456', ['12345', '1234567', '12345a', ' 12345', '١٢٣٤٥٦', 123456]],
    ['slug', slugSchema, 'a-b', ['Konser', 'a--b', '-a', 'a-', 'a/b', '', 'a'.repeat(121)]],
    [
      'instant',
      instantSchema,
      '2026-03-07T19:30:00+07:00',
      ['2026-03-07 19:30:00', '2026-03-07T19:30:00', 'TBA'],
    ],
    [
      'seats',
      chosenSeatsSchema,
      ['1', '2', '3', '4', '5'],
      [
        ['1', '1'],
        ['1', '2', '3', '4', '5', '6'],
      ],
    ],
    ['order', orderRequestSchema, { seats: ['1'] }, [{ seats: [] }, { seats: ['1'], price: 1 }]],
  ] as const)('accept a good %s and refuse any other', (_, schema, good, bad) => {
    expect(schema.safeParse(good).success).toBe(true);
    for (const value of bad) expect(schema.safeParse(value).success, String(value)).toBe(false);
  });

  it('say how many seats may be chosen, and write a voucher in capitals', () => {
    expect(instantSchema.safeParse('2026-03-07T12:30:00.123Z').success).toBe(true);
    const said = (value: unknown) => orderRequestSchema.safeParse(value).error?.issues[0]?.message;
    expect(said({ seats: [] })).toBe('Choose at least one seat');
    expect(said({ seats: ['1', '2', '3', '4', '5', '6'] })).toBe('Select up to 5 seats');
    const voucherOf = (more: object) =>
      orderRequestSchema.parse({ seats: ['1'], ...more }).voucher_code;
    expect([voucherOf({ voucher_code: ' hemat10 ' }), voucherOf({})]).toEqual(['HEMAT10', null]);
  });
});

describe('storage (§3.90)', () => {
  it('names keys by their scope, so that neither two people nor two events share one', () => {
    const names = (scope: string, ...keys: string[]) =>
      keys.map((key) => [key, `roetix:v1:${scope}${key}`]);
    expect(storedKeys.map((key) => [key.name, storageName(key, 'u1', 'acara')]).sort()).toEqual(
      [
        ...names('', 'locale', 'province', 'device', 'ticketsOf', 'turnSound', 'seatWish'),
        ...names('u1:', 'lastMethod', 'liveSession'),
        ...names('u1:acara:', 'seats', 'quantities', 'draftCreated', 'orderLocked', 'presaleCode'),
        ...names('u1:acara:', 'turnPush', 'lineStart', 'lastRedirect', 'orderForm'),
        ...names('u1:acara:', 'ticketSummary', 'idempotency'),
      ].sort(),
    );
  });

  it('stores user input only as long as the tab', () => {
    const areas = new Map(storedKeys.map((key) => [key.name, key.area]));
    expect([areas.get('orderForm'), areas.get('idempotency')]).toEqual(['session', 'session']);
  });

  it('refuses a key without its owner', () => {
    const [seats] = storedKeys.filter((key) => key.name === 'seats');
    if (seats === undefined) throw new Error('no key');
    expect(() => storageName(seats)).toThrow('belongs to a user');
    expect(() => storageName(seats, 'u1')).toThrow('belongs to an event');
  });
});
