import { priceLabel } from '../../../contract/pricing.ts';
import { printedAt } from '../jakarta.ts';
import { pageMargin, pageWidth, pdfInk, printable, startPdf } from '../ticket/pdf-page.ts';
import { withCommas } from '../ticket/tickets.ts';
import type { Invoice } from './invoices.ts';

const right = pageMargin + pageWidth;
const amountWidth = 130;
/** Points between two lines of an order. */
const lineGap = 10;

/** Whole rupiah as they are printed: `Rp1.500.000` (§1). */
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

/** The invoice of a paid order as a PDF of one A4 page; `madeAt` stands in the file as its date. Long texts are cut with an ellipsis. */
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
  const { text: ink, soft, accent, line } = pdfInk;
  const rule = (y: number) =>
    pdf.moveTo(pageMargin, y).lineTo(right, y).lineWidth(0.75).strokeColor(line).stroke();
  const amount = (text: string, y: number) =>
    pdf.text(text, right - amountWidth, y, { width: amountWidth, align: 'right' });
  const pair = (label: string, text: string, left: number, y: number) => {
    const width = pageWidth / 2 - 12;
    pdf.font('regular').fontSize(9).fillColor(soft).text(label, left, y, { width });
    pdf.font('bold').fontSize(11).fillColor(ink);
    pdf.text(printable(text), left, y + 13, { width, height: 30, ellipsis: true });
  };

  pdf.font('bold').fontSize(12).fillColor(accent).text(productName, pageMargin, pageMargin);
  pdf
    .fontSize(26)
    .fillColor(ink)
    .text('Invoice', pageMargin, pageMargin + 22);
  pdf.font('bold').fontSize(12).fillColor(accent);
  pdf.text('LUNAS', right - amountWidth, pageMargin, { width: amountWidth, align: 'right' });

  const paid = printedAt(invoice.paidAt, invoice.timeZone);
  const held = printedAt(invoice.startsAt, invoice.timeZone);
  const middle = pageMargin + pageWidth / 2 + 12;
  let y = pageMargin + 76;
  const numbered = invoice.number === null ? '' : `${invoice.number} · `;
  pair('Nomor invoice dan pesanan', `${numbered}${invoice.orderCode}`, pageMargin, y);
  pair('Dibayar', `${paid.date}, ${paid.time}`, middle, y);
  y += 48;
  pair('Pembeli', invoice.buyerName, pageMargin, y);
  pair('Metode pembayaran', invoice.method, middle, y);
  y += 48;
  pair('Email', invoice.buyerEmail, pageMargin, y);
  pair('Penyelenggara', invoice.organizerName, middle, y);
  y += 48;
  pair('Event', invoice.eventName, pageMargin, y);
  pair('Waktu dan tempat', `${held.date}, ${held.time}, ${invoice.venueName}`, middle, y);
  y += 60;
  rule(y);
  y += 14;

  for (const { category, seats, count, price } of invoice.lines) {
    const places = seats.length === 0 ? 'Berdiri' : `Kursi ${seats.join(', ')}`;
    pdf.font('bold').fontSize(11).fillColor(ink);
    pdf.text(printable(`${category} × ${count}`), pageMargin, y, {
      width: pageWidth - amountWidth - 12,
      height: 15,
      ellipsis: true,
    });
    amount(rupiah(price * count), y);
    pdf.font('regular').fontSize(9).fillColor(soft);
    pdf.text(printable(`${rupiah(price)} · ${places}`), pageMargin, y + 15, {
      width: pageWidth - amountWidth - 12,
      height: 13,
      ellipsis: true,
    });
    y += 30 + lineGap;
  }
  rule(y);
  y += 14;
  for (const [label, text] of sumsOf(invoice)) {
    pdf.font('regular').fontSize(11).fillColor(soft).text(printable(label), pageMargin, y);
    pdf.fillColor(ink);
    amount(text, y);
    y += 20;
  }
  y += 4;
  rule(y);
  y += 14;
  pdf.font('bold').fontSize(15).fillColor(ink).text('Total dibayar', pageMargin, y);
  amount(rupiah(invoice.amount), y);
  y += 26;
  for (const fee of invoice.fees.filter(({ included, amount: part }) => included && part > 0)) {
    pdf.font('regular').fontSize(9).fillColor(soft);
    pdf.text(printable(`Termasuk ${priceLabel(fee)}: ${rupiah(fee.amount)}`), pageMargin, y);
    y += 14;
  }
  return bytes();
}
