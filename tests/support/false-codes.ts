import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ticketCodePrefix, ticketPayload } from '../../contract/ticket/ticket-code.ts';

const signatureBytes = 64;

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Random signatures in the valid range, so that the check does not refuse them by their size alone. */
function anySignature(turn: number): string {
  const bytes = randomBytes(signatureBytes);
  if (turn % 2 === 0) bytes[signatureBytes - 1] = (bytes[signatureBytes - 1] ?? 0) & 0x0f;
  return encode(bytes);
}

function anyPayload(): string {
  const claim = {
    ticketId: randomUUID(),
    eventId: randomUUID(),
    seatNumber: `A-${randomInt(1, 500)}`,
    category: 'VIP',
  };
  return encode(Buffer.from(ticketPayload(claim)));
}

function oneBitChanged(text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  const bit = randomInt(bytes.length * 8);
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return encode(bytes);
}

/**
 * Forged codes of four kinds in turn: an invented ticket and signature, a real ticket with an invented signature, a real code cut off,
 * and a real code with one bit changed in its payload or signature.
 */
export function falseCodes(real: string, count: number): string[] {
  const [head = '', payload = '', signature = ''] = real.split('.');
  return Array.from({ length: count }, (_, turn) => {
    switch (turn % 5) {
      case 0:
        return `${ticketCodePrefix}.${anyPayload()}.${anySignature(turn)}`;
      case 1:
        return `${head}.${payload}.${anySignature(turn)}`;
      case 2:
        return real.slice(0, randomInt(real.length));
      case 3:
        return `${head}.${oneBitChanged(payload)}.${signature}`;
      default:
        return `${head}.${payload}.${oneBitChanged(signature)}`;
    }
  });
}
