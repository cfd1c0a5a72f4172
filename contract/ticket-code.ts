/** First part of every signed ticket code; another layout would have another number. */
export const ticketCodePrefix = 'roetix1';

const maxCodeLength = 1024;
const signatureBytes = 64;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ticketIdShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxNameLength = 200;

/** What the QR code of a ticket says, under the server's signature. */
export interface TicketClaim {
  readonly ticketId: string;
  readonly eventId: string;
  readonly seatNumber: string;
  /** Null in codes that were issued before they carried it. */
  readonly category: string | null;
}

/** A code that has the shape of a ticket. Nothing in it is to be believed before its signature is checked. */
export interface TicketCode {
  readonly claim: TicketClaim;
  /** The text that is signed, ASCII. */
  readonly signed: string;
  /** 64 bytes of Ed25519. */
  readonly signature: Uint8Array;
}

/** What stands under base64url in the middle of a code, as JSON text. Readers ignore entries they do not know. */
export function ticketPayload(claim: TicketClaim): string {
  const { ticketId, eventId, seatNumber, category } = claim;
  return JSON.stringify([ticketId, eventId, seatNumber, ...(category === null ? [] : [category])]);
}

/**
 * Takes `roetix1.{payload}.{signature}` apart (ruling 1.2-AO); null for any other text. Pure, and the same on both ends. Every
 * character counts: base64url that another text would decode to as well is refused, or a changed last letter would pass.
 */
export function parseTicketCode(text: string): TicketCode | null {
  if (text.length > maxCodeLength) return null;
  const [head, payload, signature, ...rest] = text.split('.');
  if (head !== ticketCodePrefix || payload === undefined || signature === undefined) return null;
  if (rest.length > 0) return null;
  const claim = readClaim(payload);
  const bytes = fromBase64Url(signature);
  if (claim === null || bytes?.length !== signatureBytes) return null;
  return { claim, signed: `${head}.${payload}`, signature: bytes };
}

/** The short code that is printed on a ticket, as it was typed: `abcd efgh` is `ABCD-EFGH`; null for anything else. */
export function readShortCode(text: string): string | null {
  const letters = text.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{8}$/.test(letters) ? `${letters.slice(0, 4)}-${letters.slice(4)}` : null;
}

/** Bytes of canonical base64url without padding; null for any other text. */
export function fromBase64Url(text: string): Uint8Array | null {
  const spareBits = (text.length * 6) % 8;
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array((text.length * 6 - spareBits) / 8);
  let buffer = 0;
  let bits = 0;
  let at = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    buffer = (buffer << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at] = (buffer >> bits) & 0xff;
    at += 1;
    buffer &= (1 << bits) - 1;
  }
  // What is left over must be nothing, or several texts would mean the same bytes.
  return buffer === 0 ? bytes : null;
}

function readClaim(payload: string): TicketClaim | null {
  const bytes = fromBase64Url(payload);
  if (bytes === null) return null;
  const fields = parseJson(bytes);
  if (!Array.isArray(fields)) return null;
  const [ticketId, eventId, seatNumber, category = null]: unknown[] = fields;
  if (!isName(ticketId) || !ticketIdShape.test(ticketId)) return null;
  if (!isName(eventId) || !isName(seatNumber)) return null;
  if (category !== null && !isName(category)) return null;
  return { ticketId, eventId, seatNumber, category };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxNameLength;
}

/** UTF-8 without TextDecoder, which not every end of the contract has. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    const escaped = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return JSON.parse(decodeURIComponent(escaped));
  } catch {
    return null;
  }
}
