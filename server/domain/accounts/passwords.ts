import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { calls } from '../../../contract/call/calls.ts';
import { Refusal } from '../../http/refusal.ts';
import { refuseFor } from '../../http/refuse.ts';
import type { Visitor } from '../../limits/visitor.ts';
import { createTurns, type Turn } from './password-turns.ts';

const refuse = refuseFor(calls.login, calls.register, calls.resetPassword);

/** argon2id with OWASP's least cost (resolutions §3); the package's default algorithm is argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** How a PHC text of this cost begins. */
const costMark = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
const busyWaitSeconds = 2;

/** Hashes passwords, so many at once as there are cores; the rest wait in line, by lane and network (ruling R9). */
export interface PasswordHasher {
  /** PHC text of a password. Throws Refusal 429 when too many wait in its lane. */
  hash(password: string, turn: Turn): Promise<string>;
  /** True where the password made the PHC text. A null text costs the same time and is never true. Throws Refusal 429 as `hash`. */
  verify(stored: string | null, password: string, turn: Turn): Promise<boolean>;
  /** True for a PHC text of another cost than today's: to be made anew when its password is next seen (resolutions §3). */
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
 * Runs `work` in the lane of a visitor. Where the lane of those who have done nothing for it is full, a challenge leads to the next
 * one: a right password is not refused because of a crowd. Throws Refusal 428 then, and 429 where even that lane is full.
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

/** A PHC text no password made, at today's cost: checking against it takes as long as against a real one, from the first time on. */
function decoyText(): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  return `${costMark}${part(16)}$${part(32)}`;
}
