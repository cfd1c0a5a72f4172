import { type TimeZone, timeZones } from '../place/time-zone.ts';

/** Data of a calendar entry. */
export interface CalendarEntry {
  /** Names the entry: a second file with it replaces the first, if its `sequence` is not lower. */
  readonly uid: string;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  /** Address of the event's page. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  /** Epoch milliseconds; left out where the reader knows no end. */
  readonly endsAt?: number;
  readonly zone: TimeZone;
  /** Times that the event was moved or postponed. */
  readonly sequence?: number;
  /** The entry is to leave the calendar. */
  readonly isCancelled?: boolean;
  /** Hours before the start at which the calendar reminds; left out for no reminder. */
  readonly reminderHours?: number;
}

/** The entry of an order, which is for one show: the same from every page and e-mail. */
export function calendarUidOf(orderCode: string): string {
  return `${orderCode}@roetix`;
}

/** Octets of a line before it is folded (RFC 5545, 3.1). */
const lineOctets = 75;

const digitsOf = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '');

/** Text as a value: backslash, semicolon, comma and line break are escaped (RFC 5545, 3.3.11); other control characters become spaces. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Octets of a character in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
}

/** Folds a line into pieces of at most 75 octets, never inside a character. */
function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
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

/** An event as a calendar file (RFC 5545), at its local hour wherever the calendar is opened. `now` is epoch milliseconds. */
export function calendarFile(entry: CalendarEntry, productName: string, now: number): string {
  const { endsAt, isCancelled = false, reminderHours, sequence = 0, zone } = entry;
  const { hours, name } = timeZones[zone];
  const local = (ms: number) => `;TZID=${zone}:${digitsOf(ms + hours * 3_600_000)}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(productName)}//Tickets//ID`,
    'CALSCALE:GREGORIAN',
    `METHOD:${isCancelled ? 'CANCEL' : 'PUBLISH'}`,
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
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${digitsOf(now)}Z`,
    `DTSTART${local(entry.startsAt)}`,
    ...(endsAt === undefined ? [] : [`DTEND${local(endsAt)}`]),
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.place)}`,
    `DESCRIPTION:${escaped(entry.notes)}`,
    `URL:${entry.url}`,
    ...(reminderHours === undefined || isCancelled
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escaped(entry.title)}`,
          `TRIGGER:-PT${reminderHours}H`,
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
