import { workPuzzleSchema } from '../../../contract/challenge/challenge.ts';
import { solveWork } from '../../../contract/challenge/work-solver.ts';

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
    signal?.throwIfAborted();
    await nextTask();
  });
}

/** Yields to other tasks; a timer would add four milliseconds to each slice. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
