import { createHash } from 'node:crypto';

/** Returns the key of an account in tables of limits, whether or not the account exists. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
