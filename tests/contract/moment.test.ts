import { describe, expect, it } from 'vitest';
import { instantOf, startOfDay } from '../../contract/event-folder/moment.ts';
import { localIso } from '../../contract/place/time-zone.ts';

describe('a moment of an event folder (§10.8)', () => {
  const base = new Date('2026-03-06T18:00:00Z');

  it('counts from midnight in its time zone, not in UTC', () => {
    expect(startOfDay(base, 'Asia/Jakarta').toISOString()).toBe('2026-03-06T17:00:00.000Z');
    const before = new Date('2026-03-06T16:59:59Z');
    expect(startOfDay(before, 'Asia/Jakarta').toISOString()).toBe('2026-03-05T17:00:00.000Z');
    expect(startOfDay(base, 'Asia/Jayapura').toISOString()).toBe('2026-03-06T15:00:00.000Z');
  });

  it.each([
    ['+1d 19:30', 'Asia/Jakarta', '2026-03-08T12:30:00.000Z'],
    ['-30d 23:59', 'Asia/Jakarta', '2026-02-05T16:59:00.000Z'],
    ['+0d 00:00', 'Asia/Makassar', '2026-03-06T16:00:00.000Z'],
    ['2027-02-13 19:30', 'Asia/Jakarta', '2027-02-13T12:30:00.000Z'],
    ['2027-02-13 19:30', 'Asia/Jayapura', '2027-02-13T10:30:00.000Z'],
    ['2027-02-30 19:30', 'Asia/Jakarta', null],
    ['2027-02-13 24:00', 'Asia/Jakarta', null],
    ['2027-02-13', 'Asia/Jakarta', null],
    ['besok 19:30', 'Asia/Jakarta', null],
  ] as const)('%s in %s is %s', (moment, zone, iso) => {
    expect(instantOf(moment, zone, base)?.toISOString() ?? null).toBe(iso);
  });
});

describe('an instant in a time zone (§1.25)', () => {
  const instant = new Date('2026-03-07T16:30:00Z');
  it.each([
    ['Asia/Jakarta', '2026-03-07T23:30:00+07:00'],
    ['Asia/Makassar', '2026-03-08T00:30:00+08:00'],
    ['Asia/Jayapura', '2026-03-08T01:30:00+09:00'],
    ['Europe/Berlin', '2026-03-07T23:30:00+07:00'],
  ])('is written with the offset of %s', (zone, text) => {
    expect(localIso(instant, zone)).toBe(text);
  });
});
