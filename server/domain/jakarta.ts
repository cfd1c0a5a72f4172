import { startOfDay } from '../../contract/event-folder/moment.ts';
import { localIso, type TimeZone, timeZones } from '../../contract/place/time-zone.ts';

const dayMs = 24 * 60 * 60_000;
const wibOffsetMs = 7 * 60 * 60_000;

/** Windows of the search filter `time` (§2.112). */
export type TimeWindow =
  | 'today'
  | 'tomorrow'
  | 'this-weekend'
  | 'this-week'
  | 'this-month'
  | 'next-month';

function startOfMonthWib(now: Date, monthsAhead: number): Date {
  const wall = new Date(now.getTime() + wibOffsetMs);
  return new Date(
    Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + monthsAhead, 1) - wibOffsetMs,
  );
}

/**
 * First instant and first instant after a window, by the calendar of Western Indonesia Time; a week runs from Monday to Sunday (§2.112),
 * its weekend is Saturday and Sunday.
 */
export function windowOf(name: TimeWindow, now: Date): { from: Date; until: Date } {
  const today = startOfDay(now, 'Asia/Jakarta').getTime();
  const days = (from: number, until: number) => ({
    from: new Date(today + from * dayMs),
    until: new Date(today + until * dayMs),
  });
  const sinceMonday = (new Date(today + wibOffsetMs).getUTCDay() + 6) % 7;
  switch (name) {
    case 'today':
      return days(0, 1);
    case 'tomorrow':
      return days(1, 2);
    case 'this-weekend':
      return days(5 - sinceMonday, 7 - sinceMonday);
    case 'this-week':
      return days(-sinceMonday, 7 - sinceMonday);
    case 'this-month':
      return { from: startOfMonthWib(now, 0), until: startOfMonthWib(now, 1) };
    case 'next-month':
      return { from: startOfMonthWib(now, 1), until: startOfMonthWib(now, 2) };
  }
}

/** Date and time for print: `Sabtu, 7 Maret 2026` and `19:30 WIB` (§1.24). */
export function printedAt(
  instant: Date,
  zone: TimeZone,
  locale = 'id-ID',
): { date: string; time: string } {
  const date = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: zone,
  });
  const time = localIso(instant, zone).slice(11, 16);
  return { date: date.format(instant), time: `${time} ${timeZones[zone].name}` };
}

/** A moment in both languages of an e-mail: `Sabtu, 7 Maret 2026, 19:30 WIB`, or the same in English. */
export function printedMoment(instant: Date, zone: TimeZone): { id: string; en: string } {
  const words = (locale: string) => {
    const { date, time } = printedAt(instant, zone, locale);
    return `${date}, ${time}`;
  };
  return { id: words('id-ID'), en: words('en-GB') };
}
