import { randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for each other when read aloud. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A random code that a person can read aloud. */
export function randomCode(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
