import { expect, it } from 'vitest';
import { midtransMethods } from '../../../server/gateway/midtrans/methods.ts';
import { refundWayAt } from '../../../server/gateway/refund-way.ts';
import { xenditMethods } from '../../../server/gateway/xendit/methods.ts';

const paidAt = new Date('2026-03-01T12:00:00+07:00');
const terms = { by: 'api', withinDays: 7, closed: ['23:55', '06:00'] } as const;

it.each([
  ['2026-03-01T12:00:01+07:00', 'api'],
  ['2026-03-02T23:54:59+07:00', 'api'],
  ['2026-03-02T23:55:00+07:00', 'later'],
  ['2026-03-03T00:00:00+07:00', 'later'],
  ['2026-03-03T05:59:59+07:00', 'later'],
  ['2026-03-03T06:00:00+07:00', 'api'],
  ['2026-03-08T11:59:59+07:00', 'api'],
  ['2026-03-08T12:00:00+07:00', 'payout'],
  ['2026-03-09T00:00:00+07:00', 'payout'],
])('money paid at noon of 1 March goes back at %s by %s', (now, way) => {
  expect(refundWayAt(terms, paidAt, new Date(now), false)).toBe(way);
});

it('waits within one day too, and not where the gateway never closes', () => {
  const noon = { ...terms, closed: ['12:00', '13:00'] } as const;
  const at = (time: string) => new Date(`2026-03-02T${time}+07:00`);
  expect(refundWayAt(noon, paidAt, at('12:30:00'), false)).toBe('later');
  expect(refundWayAt(noon, paidAt, at('13:00:00'), false)).toBe('api');
  expect(refundWayAt({ ...terms, closed: null }, paidAt, at('00:00:00'), false)).toBe('api');
  expect(refundWayAt({ ...terms, by: 'payout' }, paidAt, at('12:00:00'), false)).toBe('payout');
});

it('a part of the money goes to a bank account where the gateway sends the whole alone (§13.30)', () => {
  const taken = [...midtransMethods, ...xenditMethods]
    .filter(({ refund }) => refund.by === 'api')
    .map(({ code, refund }) => [code, refundWayAt(refund, paidAt, paidAt, true)]);
  expect(taken).toEqual([
    ['qris', 'api'],
    ['gopay', 'api'],
    ['shopeepay', 'api'],
    ['dana', 'payout'],
    ['ovo', 'payout'],
    ['qris', 'api'],
    ['linkaja', 'payout'],
    ['shopeepay', 'api'],
  ]);
  expect(refundWayAt({ ...terms, parts: 'whole' }, paidAt, paidAt, false)).toBe('api');
});
