/** An event as a calendar entry. */
export interface CalendarEvent {
  /** Equal for all tickets of one event, so that a calendar merges two orders into one entry. */
  readonly uid: string;
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly place: string;
  readonly url: string;
  /** Time at which the entry was generated (DTSTAMP). */
  readonly at: Date;
}

const maxLineBytes = 73;

/** Returns an iCalendar file (RFC 5545) with one entry and a reminder three hours before it. */
export function buildCalendar(event: CalendarEvent, productName: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(productName).replaceAll('/', ' ')}//ID`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utcStamp(event.at)}`,
    `DTSTART:${utcStamp(event.startsAt)}`,
    `DTEND:${utcStamp(event.endsAt)}`,
    `SUMMARY:${escapeText(event.name)}`,
    `LOCATION:${escapeText(event.place)}`,
    `URL:${event.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(event.name)}`,
    'TRIGGER:-PT3H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

function utcStamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\p{Cc}/gu, ' ');
}

/** Folds a line after at most 75 bytes without splitting a character. */
function foldLine(line: string): string {
  let length = 0;
  let text = '';
  for (const character of line) {
    const bytes = Buffer.byteLength(character);
    if (length + bytes > maxLineBytes) {
      text += '\r\n ';
      length = 1;
    }
    text += character;
    length += bytes;
  }
  return text;
}
