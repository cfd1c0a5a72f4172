/** An event for a calendar. */
export interface CalendarEvent {
  /** The same for every ticket of it, so that two orders are one entry. */
  readonly uid: string;
  readonly name: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly place: string;
  readonly url: string;
  /** When the entry was made. */
  readonly at: Date;
}

const longestLine = 73;

/** A calendar of one entry (RFC 5545), with a reminder three hours before. */
export function calendarOf(event: CalendarEvent, productName: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(productName).replaceAll('/', ' ')}//ID`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${stamp(event.at)}`,
    `DTSTART:${stamp(event.startsAt)}`,
    `DTEND:${stamp(event.endsAt)}`,
    `SUMMARY:${escaped(event.name)}`,
    `LOCATION:${escaped(event.place)}`,
    `URL:${event.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(event.name)}`,
    'TRIGGER:-PT3H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function stamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\p{Cc}/gu, ' ');
}

/** A line of at most 75 bytes; what is over goes on in the next, and no letter is cut in two. */
function folded(line: string): string {
  let length = 0;
  let text = '';
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter);
    if (length + bytes > longestLine) {
      text += '\r\n ';
      length = 1;
    }
    text += letter;
    length += bytes;
  }
  return text;
}
