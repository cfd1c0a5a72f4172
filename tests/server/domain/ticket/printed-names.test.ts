import { expect, it } from 'vitest';
import { ticketsPdf } from '../../../../server/domain/ticket/documents-pdf.ts';
import type { TicketDocument } from '../../../../server/domain/ticket/tickets.ts';
import { readPdf } from '../../../support/read-pdf.ts';

const names = [
  ['陳美玲', '陳美玲'],
  ['محمد علي', 'محمد علي'],
  ['I Gusti Ngurah Ḍalem', 'I Gusti Ngurah Ḍalem'],
  ['ʻAisyah', 'ʻAisyah'],
  ['Festival ★ VIP™', 'Festival ★ VIP™'],
  ['Budi\u202enadnaS', 'BudinadnaS'],
  // Beyond the first plane, of which the form warns.
  ['𠮷野', '?野'],
] as const;

it('prints names in every script, and nothing that turns a line around (§14.10)', async () => {
  const startsAt = new Date('2026-12-31T12:30:00Z');
  const [first, ...others] = names.map(([name]) => {
    const words = { event_name: name, venue_name: 'Gedung', holder_name: name, order_id: 'RTX-1' };
    const ticket = {
      ...words,
      id: 't',
      qr_code: 'q',
      ticket_code: 'AAAA-1111',
      category_name: name,
    };
    const rest = { event_date: startsAt.toISOString(), organizer_name: name, organizer_logo: null };
    const facts = { banner: null, startsAt, timeZone: 'Asia/Jakarta' as const, asksLater: false };
    return { ticket: { ...ticket, ...rest }, ...facts } satisfies TicketDocument;
  });
  if (first === undefined) throw new Error('There are names.');
  const pages = await readPdf(await ticketsPdf([first, ...others], 'Roetix', startsAt));
  for (const [page, [, printed]] of names.entries()) {
    // Holder, event, category and organiser.
    expect(pages[page]?.text.split(printed).length, printed).toBeGreaterThanOrEqual(5);
  }
});
