import { describe, expect, it } from 'vitest';
import { localIso } from '../../contract/place/time-zone.ts';

describe('an instant in a time zone', () => {
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
