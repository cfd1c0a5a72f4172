import * as z from 'zod/mini';

/** Hex digits of a part's index in the hashed text. */
const partDigits = 4;
/** Hex digits of a nonce. */
export const nonceDigits = 8;
/** Characters of a seed, so that a text is always 36 bytes: one block of SHA-256. */
export const seedLength = 24;

/**
 * A proof of work (§17.32): for each of `parts` a nonce whose text has a SHA-256 with `bits` leading zero bits. Several small parts take
 * nearly the same time each time; one large part would sometimes take ten times as long.
 */
export const workPuzzleSchema = z.object({
  kind: z.literal('proof-of-work'),
  /** Signed by the server: the purpose of the work and its expiry. The client sends it back unchanged. */
  token: z.string().check(z.maxLength(600)),
  seed: z.string().check(z.length(seedLength)),
  bits: z.int().check(z.minimum(1), z.maximum(24)),
  parts: z.int().check(z.minimum(1), z.maximum(64)),
});
/** A proof of work as the server requests it. */
export type WorkPuzzle = z.infer<typeof workPuzzleSchema>;

/** A challenge of an outside service: a front end renders its widget with the public key and sends back the widget's result. */
export const serviceChallengeSchema = z.object({
  kind: z.literal('service'),
  site_key: z.string(),
  /** Name of the action of the widget. */
  action: z.string(),
});

/** Content of `meta.challenge` in a refusal with status 428. */
export const challengeSchema = z.union([workPuzzleSchema, serviceChallengeSchema]);
/** Content of `meta.challenge` in a refusal with status 428. */
export type Challenge = z.infer<typeof challengeSchema>;

/** The text that is hashed for one part: always 36 ASCII characters. */
export function workText(seed: string, part: number, nonce: number): string {
  return seed + hex(part, partDigits) + hex(nonce, nonceDigits);
}

/** The value of the challenge header for solved work: the token and the nonces in hex, joined by a tilde. */
export function workAnswer(token: string, nonces: readonly number[]): string {
  return `${token}~${nonces.map((nonce) => hex(nonce, nonceDigits)).join('')}`;
}

/** The value of the challenge header for the result of a service's widget. */
export function serviceAnswer(response: string): string {
  return `service~${response}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
