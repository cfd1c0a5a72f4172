import { workPuzzleSchema } from '../../contract/challenge/challenge.ts';
import { solveWork } from '../../contract/challenge/work-solver.ts';
import { challengeHeader } from '../../contract/limits.ts';

/** The header with the solution of a refusal's challenge, as the app sends it. Throws if there is no challenge. */
export async function answerOf(refusal: {
  readonly meta?: Record<string, unknown>;
}): Promise<Record<string, string>> {
  const puzzle = workPuzzleSchema.parse(refusal.meta?.challenge);
  return { [challengeHeader]: await solveWork(puzzle, async () => {}) };
}
