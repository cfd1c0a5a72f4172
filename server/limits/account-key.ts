import { createHash } from 'node:crypto';

/** Key of an account in tables of limits, whether it exists or not. */
export function accountKey(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex');
}
