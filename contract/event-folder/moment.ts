import { type TimeZone, timeZones } from '../place/time-zone.ts';

/** The two ways to write a moment in an event folder. */
export const momentPattern =
  /^(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])|[+-]\d{1,4}d) (?:[01]\d|2[0-3]):[0-5]\d$/;

/** Says how a moment is written. */
export const describeMoment =
  'a local time as "2027-02-13 19:30", or as "+30d 19:30", counted from the day on which the event is first applied';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The start of the day in a time zone that contains `now`. */
export function startOfDay(now: Date, zone: TimeZone): Date {
  const aheadMs = timeZones[zone].hours * 60 * minuteMs;
  return new Date(Math.floor((now.getTime() + aheadMs) / dayMs) * dayMs - aheadMs);
}

/**
 * The instant of a moment of an event folder in its time zone; relative ones count from the day that contains `base`. Null for text that is
 * no moment, such as 30 February.
 */
export function instantOf(moment: string, zone: TimeZone, base: Date): Date | null {
  if (!momentPattern.test(moment)) return null;
  const [day = '', time = ''] = moment.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const timeMs = (hours * 60 + minutes) * minuteMs;
  if (day.endsWith('d')) {
    return new Date(startOfDay(base, zone).getTime() + Number.parseInt(day, 10) * dayMs + timeMs);
  }
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return null;
  return new Date(date.getTime() - timeZones[zone].hours * 60 * minuteMs + timeMs);
}
