import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../http/refusal.ts';

/** argon2id with OWASP's least cost (resolutions §3); the package's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const queueLength = 50;
const busyWaitSeconds = 5;

/** Hashes passwords, so many at once as there are cores; the rest wait in line. */
export interface PasswordHasher {
  /** PHC text of a password. Throws Refusal 429 when 50 are waiting. */
  hash(password: string): Promise<string>;
  /** True where the password made the PHC text. A null text costs the same time and is never true. Throws Refusal 429 as `hash`. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

export function createPasswordHasher(atOnce = availableParallelism()): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  let decoy: Promise<string> | undefined;

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
      decoy ??= hash('a password nobody has', cost);
      const against = stored ?? (await decoy);
      const isRight = await inTurn(() => verify(against, password).catch(() => false));
      return isRight && stored !== null;
    },
  };
}
