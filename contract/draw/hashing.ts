/** SHA-256, given by the caller: this folder runs on the server and in the browser, which have different implementations. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/** Length of every hash, secret and seed of a draw. */
export const hashBytes = 32;
/** A hash in hexadecimal. */
export const hashShape = /^[0-9a-f]{64}$/;
/** A value of the beacon in hexadecimal. */
export const signatureShape = /^[0-9a-f]{96}$/;
const lengthBytes = 4;
const hexShape = /^(?:[0-9a-f]{2})*$/;

/**
 * Hashes the parts behind a tag that names their purpose. Each is preceded by its length, so that no other parts give the same bytes. Texts
 * have to be ASCII.
 */
export function hashOf(hash: Hash, tag: string, ...parts: readonly (string | Uint8Array)[]) {
  const pieces = [`roetix-draw-1/${tag}`, ...parts];
  let size = 0;
  for (const piece of pieces) size += lengthBytes + piece.length;
  const whole = new Uint8Array(size);
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const piece of pieces) {
    view.setUint32(at, piece.length);
    at += lengthBytes;
    if (typeof piece === 'string') writeAscii(whole, at, piece);
    else whole.set(piece, at);
    at += piece.length;
  }
  return hash(whole);
}

/** Lower-case hexadecimal digits of the bytes. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes of lower-case hexadecimal digits. @throws RangeError for any other text. */
export function fromHex(text: string): Uint8Array {
  if (!hexShape.test(text)) throw new RangeError('Not lower-case hexadecimal digits.');
  return Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Four bytes of a number from 0 to 2^32 − 1. */
export function fromCount(count: number): Uint8Array {
  const bytes = new Uint8Array(lengthBytes);
  new DataView(bytes.buffer).setUint32(0, count);
  return bytes;
}

function writeAscii(target: Uint8Array, from: number, text: string): void {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) throw new RangeError('A draw hashes ASCII alone.');
    target[from + at] = code;
  }
}
