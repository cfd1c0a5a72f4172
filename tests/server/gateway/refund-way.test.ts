import { expect, it } from 'vitest';
import { refundWayAt } from '../../../server/gateway/refund-way.ts';

const paidAt = new Date('2026-03-01T12:00:00+07:00');
const whole = { isPart: false, isFurther: false };
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
  expect(refundWayAt(terms, paidAt, new Date(now), whole)).toBe(way);
});

it('waits within one day too, and not where the gateway never closes', () => {
  const noon = { ...terms, closed: ['12:00', '13:00'] } as const;
  const at = (time: string) => new Date(`2026-03-02T${time}+07:00`);
  expect(refundWayAt(noon, paidAt, at('12:30:00'), whole)).toBe('later');
  expect(refundWayAt(noon, paidAt, at('13:00:00'), whole)).toBe('api');
  expect(refundWayAt({ ...terms, closed: null }, paidAt, at('00:00:00'), whole)).toBe('api');
  expect(refundWayAt({ ...terms, by: 'payout' }, paidAt, at('12:00:00'), whole)).toBe('payout');
});

it.each([
  [undefined, false, true, 'api'],
  ['one', true, false, 'api'],
  ['one', true, true, 'payout'],
  ['whole', false, false, 'api'],
  ['whole', true, false, 'payout'],
] as const)(
  'a gateway that takes %s: a part (%s), a further one (%s), go by %s',
  (parts, isPart, isFurther, way) => {
    const given = parts === undefined ? terms : { ...terms, parts };
    expect(refundWayAt(given, paidAt, paidAt, { isPart, isFurther })).toBe(way);
  },
);
