import { workPuzzleSchema } from '../../../contract/challenge/challenge.ts';
import { solveWork } from '../../../contract/challenge/work-solver.ts';
import { nextTask } from '../next-task.ts';

/**
 * Solves the challenge of a refusal. Returns the header value for the repeated call, undefined if the refusal holds no challenge that this
 * client knows. Works in slices of a few milliseconds, so that the page stays responsive. Throws when `signal` aborts.
 */
export async function solved(
  refusal: Response,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const body: unknown = await refusal
    .clone()
    .json()
    .catch(() => null);
  const { meta } = (body ?? {}) as { meta?: { challenge?: unknown } };
  const puzzle = workPuzzleSchema.safeParse(meta?.challenge);
  if (!puzzle.success) return undefined;
  return solveWork(puzzle.data, async () => {
    if (signal?.aborted) throw signal.reason;
    await nextTask();
  });
}
