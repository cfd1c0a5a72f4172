import { type TimeZone, timeZones } from '../../contract/time-zone.ts';
import type { SampleMoment } from '../../samples/sample-event.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const wibOffsetMs = 7 * 60 * minuteMs;

/** The start of the day in Western Indonesia Time that contains `now`: the base of every seeded date. */
export function startOfDayWib(now: Date): Date {
  const wallMs = now.getTime() + wibOffsetMs;
  return new Date(Math.floor(wallMs / dayMs) * dayMs - wibOffsetMs);
}

/** The instant of a seeded moment in a time zone, relative to a base from `startOfDayWib`. Throws RangeError on a time that is not `HH:mm`. */
export function instantOf(base: Date, moment: SampleMoment, zone: TimeZone = 'Asia/Jakarta'): Date {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(moment.time);
  if (!match) throw new RangeError(`Not a time of day: ${moment.time}`);
  const ahead = timeZones[zone].hours - timeZones['Asia/Jakarta'].hours;
  const minutes = (Number(match[1]) - ahead) * 60 + Number(match[2]);
  return new Date(base.getTime() + moment.dayOffset * dayMs + minutes * minuteMs);
}
