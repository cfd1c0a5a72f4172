import { priceLabel } from '../../../contract/price/pricing.ts';
import { printedAt } from '../jakarta.ts';
import { pageMargin, pageWidth, pdfInk, startPdf, writeTyped } from '../ticket/pdf-page.ts';
import { withCommas } from '../ticket/tickets.ts';
import type { CreditNote, Invoice } from './invoices.ts';

const right = pageMargin + pageWidth;
const amountWidth = 130;
/** Points between two lines of an order. */
const lineGap = 10;

/** Whole rupiah as they are printed: `Rp1.500.000` (§1.23). */
function rupiah(amount: number): string {
  return `Rp${withCommas(amount).replaceAll(',', '.')}`;
}

/** Amounts below the lines of an order, in the order they are added up. */
function sumsOf(invoice: Invoice): [label: string, amount: string][] {
  const { subtotal, discount, voucherCode, fees, serviceFee } = invoice;
  return [
    ['Subtotal', rupiah(subtotal)],
    ...(discount > 0
      ? [[`Diskon${voucherCode === null ? '' : ` (${voucherCode})`}`, `-${rupiah(discount)}`]]
      : []),
    ...fees.filter((fee) => !fee.included).map((fee) => [priceLabel(fee), rupiah(fee.amount)]),
    ['Biaya layanan', serviceFee === 0 ? 'Gratis' : rupiah(serviceFee)],
  ] as [string, string][];
}

/** Why money went back, by the reason of the refund. */
const creditReasons: Readonly<Record<string, string>> = {
  requested: 'Tiket dikembalikan',
  goodwill: 'Kebijaksanaan penyelenggara, tiket tetap berlaku',
  event_cancelled: 'Acara dibatalkan',
  refund: 'Dana dikembalikan oleh penyedia pembayaran',
  reversal: 'Pembayaran dibatalkan oleh bank',
  chargeback: 'Pembayaran disanggah oleh pembayar',
};

/** A page that is being drawn, in points from its top. */
interface Sheet {
  readonly pdf: PDFKit.PDFDocument;
  rule(y: number): void;
  /** An amount at the right edge, in the font and colour that are set. */
  amount(text: string, y: number): void;
  /** A label over a text, in one of the two columns. */
  pair(label: string, text: string, column: 'left' | 'right', y: number): void;
}

function sheetOf(pdf: PDFKit.PDFDocument): Sheet {
  const width = pageWidth / 2 - 12;
  return {
    pdf,
    rule: (y) =>
      pdf.moveTo(pageMargin, y).lineTo(right, y).lineWidth(0.75).strokeColor(pdfInk.line).stroke(),
    amount: (text, y) =>
      pdf.text(text, right - amountWidth, y, { width: amountWidth, align: 'right' }),
    pair(label, text, column, y) {
      const x = column === 'left' ? pageMargin : pageMargin + pageWidth / 2 + 12;
      pdf.font('regular').fontSize(9).fillColor(pdfInk.soft).text(label, x, y, { width });
      pdf.font('bold').fontSize(11).fillColor(pdfInk.text);
      writeTyped(pdf, 'bold', text, [x, y + 13], { width, height: 30, ellipsis: true });
    },
  };
}

function drawTitle({ pdf }: Sheet, productName: string, title: string, stamp: string): void {
  pdf.font('bold').fontSize(12).fillColor(pdfInk.accent).text(productName, pageMargin, pageMargin);
  pdf
    .fontSize(26)
    .fillColor(pdfInk.text)
    .text(title, pageMargin, pageMargin + 22);
  pdf.font('bold').fontSize(12).fillColor(pdfInk.accent);
  const width = pageWidth / 2;
  pdf.text(stamp, right - width, pageMargin, { width, align: 'right' });
}

/** Draws who sold what to whom from `y` on; returns where the page goes on. */
function drawParties(sheet: Sheet, invoice: Invoice, first: [string, string], y: number): number {
  const held = printedAt(invoice.startsAt, invoice.timeZone);
  sheet.pair('Pembeli', invoice.buyerName, 'left', y);
  sheet.pair(...first, 'right', y);
  sheet.pair('Email', invoice.buyerEmail, 'left', y + 48);
  sheet.pair('Penyelenggara', invoice.organizerName, 'right', y + 48);
  sheet.pair('Acara', invoice.eventName, 'left', y + 96);
  const when = `${held.date}, ${held.time}, ${invoice.venueName}`;
  sheet.pair('Waktu dan tempat', when, 'right', y + 96);
  sheet.rule(y + 156);
  return y + 170;
}

function drawTotal({ pdf, amount }: Sheet, label: string, total: number, y: number): void {
  pdf.font('bold').fontSize(15).fillColor(pdfInk.text).text(label, pageMargin, y);
  amount(rupiah(total), y);
}

/**
 * The invoice of a paid order as a PDF of one A4 page, and a page for each of its credit notes; `madeAt` stands in the file as its date. Long texts are
 * cut with an ellipsis.
 */
export async function invoicePdf(
  invoice: Invoice,
  productName: string,
  madeAt: Date,
): Promise<Buffer> {
  const { pdf, bytes } = startPdf({
    title: `Invoice ${invoice.number ?? invoice.orderCode}`,
    author: productName,
    madeAt,
  });
  const sheet = sheetOf(pdf);
  drawInvoice(sheet, invoice, productName);
  for (const note of invoice.creditNotes) {
    pdf.addPage();
    drawCreditNote(sheet, invoice, note, productName);
  }
  return bytes();
}

function drawCreditNote(
  sheet: Sheet,
  invoice: Invoice,
  note: CreditNote,
  productName: string,
): void {
  drawTitle(sheet, productName, 'Nota kredit', note.number);
  const issued = printedAt(note.issuedAt, invoice.timeZone);
  let y = pageMargin + 76;
  sheet.pair('Nomor nota kredit', note.number, 'left', y);
  sheet.pair('Diterbitkan', `${issued.date}, ${issued.time}`, 'right', y);
  y += 48;
  const about = `${invoice.number ?? ''} · ${invoice.orderCode}`;
  y = drawParties(sheet, invoice, ['Untuk invoice dan pesanan', about], y);
  const { pdf } = sheet;
  pdf.font('regular').fontSize(11).fillColor(pdfInk.soft);
  const reason = creditReasons[note.reason] ?? creditReasons.refund ?? '';
  const named = note.tickets.length === 0 ? reason : `${reason}: ${note.tickets.join(', ')}`;
  const within = { width: pageWidth, height: 60, ellipsis: true };
  writeTyped(pdf, 'regular', named, [pageMargin, y], within);
  y = Math.min(pdf.y, y + 60) + 16;
  sheet.rule(y);
  drawTotal(sheet, 'Dikembalikan', note.amount, y + 14);
}

function drawInvoice(sheet: Sheet, invoice: Invoice, productName: string): void {
  const { pdf, rule, amount } = sheet;
  const { text: ink, soft } = pdfInk;
  const isReturned = invoice.creditNotes.length > 0;
  drawTitle(sheet, productName, 'Invoice', isReturned ? 'LUNAS, LIHAT NOTA KREDIT' : 'LUNAS');
  const paid = printedAt(invoice.paidAt, invoice.timeZone);
  let y = pageMargin + 76;
  const numbered = invoice.number === null ? '' : `${invoice.number} · `;
  sheet.pair('Nomor invoice dan pesanan', `${numbered}${invoice.orderCode}`, 'left', y);
  sheet.pair('Dibayar', `${paid.date}, ${paid.time}`, 'right', y);
  y = drawParties(sheet, invoice, ['Metode pembayaran', invoice.method], y + 48);

  for (const { category, seats, count, price } of invoice.lines) {
    const places = seats.length === 0 ? 'Berdiri' : `Kursi ${seats.join(', ')}`;
    pdf.font('bold').fontSize(11).fillColor(ink);
    writeTyped(pdf, 'bold', `${category} × ${count}`, [pageMargin, y], {
      width: pageWidth - amountWidth - 12,
      height: 15,
      ellipsis: true,
    });
    amount(rupiah(price * count), y);
    pdf.font('regular').fontSize(9).fillColor(soft);
    writeTyped(pdf, 'regular', `${rupiah(price)} · ${places}`, [pageMargin, y + 15], {
      width: pageWidth - amountWidth - 12,
      height: 13,
      ellipsis: true,
    });
    y += 30 + lineGap;
  }
  rule(y);
  y += 14;
  for (const [label, text] of sumsOf(invoice)) {
    pdf.font('regular').fontSize(11).fillColor(soft);
    writeTyped(pdf, 'regular', label, [pageMargin, y], {});
    pdf.fillColor(ink);
    amount(text, y);
    y += 20;
  }
  y += 4;
  rule(y);
  y += 14;
  drawTotal(sheet, 'Total dibayar', invoice.amount, y);
  y += 26;
  for (const fee of invoice.fees.filter(({ included, amount: part }) => included && part > 0)) {
    pdf.font('regular').fontSize(9).fillColor(soft);
    const words = `Termasuk ${priceLabel(fee)}: ${rupiah(fee.amount)}`;
    writeTyped(pdf, 'regular', words, [pageMargin, y], {});
    y += 14;
  }
}
