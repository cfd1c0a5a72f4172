import type { Challenge } from '../../contract/challenge/challenge.ts';

/** The hardest a challenge becomes. */
export const hardest = 4;

/** What one challenge is good for: a call, and the account or network it is about. */
export interface ChallengeBond {
  readonly call: string;
  readonly subject: string;
}

/** The port through which people are asked for proof instead of being refused (ruling R9). */
export interface ChallengePort {
  /** Makes a challenge; each step of `hardness` (0 to `hardest`) doubles the work where the kind knows work. */
  issue(bond: ChallengeBond, hardness: number, now: Date): Challenge;
  /** Judges the challenge header of a call. Gives the hardness of a right answer made for `bond`, once; null for anything else. */
  accept(answer: string, bond: ChallengeBond, now: Date): Promise<number | null>;
}
