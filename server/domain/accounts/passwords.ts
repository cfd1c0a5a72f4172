import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { calls } from '../../../contract/call/calls.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Visitor } from '../../limits/visitor.ts';
import { createTurns, type Turn } from './password-turns.ts';

const refuse = refuseFor(calls.login, calls.register, calls.resetPassword);

/** argon2id with the minimum cost that OWASP recommends (§17.1); argon2id is the default of the package. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Prefix of a PHC string of this cost. */
const costMark = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
const busyWaitSeconds = 2;

/** Hashes passwords, at most one per core at a time; the other tasks wait by lane and network (§17.1). */
export interface PasswordHasher {
  /** PHC string of a password. Throws Refusal 429 when its lane is full. */
  hash(password: string, turn: Turn): Promise<string>;
  /** True if the password matches the PHC string. Null takes the same time and is never true. Throws Refusal 429 as `hash`. */
  verify(stored: string | null, password: string, turn: Turn): Promise<boolean>;
  /** True for a PHC string of another cost: to be hashed again when the server next sees the password (§17.1). */
  isOutdated(stored: string): boolean;
}

export function createPasswordHasher(atOnce = availableParallelism()): PasswordHasher {
  const turns = createTurns(atOnce, () => {
    return refuse('signInsBusy', { retryAfterSeconds: busyWaitSeconds });
  });
  const decoy = decoyText();
  return {
    hash: (password, turn) => turns.run(turn, () => hash(password, cost)),
    verify: async (stored, password, turn) => {
      const against = stored ?? decoy;
      const isRight = await turns.run(turn, () => verify(against, password).catch(() => false));
      return isRight && stored !== null;
    },
    isOutdated: (stored) => !stored.startsWith(costMark),
  };
}

/**
 * Runs `work` in the lane of a visitor. Where the lane of unproven devices is full, a challenge gives access to the next lane: a crowd must not
 * keep a correct password out. Throws Refusal 428 then, and 429 where that lane is full as well.
 */
export async function inLane<T>(
  visitor: Pick<Visitor, 'isKnown' | 'hasProven' | 'line' | 'prove'>,
  work: (turn: Turn) => Promise<T>,
): Promise<T> {
  const network = visitor.line;
  if (visitor.isKnown) return work({ lane: 'known', network });
  if (!visitor.hasProven()) {
    try {
      return await work({ lane: 'other', network });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'signInsBusy')) throw error;
      await visitor.prove();
    }
  }
  return work({ lane: 'proven', network });
}

/** A PHC string of the current cost that matches no password: a check against it takes as long as against a real one, from the first call on. */
function decoyText(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  return `${costMark}${part(16)}$${part(32)}`;
}
