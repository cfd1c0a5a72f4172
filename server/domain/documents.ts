import { create as createQr } from 'qrcode';
import { escapeHtml } from '../../contract/html.ts';
import { printedWib } from './jakarta.ts';
import type { TicketDocument } from './tickets.ts';

/** Terms printed on every ticket (§2). */
export const ticketTerms = [
  'Nama pada tiket harus sesuai dengan kartu identitas yang berlaku.',
  'Harga belum termasuk pajak pemerintah 10% dan biaya platform.',
  'Maksimal 6 tiket per transaksi per kategori.',
  'Surat kuasa wajib bermeterai Rp10.000.',
] as const;

/** What a ticket prints, label by label, in order. */
export function ticketLines({ ticket, startsAt }: TicketDocument): [label: string, text: string][] {
  const { date, time } = printedWib(startsAt);
  const lines: [string, string | null | undefined][] = [
    ['Nama', ticket.holder_name],
    ['Tanggal', date],
    ['Waktu', time],
    ['Tempat', ticket.venue_name],
    ['Kategori', ticket.category_name],
    ['Kursi', ticket.seat_number],
    ['Nomor pesanan', ticket.order_id],
    ['Penyelenggara', ticket.organizer_name],
  ];
  return lines.flatMap(([label, text]) => (text ? [[label, text] as [string, string]] : []));
}

/** Cells of a QR code at level M, row by row; true is dark. The quiet zone is not in it. */
export function qrCells(text: string): boolean[][] {
  const { modules } = createQr(text, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_, row) =>
    Array.from({ length: modules.size }, (_, column) => modules.get(row, column) === 1),
  );
}

/** A file name for a document: letters, digits and hyphens of its code only (ruling 1.7-D). */
export function documentFileName(
  kind: 'ticket' | 'invoice',
  code: string,
  ending: 'html' | 'pdf',
): string {
  const safe = code.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 80);
  return `${kind}-${safe}.${ending}`;
}

const quietCells = 4;

function qrSvg(text: string): string {
  const cells = qrCells(text);
  const size = cells.length + 2 * quietCells;
  const dark = cells.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + quietCells} ${y + quietCells}h1v1h-1z`] : [])),
  );
  return `<svg class="qr" role="img" aria-label="Kode QR tiket" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`;
}

const style = `
@page { size: A4; margin: 18mm; }
* { box-sizing: border-box; }
body { margin: 0; background: #f4f1ec; color: #1c1a22; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 640px; margin: 24px auto; padding: 32px; background: #fff; border-radius: 16px; }
h1 { margin: 0 0 4px; font-size: 28px; line-height: 1.2; }
h2 { margin: 24px 0 8px; font-size: 16px; }
.product { margin: 0 0 16px; color: #b30f58; font-weight: 700; }
.body { display: flex; flex-wrap: wrap; gap: 24px; margin-top: 24px; }
.qr { width: 208px; height: 208px; }
.code { margin: 4px 0 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; max-width: 208px; text-align: center; }
dl { flex: 1 1 240px; display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 0; align-content: start; }
dt { color: #5d5866; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 20px; color: #3d3945; font-size: 14px; }
@media print { body { background: #fff; } main { margin: 0; padding: 0; max-width: none; border-radius: 0; } .qr { width: 60mm; height: 60mm; } }
`;

/** The e-ticket as one HTML file: no script, nothing fetched, every text escaped (ruling 1.2-AP). */
export function ticketHtml(document: TicketDocument, productName: string): string {
  const { ticket } = document;
  const lines = ticketLines(document).map(
    ([label, text]) => `<dt>${label}</dt><dd>${escapeHtml(text)}</dd>`,
  );
  const terms = ticketTerms.map((term) => `<li>${term}</li>`);
  return `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>E-ticket ${escapeHtml(ticket.ticket_code)}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="product">${escapeHtml(productName)} E-ticket</p>
<h1>${escapeHtml(ticket.event_name)}</h1>
<div class="body">
<div>${qrSvg(ticket.qr_code ?? ticket.ticket_code)}<p class="code">${escapeHtml(ticket.ticket_code)}</p></div>
<dl>${lines.join('')}</dl>
</div>
<h2>Syarat dan Ketentuan</h2>
<ul>${terms.join('')}</ul>
</main>
</body>
</html>
`;
}
