import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The form in which the database keeps a random secret, such as a session id or the token of a link: so many random bits need no slow hash. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The form in which the database keeps what people choose, such as a voucher code: without the key of this installation nobody can guess at it. */
export function keyedHash(key: string, purpose: string, text: string | Uint8Array): string {
  return createHmac('sha256', key).update(`roetix ${purpose}\n`).update(text).digest('base64url');
}

/** Compares a given signature with the right one in the same time whatever differs. */
export function isSameHash(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
