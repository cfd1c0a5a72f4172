import type { ETicket } from '../../../contract/ticket/tickets.ts';

/** Watermark on every printed page of the demo. */
const mark = 'CONTOH';
const warning = 'Tiket contoh dari demo. Tidak berlaku untuk masuk ke acara apa pun.';

/** Text for a missing value of a ticket (§2). */
export const sampleTicket: ETicket = {
  id: 'contoh',
  event_name: 'Konser Contoh',
  venue_name: 'Gedung Contoh',
  event_date: '2026-12-31T19:30:00+07:00',
  qr_code: null,
  ticket_code: mark,
  holder_name: 'Nama Pemegang',
  order_id: mark,
  category_name: 'Kategori',
  seat_number: null,
  organizer_name: null,
  organizer_logo: null,
};

function linesOf(ticket: ETicket): string[] {
  return [
    ticket.event_name,
    `${ticket.category_name} ${ticket.seat_number ?? ''}`.trim(),
    ticket.holder_name,
    ticket.venue_name,
    `${ticket.order_id} ${ticket.ticket_code}`,
    warning,
  ];
}

const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The sample ticket as one HTML file without scripts, marked across. */
export function ticketHtml(ticket: ETicket): string {
  const lines = linesOf(ticket)
    .map((line) => `<p>${escapeXml(line)}</p>`)
    .join('');
  return `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>${mark} ${escapeXml(ticket.ticket_code)}</title><style>body{font:16px system-ui;max-width:32rem;margin:2rem auto;padding:2rem;border:2px dashed #999}b{position:fixed;inset:35% 0 auto;font-size:20vw;text-align:center;opacity:.15;transform:rotate(-24deg)}</style></head><body><b>${mark}</b>${lines}</body></html>`;
}

/** A PDF string: in parentheses, with special characters escaped; characters outside Latin-1 become question marks. */
const pdfText = (text: string) =>
  `(${[...text].map((letter) => (letter.charCodeAt(0) > 255 ? '?' : /[()\\]/.test(letter) ? `\\${letter}` : letter)).join('')})`;

/** Sample tickets as a PDF, one page per ticket. */
export function ticketsPdf(tickets: readonly ETicket[]): string {
  return markedPdf(tickets.map(linesOf));
}

function drawingOf(texts: readonly string[]): string {
  const lines = texts
    .map(
      (line, index) =>
        `BT /F1 ${index === 0 ? 24 : 13} Tf 60 ${760 - index * 34} Td ${pdfText(line)} Tj ET`,
    )
    .join('\n');
  return `0.85 g BT /F1 110 Tf 0.8 0.6 -0.6 0.8 120 300 Tm ${pdfText(mark)} Tj ET\n0 g\n${lines}`;
}

/** Lines as a PDF of A4 pages, each marked across; every character is one byte of the file. */
export function markedPdf(pages: readonly (readonly string[])[]): string {
  const firstPage = 4;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((texts, index) => {
      const drawing = drawingOf(texts);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${firstPage + 2 * index + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
