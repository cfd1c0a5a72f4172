import { workPuzzleSchema } from '../../contract/challenge/challenge.ts';
import { solveWork } from '../../contract/challenge/work-solver.ts';
import { challengeHeader } from '../../contract/limits.ts';

/** The header that answers the challenge of a refusal, as the app makes it. Throws where there is none. */
export async function answerOf(refusal: {
  readonly meta?: Record<string, unknown>;
}): Promise<Record<string, string>> {
  const puzzle = workPuzzleSchema.parse(refusal.meta?.challenge);
  return { [challengeHeader]: await solveWork(puzzle, async () => {}) };
}
