import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { userSchema } from '../../contract/account.ts';
import { envelopeOf, refusalSchema } from '../../contract/call/envelope.ts';
import { refusalWords, statusText } from '../../contract/call/refusal.ts';
import {
  emailSchema,
  instantSchema,
  newPasswordSchema,
  normalisePhone,
  otpSchema,
  slugSchema,
} from '../../contract/fields.ts';
import { type FormField, formDataOf, isBlank } from '../../contract/forms.ts';
import { chosenSeatsSchema, orderRequestSchema } from '../../contract/order.ts';
import { storageName } from '../../contract/stored/stored-key.ts';
import { storedKeys } from '../../contract/stored/stored-keys.ts';

describe('refusalWords', () => {
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

  it('returns at most 200 characters of any input', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        expect(refusalWords(body).length).toBeLessThanOrEqual(200);
      }),
    );
  });

  it('falls back to the status number', () => {
    expect(statusText(418)).toBe('HTTP error! status: 418');
  });
});

it('envelopes contain their data or null', () => {
  expect(envelopeOf(userSchema).safeParse({ status: 200, message: 'OK', data: {} }).success).toBe(
    false,
  );
  expect(
    refusalSchema.parse({ status: 422, message: 'x', data: null, errors: [{ message: 'x' }] }),
  ).toEqual({
    status: 422,
    message: 'x',
    data: null,
    errors: [{ message: 'x' }],
  });
});

describe('normalisePhone', () => {
  it.each([
    ['081234567890', '+6281234567890'],
    ['81234567890', '+6281234567890'],
    ['0812-3456 7890', '+6281234567890'],
    ['(0812) 3456.7890', '+6281234567890'],
    ['+6281234567890', '+6281234567890'],
    ['+62 812 3456 7890', '+6281234567890'],
    ['6281234567890', '+6281234567890'],
    ['0081234567890', '+62081234567890'],
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
  ])('refuse the password %j in the words of §5', (password, message) => {
    expect(newPasswordSchema.safeParse(password).error?.issues[0]?.message).toBe(message);
  });

  it('keep the spaces of a password and drop those of an address', () => {
    expect(newPasswordSchema.parse(' kata sandi 1 ')).toBe(' kata sandi 1 ');
    expect(emailSchema.parse(' a@contoh.id ')).toBe('a@contoh.id');
  });

  it.each(['a@b', 'a b@contoh.id', '@contoh.id', 'a@@contoh.id', ''])(
    'refuse the address %j',
    (email) => {
      expect(emailSchema.safeParse(email).success).toBe(false);
    },
  );

  it.each(['12345', '1234567', '12345a', ' 12345', '١٢٣٤٥٦', 123456])(
    'refuse the code %j',
    (code) => {
      expect(otpSchema.safeParse(code).success).toBe(false);
    },
  );

  it.each(['Konser', 'a--b', '-a', 'a-', 'a/b', '', 'a'.repeat(121)])(
    'refuse the slug %j',
    (slug) => {
      expect(slugSchema.safeParse(slug).success).toBe(false);
    },
  );

  it.each([
    ['2026-03-07T19:30:00+07:00', true],
    ['2026-03-07T12:30:00.123Z', true],
    ['2026-03-07 19:30:00', false],
    ['2026-03-07T19:30:00', false],
    ['TBA', false],
  ])('accept %s as an instant: %s', (text, good) => {
    expect(instantSchema.safeParse(text).success).toBe(good);
  });

  it('accept one to five different seats', () => {
    expect(orderRequestSchema.safeParse({ seats: [] }).error?.issues[0]?.message).toBe(
      'Choose at least one seat',
    );
    expect(
      chosenSeatsSchema.safeParse(['1', '2', '3', '4', '5', '6']).error?.issues[0]?.message,
    ).toBe('Select up to 5 seats');
    expect(chosenSeatsSchema.safeParse(['1', '1']).success).toBe(false);
    expect(orderRequestSchema.parse({ seats: ['1'], voucher_code: ' hemat10 ' }).voucher_code).toBe(
      'HEMAT10',
    );
    expect(orderRequestSchema.parse({ seats: ['1'] }).voucher_code).toBeNull();
    expect(orderRequestSchema.safeParse({ seats: ['1'], price: 1 }).success).toBe(false);
  });
});

describe('formDataOf', () => {
  const field = (field_key: string, label: string): FormField => ({
    id: field_key,
    field_key,
    field_type: 'text',
    label,
    placeholder: null,
    help_text: null,
    is_required: true,
    condition_type: 'always',
    condition_target: null,
    display_order: 1,
    options: [],
  });

  it('keys answers by field_key and by label, and sends missing ones as an empty text', () => {
    const data = formDataOf([field('nama', 'Nama'), field('hobi', 'Hobi'), field('kota', 'Kota')], {
      nama: 'Ratna',
      hobi: ['a', 'b'],
    });
    expect({ ...data }).toEqual({
      nama: 'Ratna',
      Nama: 'Ratna',
      hobi: ['a', 'b'],
      Hobi: ['a', 'b'],
      kota: '',
      Kota: '',
    });
  });

  it('lets field_key win over a label of the same name, in any order', () => {
    const fields = [field('email', 'nama'), field('nama', 'email')];
    const expected = { email: 'a@x', nama: 'Ratna' };
    for (const order of [fields, [...fields].reverse()]) {
      expect({ ...formDataOf(order, { email: 'a@x', nama: 'Ratna' }) }).toEqual(expected);
    }
  });

  it('keeps duplicate labels apart by their keys', () => {
    const data = formDataOf([field('a', 'Nama'), field('b', 'Nama')], { a: '1', b: '2' });
    expect([data.a, data.b, data.Nama]).toEqual(['1', '2', '2']);
  });

  it('never touches a prototype', () => {
    const data = formDataOf(
      [field('__proto__', 'constructor'), field('nama', '__proto__'), field('prototype', 'x')],
      JSON.parse('{"__proto__":"jahat","nama":"Ratna","prototype":"y"}') as Record<string, string>,
    );
    expect(Object.keys(data)).toEqual(['x', 'nama']);
    expect(Object.getPrototypeOf(data)).toBeNull();
    expect(JSON.stringify(data)).not.toContain('__proto__');
    expect(({} as Record<string, unknown>).jahat).toBeUndefined();
  });

  it('recognises blank answers', () => {
    expect([undefined, '', '  ', []].map((answer) => isBlank(answer))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([isBlank('a'), isBlank(['a'])]).toEqual([false, false]);
  });
});

describe('storage', () => {
  it('names keys by their scope, so that neither two people nor two events share one', () => {
    expect(
      Object.fromEntries(storedKeys.map((key) => [key.name, storageName(key, 'u1', 'acara')])),
    ).toEqual({
      locale: 'roetix:v1:locale',
      province: 'roetix:v1:province',
      device: 'roetix:v1:device',
      ticketsOf: 'roetix:v1:ticketsOf',
      turnSound: 'roetix:v1:turnSound',
      lastMethod: 'roetix:v1:u1:lastMethod',
      liveSession: 'roetix:v1:u1:liveSession',
      seatWish: 'roetix:v1:seatWish',
      seats: 'roetix:v1:u1:acara:seats',
      quantities: 'roetix:v1:u1:acara:quantities',
      draftCreated: 'roetix:v1:u1:acara:draftCreated',
      orderLocked: 'roetix:v1:u1:acara:orderLocked',
      presaleCode: 'roetix:v1:u1:acara:presaleCode',
      turnPush: 'roetix:v1:u1:acara:turnPush',
      lineStart: 'roetix:v1:u1:acara:lineStart',
      lastRedirect: 'roetix:v1:u1:acara:lastRedirect',
      orderForm: 'roetix:v1:u1:acara:orderForm',
      ticketSummary: 'roetix:v1:u1:acara:ticketSummary',
      idempotency: 'roetix:v1:u1:acara:idempotency',
    });
    expect(new Set(storedKeys.map((key) => key.name)).size).toBe(storedKeys.length);
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
