import { type TimeZone, timeZones } from '../../contract/place/time-zone.ts';
import { type Locale, languages } from '../../contract/texts/locale.ts';

/** A point in time: epoch milliseconds. */
export type Instant = number;

export type ClockFormat = 'm:ss' | 'mm:ss' | 'hh:mm:ss';

const two = (n: number): string => String(n).padStart(2, '0');

const hourMs = 60 * 60 * 1000;

// Indonesia has had no daylight saving since 1964, so fixed offsets give the same text on every device.
const wallClock = (instant: Instant, zone: TimeZone): Date =>
  new Date(instant + timeZones[zone].hours * hourMs);

/** Formats `1500000` as `Rp1.500.000`. Whole rupiah; no space, dots between thousands, `Rp0` for zero. */
export function rupiah(amount: number): string {
  const whole = Math.round(amount);
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, '.');
  return `${whole < 0 ? '-' : ''}Rp${digits}`;
}

/** Formats `Sabtu, 7 Maret 2026` (id) or `Saturday, 7 March 2026` (en). */
export function longDate(
  instant: Instant,
  locale: Locale = 'id',
  zone: TimeZone = 'Asia/Jakarta',
): string {
  const date = wallClock(instant, zone);
  const day = languages[locale].days.split(' ')[date.getUTCDay()];
  const month = languages[locale].months.split(' ')[date.getUTCMonth()];
  return `${day}, ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
}

/** Formats `19:30 WIB`. */
export function localTime(instant: Instant, zone: TimeZone = 'Asia/Jakarta'): string {
  const date = wallClock(instant, zone);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())} ${timeZones[zone].name}`;
}

/** Formats day and time for a narrow line, which has no room for the year: `7 Mar, 19:30 WIB`. */
export function shortMoment(instant: Instant, locale: Locale, zone: TimeZone): string {
  const date = wallClock(instant, zone);
  const month = languages[locale].months.split(' ')[date.getUTCMonth()]?.slice(0, 3);
  return `${date.getUTCDate()} ${month}, ${localTime(instant, zone)}`;
}

/** Formats day and time in one line: `Sabtu, 7 Maret 2026, 19:30 WIB`. */
export function longMoment(instant: Instant, locale?: Locale, zone?: TimeZone): string {
  return `${longDate(instant, locale, zone)}, ${localTime(instant, zone)}`;
}

/** The time zone of a date from the server, by its offset; Western Indonesia Time for any other offset, as in §1.25. */
export function zoneOf(text: string): TimeZone {
  const names = Object.keys(timeZones) as TimeZone[];
  return names.find((zone) => text.endsWith(`+0${timeZones[zone].hours}:00`)) ?? 'Asia/Jakarta';
}

/** The reader's own clock at an instant, as `18:30`, where it differs from that of the zone; else null. */
export function readerTime(instant: Instant, zone: TimeZone): string | null {
  const own = new Date(instant);
  if (-own.getTimezoneOffset() === timeZones[zone].hours * 60) return null;
  return `${two(own.getHours())}:${two(own.getMinutes())}`;
}

/** Returns the remaining whole seconds, rounded up, so that zero appears only at zero; never negative. */
export function secondsLeft(ms: number): number {
  // Tolerates half a millisecond: a monotonic deadline minus now is a float just above the whole second.
  return Math.max(0, Math.ceil((ms - 0.5) / 1000));
}

/** Formats remaining time as a clock. In `m:ss` and `mm:ss` minutes exceed 59. */
export function clock(ms: number, format: ClockFormat): string {
  const seconds = secondsLeft(ms);
  const ss = two(seconds % 60);
  const minutes = Math.floor(seconds / 60);
  if (format === 'hh:mm:ss') return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${ss}`;
  return `${format === 'mm:ss' ? two(minutes) : minutes}:${ss}`;
}

const DATE_TEXT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

function offsetMs(zone: string | undefined): number | null {
  if (zone === undefined) return timeZones['Asia/Jakarta'].hours * hourMs;
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours + minutes / 60) * hourMs;
}

/** Parses a date from the server. Without a zone it is Jakarta time; `TBA` and invalid dates give null. */
export function parseInstant(text: string): Instant | null {
  const match = DATE_TEXT.exec(text.trim());
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const offset = offsetMs(match[8]);
  if (offset === null || hour > 23 || minute > 59 || second > 59) return null;
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  const read = new Date(utc);
  // Date.UTC accepts 30 February as a day in March; here such a date is invalid.
  if (read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return null;
  return utc - offset;
}

/** Groups the digits of a virtual-account number by four, for display only. */
export function grouped(digits: string): string {
  return digits.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ');
}

/** Masks `pembeli@contoh.id` as `pe***@contoh.id`; short names keep one character. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 1) return '***';
  return `${email.slice(0, at > 2 ? 2 : 1)}***${email.slice(at)}`;
}
