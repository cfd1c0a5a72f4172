/** The content of a merchant-presented QR code. */
export interface QrisCharge {
  readonly merchantName: string;
  readonly merchantCity: string;
  /** Whole rupiah. */
  readonly amount: number;
  /** Up to 25 characters: the order code. */
  readonly billNumber: string;
  /** Up to 25 characters, unique per charge. */
  readonly reference: string;
}

/** Encodes one EMV field: two digits of tag, two of length, the value. Throws if the value is too long. */
function field(tag: string, value: string): string {
  if (!/^[\x20-\x7e]{1,99}$/.test(value))
    throw new Error(`EMV field ${tag} cannot hold its value.`);
  return tag + String(value.length).padStart(2, '0') + value;
}

/** Returns the CRC-16/CCITT-FALSE (polynomial 0x1021, start 0xffff, not reflected) as four capital hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'latin1')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? (crc << 1) & 0xffff : ((crc << 1) ^ 0x1021) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** An acquirer that cannot exist, so that no wallet routes a payment to it. */
const acquirerDomain = 'SIMULASI.ROETIX.INVALID';
const merchantPan = '936000000000000000';
const merchantId = 'SIMULASI0000001';
const nationalMerchantId = 'ID0000000000000';
/** Theatrical producers and ticket agencies. */
const merchantCategory = '7922';

/** Returns a dynamic QRIS code in the EMV merchant-presented format (§3.64), marked as a simulation in its merchant name. */
export function qrisString(charge: QrisCharge): string {
  const body = [
    field('00', '01'),
    field('01', '12'),
    field(
      '26',
      field('00', acquirerDomain) +
        field('01', merchantPan) +
        field('02', merchantId) +
        field('03', 'UKE'),
    ),
    field(
      '51',
      field('00', 'ID.CO.QRIS.WWW') + field('02', nationalMerchantId) + field('03', 'UKE'),
    ),
    field('52', merchantCategory),
    field('53', '360'),
    field('54', String(charge.amount)),
    field('58', 'ID'),
    field('59', charge.merchantName),
    field('60', charge.merchantCity),
    field('61', '10110'),
    field('62', field('01', charge.billNumber) + field('05', charge.reference)),
    '6304',
  ].join('');
  return body + crc16(body);
}

/** Parses an EMV string into fields by tag; null if it is truncated, repeats a tag or has a wrong CRC. */
export function readEmv(text: string): ReadonlyMap<string, string> | null {
  if (crc16(text.slice(0, -4)) !== text.slice(-4)) return null;
  return fieldsOf(text);
}

function fieldsOf(text: string): ReadonlyMap<string, string> | null {
  const fields = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const head = /^(\d\d)(\d\d)$/.exec(text.slice(at, at + 4));
    const tag = head?.[1];
    const length = Number(head?.[2]);
    if (tag === undefined || fields.has(tag) || at + 4 + length > text.length) return null;
    fields.set(tag, text.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}
