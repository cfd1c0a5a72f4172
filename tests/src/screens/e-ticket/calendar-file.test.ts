// @vitest-environment node

import { describe, expect, it } from 'vitest';
import { calendarFile } from '../../../../src/screens/payment/calendar-file.ts';

const entry = {
  uid: 'RTX-TEST01@tiket.example',
  title: 'Konser Senja, Jakarta; bagian \\2',
  place: 'Istora Senayan',
  notes: 'Nomor pesanan RTX-TEST01',
  url: 'https://tiket.example/event/konser-senja-jakarta',
  startsAt: Date.parse('2026-03-07T19:30:00+07:00'),
  zone: 'Asia/Jakarta',
} as const;
const now = Date.parse('2026-02-01T01:02:03.456Z');
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('the calendar file', () => {
  it('starts the event at its hour in Jakarta, in every time zone', () => {
    const lines = linesOf(calendarFile(entry, 'Roetix', now));
    expect(lines).toContain('DTSTART;TZID=Asia/Jakarta:20260307T193000');
    expect(lines).toContain('DTSTAMP:20260201T010203Z');
    expect(lines).toContain('TZOFFSETTO:+0700');
    expect(lines.some((line) => line.startsWith('DTEND'))).toBe(false);
  });

  it('names the time zone of the venue', () => {
    const lines = linesOf(calendarFile({ ...entry, zone: 'Asia/Jayapura' }, 'Roetix', now));
    expect(lines).toContain('DTSTART;TZID=Asia/Jayapura:20260307T213000');
    expect(lines).toContain('TZOFFSETTO:+0900');
    expect(lines).toContain('TZNAME:WIT');
  });
});
