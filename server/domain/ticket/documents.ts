import { create as createQr } from 'qrcode';
import type { PosterColours } from '../../../contract/picture/poster-colours.ts';
import { printedAt } from '../jakarta.ts';
import type { TicketDocument } from './tickets.ts';

/** The terms on a ticket: those of its event, or the usual ones with the event's own limit (§2.366). */
export function ticketTermsOf({ ticket: { terms, max_tickets } }: TicketDocument) {
  return (
    terms ?? [
      'Nama pada tiket harus sesuai dengan kartu identitas yang berlaku.',
      'Pajak dan biaya tercantum pada rincian pesanan.',
      max_tickets === undefined
        ? 'Maksimal 6 tiket per transaksi per kategori.'
        : `Maksimal ${max_tickets} tiket per orang.`,
      'Surat kuasa wajib bermeterai Rp10.000.',
    ]
  );
}

/** Further labels of a printed ticket. */
export const ticketWords = {
  kind: 'E-ticket',
  show: 'Tunjukkan kode ini di pintu masuk.',
  terms: 'Syarat dan Ketentuan',
} as const;

/** The logo in a square of 64: the ticket, its perforation (dotted, 3 wide) and the letter (filled even-odd). */
export const markPaths = {
  ticket:
    'M8 12h48a4 4 0 0 1 4 4v9a7 7 0 0 0 0 14v9a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-9a7 7 0 0 0 0-14v-9a4 4 0 0 1 4-4Z',
  perforation: 'M46 17v31',
  letter:
    'M16 20h12.5a8 8 0 0 1 3.3 15.3L37 44h-6.600l-4.600-8H21.700v8H16V20Zm5.700 5v6.200h6.300a3.1 3.1 0 0 0 0-6.200h-6.300Z',
} as const;

/** One field of a ticket; a wide one fills a row. */
export interface TicketField {
  readonly label: string;
  readonly text: string;
  readonly isWide: boolean;
}

/** Returns the printed fields of a ticket in order, without empty ones. */
export function ticketFields({
  ticket,
  startsAt,
  timeZone,
}: TicketDocument): readonly TicketField[] {
  const { date, time } = printedAt(startsAt, timeZone);
  const fields: [label: string, text: string | null | undefined, isWide?: boolean][] = [
    ['Nama', ticket.holder_name, true],
    ['Tanggal', date, true],
    ['Waktu', time],
    ['Kursi', ticket.standing ? 'Berdiri (tanpa nomor)' : ticket.seat_number],
    ['Tempat', ticket.venue_name, true],
    ['Alamat', ticket.venue_address, true],
    ['Kategori', ticket.category_name],
    ['Nomor pesanan', ticket.order_id],
    ['Penyelenggara', ticket.organizer_name, true],
  ];
  return fields.flatMap(([label, text, isWide = false]) => (text ? [{ label, text, isWide }] : []));
}

/** The colours of a ticket without a poster: those of the shop at night. White text stands on them. */
export const plainColours: PosterColours = { ground: '#2a1330', glow: '#8c0843' };

/** Cells of white around a QR code, without which scanners do not find it. */
export const quietCells = 4;

/** A QR code at level M as bars: adjacent dark cells of a row form one bar, so that no seam shows between them. */
export interface QrBars {
  /** Cells across, without the quiet zone. */
  readonly size: number;
  readonly bars: readonly { readonly x: number; readonly y: number; readonly width: number }[];
}

/** Encodes a text as a QR code. */
export function qrBars(text: string): QrBars {
  const { modules } = createQr(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const bars: { x: number; y: number; width: number }[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (modules.get(y, x) !== 1) continue;
      const start = x;
      while (x < size && modules.get(y, x) === 1) x += 1;
      bars.push({ x: start, y, width: x - start });
    }
  }
  return { size, bars };
}

/** Returns a file name for a document with letters, digits and hyphens of its code (§14.11). */
export function documentFileName(
  kind: 'ticket' | 'tickets' | 'invoice',
  code: string,
  ending: 'html' | 'pdf',
): string {
  const safe = code.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 80);
  return `${kind}-${safe}.${ending}`;
}
