import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  markPaths,
  plainColours,
  qrBars,
  quietCells,
  ticketFields,
  ticketTermsOf,
  ticketWords,
} from './documents.ts';
import {
  inFace,
  pageMargin as left,
  pdfInk,
  startPdf,
  pageWidth as width,
  writeTyped,
} from './pdf-page.ts';
import type { TicketDocument } from './tickets.ts';

const { text: ink, soft, accent, line } = pdfInk;
const right = left + width;
/** Padding of the ticket in points. */
const inset = 20;
/** Points; 64 mm, readable by any phone at arm's length and from creased paper. */
const qrWidth = 182;
const stubWidth = qrWidth + 2 * 14;
const stubLeft = right - stubWidth;
const textLeft = left + inset;
const textWidth = stubLeft - left - 2 * inset;
const columnGap = 12;
const columnWidth = (textWidth - columnGap) / 2;
const fieldGap = 11;
const corner = 14;
const paper = '#ffffff';

/**
 * Renders tickets as a PDF of one A4 page each; QR codes are vectors (§14.10). `madeAt` is the date of the file. Texts that are too long are
 * cut with an ellipsis.
 */
export async function ticketsPdf(
  documents: readonly [TicketDocument, ...TicketDocument[]],
  productName: string,
  madeAt: Date,
): Promise<Buffer> {
  const [{ ticket }] = documents;
  const { pdf, bytes } = startPdf({
    title: `E-ticket ${documents.length > 1 ? ticket.event_name : ticket.ticket_code}`,
    author: productName,
    madeAt,
  });
  for (const [index, document] of documents.entries()) {
    if (index > 0) {
      // A page takes about ten milliseconds; other calls run in between.
      await yieldToEventLoop();
      pdf.addPage();
    }
    drawTicket(pdf, document, productName);
  }
  return bytes();
}

function drawTicket(pdf: PDFKit.PDFDocument, document: TicketDocument, productName: string): void {
  const { ticket } = document;
  drawMark(pdf, productName);

  const top = left + 44;
  const body = drawHead(pdf, document, top);

  let y = body + inset;
  let column = 0;
  let rowEnd = y;
  for (const { label, text, isWide } of ticketFields(document)) {
    if (column === 2 || (isWide && column > 0)) [y, column] = [rowEnd + fieldGap, 0];
    const fieldLeft = textLeft + column * (columnWidth + columnGap);
    const fieldWidth = isWide ? textWidth : columnWidth;
    pdf.font('regular').fontSize(9).fillColor(soft);
    pdf.text(label, fieldLeft, y, { width: fieldWidth });
    pdf.font('bold').fontSize(11.5).fillColor(ink);
    const within = { width: fieldWidth, height: 31, ellipsis: true };
    writeTyped(pdf, 'bold', text, [fieldLeft, y + 12], within);
    rowEnd = column === 0 ? pdf.y : Math.max(rowEnd, pdf.y);
    column = isWide ? 2 : column + 1;
  }

  const qrTop = body + 14;
  drawQr(pdf, ticket.qr_code || ticket.ticket_code, stubLeft + 14, qrTop);
  const underCode = { width: qrWidth, align: 'center', ellipsis: true } as const;
  pdf.font('bold').fontSize(14).fillColor(ink);
  pdf.text(ticket.ticket_code, stubLeft + 14, qrTop + qrWidth + 2, {
    ...underCode,
    height: 18,
  });
  pdf.font('regular').fontSize(9).fillColor(soft);
  pdf.text(ticketWords.show, stubLeft + 14, qrTop + qrWidth + 22, { ...underCode, height: 12 });

  const foot = Math.max(rowEnd + inset, qrTop + qrWidth + 48);
  pdf.font('bold').fontSize(10).fillColor(ink);
  pdf.text(ticketWords.terms, textLeft, foot + 16, { width: width - 2 * inset });
  pdf.font('regular').fontSize(9.5).fillColor(soft);
  for (const term of ticketTermsOf(document)) {
    pdf.moveDown(0.35);
    writeTyped(pdf, 'regular', `•  ${term}`, [textLeft, pdf.y], { width: width - 2 * inset });
  }
  const bottom = pdf.y + inset - 4;

  pdf.lineWidth(0.75).strokeColor(line);
  pdf.roundedRect(left, top, width, bottom - top, corner).stroke();
  pdf.moveTo(left, body).lineTo(right, body).moveTo(left, foot).lineTo(right, foot).stroke();
  // The perforation of a paper ticket.
  pdf
    .moveTo(stubLeft, body)
    .lineTo(stubLeft, foot)
    .dash(4, { space: 4 })
    .strokeColor(soft)
    .stroke();
  pdf.undash();
}

/** Draws the head in the colours of the poster; returns where it ends. The height of the text comes first, since the ground lies under it. */
function drawHead(pdf: PDFKit.PDFDocument, { ticket }: TicketDocument, top: number): number {
  const { ground, glow } = ticket.colours ?? plainColours;
  const within = { width: width - 2 * inset, ellipsis: true } as const;
  pdf.fontSize(22);
  const name = inFace(pdf, 'bold', ticket.event_name);
  const nameHeight = Math.min(pdf.heightOfString(name, { width: within.width }), 84);
  const body = top + inset + 15 + 4 + nameHeight + inset - 4;
  const across = pdf.linearGradient(left, top, right, body);
  across.stop(0.35, ground).stop(1, glow);
  pdf
    .save()
    .roundedRect(left, top, width, body - top + corner, corner)
    .clip();
  pdf.rect(left, top, width, body - top).fill(across);
  pdf.restore();
  pdf.fontSize(11).fillColor(paper);
  const categoryAt = [textLeft, top + inset] as const;
  writeTyped(pdf, 'bold', ticket.category_name, categoryAt, { ...within, height: 15 });
  pdf.fontSize(22);
  const nameAt = [textLeft, top + inset + 19] as const;
  writeTyped(pdf, 'bold', ticket.event_name, nameAt, { ...within, height: 84 });
  return body;
}

function drawMark(pdf: PDFKit.PDFDocument, productName: string): void {
  pdf
    .save()
    .translate(left, left - 4)
    .scale(26 / 64);
  pdf.path(markPaths.ticket).fill(accent);
  pdf.path(markPaths.perforation).lineWidth(3).lineCap('round').dash(0.01, { space: 6 });
  pdf.strokeColor('#ffffff').stroke().undash();
  pdf.path(markPaths.letter).fill('#ffffff', 'even-odd');
  pdf.restore();
  pdf
    .font('bold')
    .fontSize(14)
    .fillColor(ink)
    .text(productName, left + 34, left);
  pdf.font('regular').fontSize(11).fillColor(soft);
  pdf.text(ticketWords.kind, left, left + 2, { width, align: 'right' });
}

function drawQr(pdf: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const { size, bars } = qrBars(text);
  const cell = qrWidth / (size + 2 * quietCells);
  for (const bar of bars) {
    pdf.rect(
      x + (bar.x + quietCells) * cell,
      y + (bar.y + quietCells) * cell,
      bar.width * cell,
      cell,
    );
  }
  pdf.fill('#000000');
}
