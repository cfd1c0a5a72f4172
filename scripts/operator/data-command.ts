import { Refusal } from '../../server/http/refusal.ts';
import { StartError } from '../../server/start-error.ts';

/**
 * Runs a command on the data; null prints the usage. Leaves with 0 when all truths of the data hold, 1 when one is broken, 2 when it could
 * not be done or was not understood.
 */
export async function runDataCommand(
  work: (() => Promise<boolean>) | null,
  usage: string,
): Promise<void> {
  process.exitCode = 2;
  if (work === null) {
    console.error(usage);
    return;
  }
  try {
    process.exitCode = (await work()) ? 0 : 1;
  } catch (error) {
    if (error instanceof StartError || error instanceof Refusal) console.error(error.message);
    else console.error('It could not be done:', error);
  }
}
