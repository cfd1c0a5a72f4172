import { type TimeZone, timeZones } from '../../../contract/place/time-zone.ts';

/** Data of a calendar entry. */
export interface CalendarEntry {
  /** Unique id of the entry, so that a second import creates no duplicate. */
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** Address of the event's page. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  readonly zone: TimeZone;
}

/** Octets of a line before it is folded (RFC 5545, 3.1). */
const lineOctets = 75;

const digitsOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '');

/** Text as a value: backslash, semicolon, comma and line break are escaped (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n');
}

/** Folds a line into pieces of at most 75 octets, never inside a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    // A continuation line begins with a space.
    if (octets + size > lineOctets - (pieces.length === 0 ? 0 : 1)) {
      pieces.push(piece);
      piece = '';
      octets = 0;
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n ');
}

/**
 * An event as a calendar file (RFC 5545), at its local hour wherever the calendar is opened. It has no end, because the contract has
 * none. `now` is epoch milliseconds.
 */
export function calendarFile(entry: CalendarEntry, productName: string, now: number): string {
  const { zone } = entry;
  const { hours, name } = timeZones[zone];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(productName)}//Tickets//ID`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:+0${hours}00`,
    `TZOFFSETTO:+0${hours}00`,
    `TZNAME:${name}`,
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `DTSTAMP:${digitsOf(now)}Z`,
    `DTSTART;TZID=${zone}:${digitsOf(entry.startsAt + hours * 3_600_000)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.place)}`,
    `DESCRIPTION:${escaped(entry.notes)}`,
    `URL:${entry.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
