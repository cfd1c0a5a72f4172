// @vitest-environment node
import { describe, expect, it, vi } from 'vitest';
import {
  clock,
  grouped,
  localTime,
  longDate,
  maskEmail,
  parseInstant,
  readerTime,
  rupiah,
  secondsLeft,
  zoneOf,
} from '../../../src/text/format.ts';

// 19:30 in Jakarta is 12:30 UTC; the number is written out so that no zone of this machine is involved.
const SHOW = 1_772_886_600_000;

it.each([
  [0, 'Rp0'],
  [999, 'Rp999'],
  [1000, 'Rp1.000'],
  [-25_000, '-Rp25.000'],
  [1_234_567_890, 'Rp1.234.567.890'],
])('%d is %s', (amount, text) => {
  expect(rupiah(amount)).toBe(text);
});

describe('dates and times (§1.24)', () => {
  it('are those of Jakarta in both languages, with plain spaces (§1.27)', () => {
    expect(longDate(SHOW)).toBe('Sabtu, 7 Maret 2026');
    expect(longDate(SHOW, 'en')).toBe('Saturday, 7 March 2026');
    // In UTC it is still the day before.
    const afterMidnight = Date.UTC(2026, 11, 31, 17, 5);
    expect(longDate(afterMidnight)).toBe('Jumat, 1 Januari 2027');
    expect(localTime(afterMidnight)).toBe('00:05 WIB');
  });

  it.each([
    ['2026-03-07T19:30:00+07:00', 'Sabtu, 7 Maret 2026', '19:30 WIB'],
    ['2026-03-07T23:30:00+08:00', 'Sabtu, 7 Maret 2026', '23:30 WITA'],
    ['2026-03-08T00:30:00+09:00', 'Minggu, 8 Maret 2026', '00:30 WIT'],
    ['2026-03-07T12:30:00Z', 'Sabtu, 7 Maret 2026', '19:30 WIB'],
    ['2026-03-07T12:30:00+00:00', 'Sabtu, 7 Maret 2026', '19:30 WIB'],
    ['2026-03-07 19:30', 'Sabtu, 7 Maret 2026', '19:30 WIB'],
  ])('print %s in the time zone of its offset', (text, date, time) => {
    const instant = parseInstant(text) ?? Number.NaN;
    expect(longDate(instant, 'id', zoneOf(text))).toBe(date);
    expect(localTime(instant, zoneOf(text))).toBe(time);
  });

  it("tell a reader in another zone the reader's own time, and no other (§1.26)", () => {
    vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-480);
    const hours = vi.spyOn(Date.prototype, 'getHours').mockReturnValue(20);
    expect(readerTime(SHOW, 'Asia/Jakarta')).toBe('20:30');
    expect(readerTime(SHOW, 'Asia/Makassar')).toBeNull();
    expect(hours).toHaveBeenCalledTimes(1);
  });

  it.each<readonly [string, number | null]>([
    ['2026-03-07 19:30:00', SHOW],
    ['2026-03-07T19:30', SHOW],
    ['2026-03-07T19:30:00+07:00', SHOW],
    ['2026-03-07T12:30:00.000Z', SHOW],
    ['2026-03-07T21:30:00+0900', SHOW],
    [' 2026-03-07T07:30:00-05:00 ', SHOW],
    ['2026-03-07', SHOW - 19.5 * 3_600_000],
    ['2026-03-07T12:30:00.25Z', SHOW + 250],
    ...['TBA', '', '2026-02-30', '2026-13-01', '2026-03-07 24:00', '2026-03-07 19:60'].map(
      (text) => [text, null] as const,
    ),
    ['7 Maret 2026', null],
    ['2026-03-07T19:30+99:00', null],
  ])('read %j as %s', (text, instant) => {
    expect(parseInstant(text)).toBe(instant);
  });
});

it.each([
  [754_000, 'm:ss', '12:34'],
  [65_000, 'm:ss', '1:05'],
  [65_000, 'mm:ss', '01:05'],
  [3_600_000, 'mm:ss', '60:00'],
  [3_661_000, 'hh:mm:ss', '01:01:01'],
  [1, 'm:ss', '0:01'],
  [0, 'm:ss', '0:00'],
  [-5000, 'hh:mm:ss', '00:00:00'],
] as const)('%d ms as %s is %s', (ms, format, text) => {
  expect(clock(ms, format)).toBe(text);
});

it('a countdown does not show a second more for the rounding error of a monotonic clock', () => {
  expect(secondsLeft(60_000.000_000_01)).toBe(60);
  expect(secondsLeft(60_001)).toBe(61);
});

it('an account is grouped by four, and an e-mail address masked (§2.303)', () => {
  expect(grouped('8808123456789012')).toBe('8808 1234 5678 9012');
  expect(grouped('88081 23456')).toBe('8808 1234 56');
  expect(maskEmail('pembeli@contoh.id')).toBe('pe***@contoh.id');
  expect(maskEmail('ab@contoh.id')).toBe('a***@contoh.id');
  expect(maskEmail('tanpa-at')).toBe('***');
});
