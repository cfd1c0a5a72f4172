/** First part of every signed ticket code; another format would have another number. */
export const ticketCodePrefix = 'roetix1';

const maxCodeLength = 1024;
const signatureBytes = 64;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const ticketIdShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxNameLength = 200;

/** Content of a ticket's QR code, signed by the server. */
export interface TicketClaim {
  readonly ticketId: string;
  readonly eventId: string;
  /** Empty for a standing place. */
  readonly seatNumber: string;
  /** Null in codes from before this member existed. */
  readonly category: string | null;
}

/** A text with the format of a ticket code. Its content must not be trusted before the signature is checked. */
export interface TicketCode {
  readonly claim: TicketClaim;
  /** The signed text, ASCII. */
  readonly signed: string;
  /** 64 bytes of Ed25519. */
  readonly signature: Uint8Array;
}

/** The JSON text that a code contains in its middle part, as base64url. Readers ignore unknown entries. */
export function ticketPayload(claim: TicketClaim): string {
  const { ticketId, eventId, seatNumber, category } = claim;
  return JSON.stringify([ticketId, eventId, seatNumber, ...(category === null ? [] : [category])]);
}

/**
 * Splits `roetix1.{payload}.{signature}` (§14.1); null for any other text. Pure, and the same on client and server. Every character
 * counts: base64url that is not canonical is refused, or a changed last letter would pass.
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

/** The short code of a ticket from typed text: `abcd efgh` is `ABCD-EFGH`; null for any other text. */
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
  // The remaining bits must be zero, or several texts would decode to the same bytes.
  return buffer === 0 ? bytes : null;
}

function readClaim(payload: string): TicketClaim | null {
  const bytes = fromBase64Url(payload);
  if (bytes === null) return null;
  const fields = parseJson(bytes);
  if (!Array.isArray(fields)) return null;
  const [ticketId, eventId, seatNumber, category = null]: unknown[] = fields;
  if (!isName(ticketId) || !ticketIdShape.test(ticketId)) return null;
  if (!isName(eventId) || (category !== null && !isName(category))) return null;
  const isStanding = seatNumber === '' && category !== null;
  if (!isStanding && !isName(seatNumber)) return null;
  return { ticketId, eventId, seatNumber, category };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxNameLength;
}

/** Decodes UTF-8 without TextDecoder, which not every user of the contract has. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    const escaped = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return JSON.parse(decodeURIComponent(escaped));
  } catch {
    return null;
  }
}
