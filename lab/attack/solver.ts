import { workPuzzleSchema } from '../../contract/challenge/challenge.ts';
import { solveWork } from '../../contract/challenge/work-solver.ts';

/** A separate process solves the challenges, so that the attack's clock does not measure its own work. */
let queue = Promise.resolve();

process.on('message', ({ id, challenge }: { id: number; challenge: unknown }) => {
  queue = queue.then(async () => {
    const answer = await solveWork(workPuzzleSchema.parse(challenge), async () => {});
    process.send?.({ id, answer });
  });
});
process.once('disconnect', () => process.exit(0));
