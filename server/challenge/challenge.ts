import type { Challenge } from '../../contract/challenge/challenge.ts';

/** Maximum hardness of a challenge. */
export const hardest = 4;

/** The call, and the account or network, for which one challenge is valid. */
export interface ChallengeBond {
  readonly call: string;
  readonly subject: string;
}

/** Port through which visitors solve a challenge instead of being refused (§17.32). */
export interface ChallengePort {
  /** Issues a challenge; each step of `hardness` (0 to `hardest`) doubles the work if the kind supports it. */
  issue(bond: ChallengeBond, hardness: number, now: Date): Challenge;
  /** Verifies the challenge header of a call. Returns the hardness of a correct solution for `bond`, once; else null. */
  accept(answer: string, bond: ChallengeBond, now: Date): Promise<number | null>;
}
