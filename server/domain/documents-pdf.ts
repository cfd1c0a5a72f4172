import { qrCells, ticketLines, ticketTerms } from './documents.ts';
import {
  pageWidth as contentWidth,
  pageMargin as margin,
  pdfInk,
  printable,
  startPdf,
} from './pdf-page.ts';
import type { TicketDocument } from './tickets.ts';

const qrWidth = 180;
const quietCells = 4;
const textLeft = margin + qrWidth + 28;
const textWidth = contentWidth - qrWidth - 28;
const { text: ink, soft, accent } = pdfInk;

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
  const { pdf, bytes } = startPdf({
    title: `E-ticket ${ticket.ticket_code}`,
    author: productName,
    madeAt,
  });

  pdf.font('bold').fontSize(12).fillColor(accent).text(`${productName} E-ticket`, margin, margin);
  pdf.fontSize(24).fillColor(ink);
  pdf.text(printable(ticket.event_name), margin, margin + 24, {
    width: contentWidth,
    height: 90,
    ellipsis: true,
  });

  const top = Math.max(pdf.y + 24, margin + 90);
  drawQr(pdf, ticket.qr_code ?? ticket.ticket_code, margin, top);
  pdf.font('regular').fontSize(10).fillColor(ink);
  pdf.text(printable(ticket.ticket_code), margin, top + qrWidth + 6, {
    width: qrWidth,
    height: 28,
    align: 'center',
    ellipsis: true,
  });

  let y = top;
  for (const [label, text] of ticketLines(document)) {
    pdf.font('regular').fontSize(9).fillColor(soft).text(label, textLeft, y, { width: textWidth });
    pdf.font('bold').fontSize(12).fillColor(ink);
    pdf.text(printable(text), textLeft, y + 11, { width: textWidth, height: 30, ellipsis: true });
    y = Math.max(pdf.y, y + 26) + 7;
  }

  y = Math.max(y, top + qrWidth + 44) + 12;
  pdf.font('bold').fontSize(11).fillColor(ink).text('Syarat dan Ketentuan', margin, y);
  pdf.font('regular').fontSize(9.5).fillColor(soft);
  for (const term of ticketTerms) pdf.moveDown(0.4).text(`•  ${term}`, { width: contentWidth });
  return bytes();
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
