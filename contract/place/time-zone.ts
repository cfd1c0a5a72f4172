/** The time zones of Indonesia by IANA name: the abbreviation on cards and tickets, and the hours ahead of UTC (no summer time). */
export const timeZones = {
  'Asia/Jakarta': { name: 'WIB', hours: 7 },
  'Asia/Makassar': { name: 'WITA', hours: 8 },
  'Asia/Jayapura': { name: 'WIT', hours: 9 },
} as const;
/** A time zone of Indonesia. */
export type TimeZone = keyof typeof timeZones;

/** True for the name of a time zone of Indonesia. */
export function isTimeZone(name: string): name is TimeZone {
  return Object.hasOwn(timeZones, name);
}

/** An instant in a time zone, as `2026-03-07T19:30:00+07:00`; in Western Indonesia Time where the name is unknown. */
export function localIso(instant: Date, zone: string): string {
  const { hours } = timeZones[isTimeZone(zone) ? zone : 'Asia/Jakarta'];
  const wall = new Date(instant.getTime() + hours * 3_600_000).toISOString().slice(0, 19);
  return `${wall}+0${hours}:00`;
}
