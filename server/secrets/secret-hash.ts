import { createHash } from 'node:crypto';

/** The form in which the database keeps a random secret, such as a session id or the token of a link: so many random bits need no slow hash. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
