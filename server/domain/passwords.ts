import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../http/refusal.ts';

/** argon2id with OWASP's least cost (resolutions §3); the package's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** How a PHC text of this cost begins. */
const costMark = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
const queueLength = 50;
const busyWaitSeconds = 5;

/** Hashes passwords, so many at once as there are cores; the rest wait in line. */
export interface PasswordHasher {
  /** PHC text of a password. Throws Refusal 429 when 50 are waiting. */
  hash(password: string): Promise<string>;
  /** True where the password made the PHC text. A null text costs the same time and is never true. Throws Refusal 429 as `hash`. */
  verify(stored: string | null, password: string): Promise<boolean>;
  /** True for a PHC text of another cost than today's: to be made anew when its password is next seen (resolutions §3). */
  isOutdated(stored: string): boolean;
}

export function createPasswordHasher(atOnce = availableParallelism()): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  const decoy = decoyText();

  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= queueLength) {
        throw new Refusal(429, 'Too many people are signing in at once. Please try again.', {
          retryAfterSeconds: busyWaitSeconds,
        });
      }
      // Whoever ends hands its turn on, so the count stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };

  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: async (stored, password) => {
      const against = stored ?? decoy;
      const isRight = await inTurn(() => verify(against, password).catch(() => false));
      return isRight && stored !== null;
    },
    isOutdated: (stored) => !stored.startsWith(costMark),
  };
}

/** A PHC text no password made, at today's cost: checking against it takes as long as against a real one, from the first time on. */
function decoyText(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  return `${costMark}${part(16)}$${part(32)}`;
}
