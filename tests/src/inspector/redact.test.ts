// @vitest-environment node

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/inspector/redact.ts';
import { mask } from '../../../src/inspector/secrets.ts';

const wire = (value: unknown) => JSON.stringify(createRedactor()(value));

const secretKeys = [
  ...['password', 'newPassword', 'kata_sandi', 'code', 'otp', 'otp_code', 'token'],
  ...['access_token', 'authToken', 'idToken', 'email', 'e-mail', 'userEmail', 'phone'],
  ...['phone_number', 'phoneNumber', 'no_telp', 'whatsapp'],
];

/** Occurs in no ordinary word, so that its absence is meaningful. */
const secret = fc.stringMatching(/^Zq[a-z0-9"\\/ é]{6,24}$/);
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
/** A value with the secret somewhere in it, at any depth, in objects, lists and JSON inside texts. */
const carriers = (hidden: string) =>
  fc
    .tuple(
      fc.constantFrom(...secretKeys),
      fc.array(fc.constantFrom('object', 'list', 'json', 'error'), { maxLength: 8 }),
      leaf,
      fc.constantFrom('plain', 'listed', 'wrapped'),
    )
    .map(([key, layers, other, form]) => {
      const value = form === 'plain' ? hidden : form === 'listed' ? [hidden] : { raw: hidden };
      return layers.reduce<unknown>(
        (inner, layer) => {
          switch (layer) {
            case 'list':
              return [other, inner];
            case 'json':
              return { definition: JSON.stringify({ inner, other }) };
            case 'error':
              return { failure: Object.assign(new Error(`Refused: ${hidden}`), { cause: inner }) };
            default:
              return { other, inner };
          }
        },
        { status: other, [key]: value },
      );
    });

describe('what leaves the app', () => {
  it('carries no secret at any position', () => {
    fc.assert(
      fc.property(
        secret.chain((hidden) => fc.tuple(fc.constant(hidden), carriers(hidden))),
        ([hidden, value]) => {
          const sent = wire(new Map([['entry', value]]));
          expect(sent).not.toContain(hidden);
          expect(sent).not.toContain(JSON.stringify(hidden).slice(1, -1));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('carries no secret in later text either', () => {
    const redact = createRedactor();
    redact({ event: { type: 'login.submit', password: 'Rahasia-99' } });
    expect(redact({ message: 'Rahasia-99 is wrong, see /x?p=Rahasia-99' })).toEqual({
      message: `${mask} is wrong, see /x?p=${mask}`,
    });
  });

  it.each([
    ['an address', 'sent to sari.dewi@contoh.id today', `sent to ${mask} today`],
    [
      'an address in a path',
      '/verify-code?email=a%40b.id&returnTo=/',
      `/verify-code?email=${mask}&returnTo=/`,
    ],
    ['an address with an accent', 'búdi@contoh.id', mask],
    ['a local number', 'call 0812-3456-7890 now', `call ${mask} now`],
    ['a number with its prefix', 'call +62 812 3456 7890 now', `call ${mask} now`],
    ['a foreign number', '+44 20 7946 0958', mask],
    ['a code in a path', '/verify?code=123456&x=1', `/verify?code=${mask}&x=1`],
    ['a named value in words', 'otp: 123456 was refused', `otp: ${mask} was refused`],
    ['JSON that was cut short', '{"password":"abc def","a":', `{"password":${mask},"a":`],
  ])('masks %s in any text', (_name, text, shown) => {
    expect(createRedactor()(text)).toBe(shown);
  });

  it('masks keys that are addresses', () => {
    expect(createRedactor()({ 'a@contoh.id': 1 })).toEqual({ [mask]: 1 });
  });

  it('masks all form answers, but not the ids of their form and ticket', () => {
    const submissions = { f1: [{ ticket_id: 't1', form_data: { Asal: 'Bandung', Minat: ['A'] } }] };
    expect(createRedactor()({ type: 'form.review', submissions })).toEqual({
      type: 'form.review',
      submissions: { f1: [{ ticket_id: 't1', form_data: { Asal: mask, Minat: [mask] } }] },
    });
  });

  it('masks the name of a person, not of an event', () => {
    const user = { id: 'u1', name: 'Sari Dewi', firstName: 'Sari', email: 'a@contoh.id' };
    expect(createRedactor()({ user, eventName: 'Konser', screen: { name: 'queue' } })).toEqual({
      user: { id: 'u1', name: mask, firstName: mask, email: mask },
      eventName: 'Konser',
      screen: { name: 'queue' },
    });
  });

  it.each([
    [{ type: 'otp.submit' }],
    [{ type: 'xstate.done.actor.validateCode', output: { ok: true } }],
    [{ type: 'method.select', code: 'qris' }],
    [{ type: 'voucher.apply', code: 'HEMAT10' }],
    [{ voucher: { is_valid: true, code: 'HEMAT10' } }],
    [{ id: '1', code: 'va_bca', fee_calculation: { total_fee: 4_000 } }],
    [{ failure: { kind: 'refused', status: 401 }, virtual_account: '8808123412341234' }],
    [{ order_code: 'RTX-NQ4NHK', methodCode: 'qris', total: 150_000 }],
    [{ value: { account: { anonymous: { login: 'requestingCode' } } } }],
    [{ password: '', otp: null, isVerified: true }],
    [{ createdAt: '1763726400000', at: '2026-01-01T00:00:00.000+07:00' }],
  ])('leaves %j as it is', (value) => {
    expect(createRedactor()(value)).toEqual(value);
  });

  it('handles long unterminated text in linear time', () => {
    const long = 'a1'.repeat(200_000);
    expect(createRedactor()(long)).toBe(long);
  });
});
