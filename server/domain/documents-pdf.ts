import PDFDocument from 'pdfkit';
import { qrCells, ticketLines, ticketTerms } from './documents.ts';
import type { TicketDocument } from './tickets.ts';

/** Points; an A4 page is 595 by 842. */
const margin = 56;
const contentWidth = 595 - 2 * margin;
const qrWidth = 180;
const quietCells = 4;
const textLeft = margin + qrWidth + 28;
const textWidth = contentWidth - qrWidth - 28;
const ink = '#1c1a22';
const soft = '#5d5866';
const accent = '#6a2f8a';

/**
 * The e-ticket as a PDF of one A4 page; the QR code is drawn as vectors and stays sharp at any size (§7). `madeAt` stands in the file as
 * its date. Long texts are cut with an ellipsis rather than run over onto a second page.
 */
export async function ticketPdf(
  document: TicketDocument,
  productName: string,
  madeAt: Date,
): Promise<Buffer> {
  const { ticket } = document;
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    lang: 'id-ID',
    displayTitle: true,
    info: {
      Title: `E-ticket ${printable(ticket.ticket_code)}`,
      Author: productName,
      CreationDate: madeAt,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });

  pdf
    .font('Helvetica-Bold')
    .fontSize(12)
    .fillColor(accent)
    .text(`${productName} E-ticket`, margin, margin);
  pdf.fontSize(24).fillColor(ink);
  pdf.text(printable(ticket.event_name), margin, margin + 24, {
    width: contentWidth,
    height: 90,
    ellipsis: true,
  });

  const top = Math.max(pdf.y + 24, margin + 90);
  drawQr(pdf, ticket.qr_code ?? ticket.ticket_code, margin, top);
  pdf.font('Courier').fontSize(10).fillColor(ink);
  pdf.text(printable(ticket.ticket_code), margin, top + qrWidth + 6, {
    width: qrWidth,
    height: 28,
    align: 'center',
    ellipsis: true,
  });

  let y = top;
  for (const [label, text] of ticketLines(document)) {
    pdf
      .font('Helvetica')
      .fontSize(9)
      .fillColor(soft)
      .text(label, textLeft, y, { width: textWidth });
    pdf.font('Helvetica-Bold').fontSize(12).fillColor(ink);
    pdf.text(printable(text), textLeft, y + 11, { width: textWidth, height: 30, ellipsis: true });
    y = Math.max(pdf.y, y + 26) + 7;
  }

  y = Math.max(y, top + qrWidth + 44) + 12;
  pdf.font('Helvetica-Bold').fontSize(11).fillColor(ink).text('Syarat dan Ketentuan', margin, y);
  pdf.font('Helvetica').fontSize(9.5).fillColor(soft);
  for (const term of ticketTerms) pdf.moveDown(0.4).text(`•  ${term}`, { width: contentWidth });
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function drawQr(pdf: PDFKit.PDFDocument, text: string, left: number, top: number): void {
  const cells = qrCells(text);
  const cell = qrWidth / (cells.length + 2 * quietCells);
  pdf.rect(left, top, qrWidth, qrWidth).fill('#ffffff');
  cells.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark)
        pdf.rect(left + (x + quietCells) * cell, top + (y + quietCells) * cell, cell, cell);
    });
  });
  pdf.fill('#000000');
}

/** The fonts built into every reader know the Latin characters of Windows-1252; another one is printed as a question mark, control characters as a space. */
function printable(text: string): string {
  const plain = text.normalize('NFC').replace(/\p{Cc}+/gu, ' ');
  return Array.from(plain, (character) =>
    /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac]/.test(
      character,
    )
      ? character
      : '?',
  ).join('');
}
