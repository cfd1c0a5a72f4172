import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { calendarFile } from '../../contract/ticket/calendar-file.ts';

const entry = {
  uid: 'RTX-TEST01@roetix',
  title: 'Konser Senja, Jakarta; bagian \\2',
  place: 'Istora Senayan',
  notes: 'Nomor pesanan RTX-TEST01',
  url: 'https://tiket.example/event/konser-senja-jakarta',
  startsAt: Date.parse('2026-03-07T19:30:00+07:00'),
  zone: 'Asia/Jakarta',
} as const;
const now = Date.parse('2026-02-01T01:02:03.456Z');

/** The file as a calendar program reads it. */
function read(more: Partial<Parameters<typeof calendarFile>[0]> = {}) {
  const file = calendarFile({ ...entry, ...more }, 'Roetix', now);
  const calendar = new ICAL.Component(ICAL.parse(file));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const part = calendar.getFirstSubcomponent('vevent') as ICAL.Component;
  return { file, calendar, part, event: new ICAL.Event(part) };
}

describe('the calendar file (§14.14)', () => {
  it.each(['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'] as const)(
    'starts the event at its instant and names the time zone %s',
    (zone) => {
      const { event } = read({ zone, endsAt: entry.startsAt + 3_600_000 });
      expect(event.startDate.zone?.tzid).toBe(zone);
      expect(event.startDate.toUnixTime() * 1000).toBe(entry.startsAt);
      expect(event.endDate.toUnixTime() * 1000).toBe(entry.startsAt + 3_600_000);
    },
  );

  it('holds the texts as they were, in one entry of their own', () => {
    const { event, part } = read();
    const { uid, summary, location, description } = event;
    expect({ uid, summary, location, description }).toEqual({
      uid: entry.uid,
      summary: entry.title,
      location: entry.place,
      description: entry.notes,
    });
    expect(part.getFirstPropertyValue('url')).toBe(entry.url);
    expect(part.getFirstPropertyValue('dtstamp')?.toString()).toBe('2026-02-01T01:02:03Z');
  });

  it('replaces an older one after a move, and ends it', () => {
    const of = (more: object) => {
      const { calendar, event, part } = read(more);
      const values = [calendar, part].map((each, at) =>
        each.getFirstPropertyValue(at === 0 ? 'method' : 'status'),
      );
      return [...values, event.uid, event.sequence, part.getAllSubcomponents('valarm').length];
    };
    const reminderHours = 3;
    expect(of({ reminderHours })).toEqual(['PUBLISH', 'CONFIRMED', entry.uid, 0, 1]);
    const cancelled = { sequence: 2, isCancelled: true, reminderHours };
    expect(of(cancelled)).toEqual(['CANCEL', 'CANCELLED', entry.uid, 2, 0]);
  });

  it("cannot be given further lines by the organiser's text", () => {
    const { event, part } = read({ title: 'A\r\nATTENDEE:x\nB\rC\u0000D' });
    expect(event.summary).toBe('A\nATTENDEE:x\nB\nC D');
    expect(part.getFirstProperty('attendee')).toBeNull();
  });

  it('has no line of more than 75 octets, and cuts none inside a character', () => {
    const title = 'Pesta é 🎉 '.repeat(30);
    const { file, event } = read({ title });
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    expect(event.summary).toBe(title);
  });
});
