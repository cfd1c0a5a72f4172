import './env-file.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { StartError } from '../../server/start-error.ts';

/**
 * Runs a command on the data; null prints the usage. Exits with 0 if all invariants of the data hold, 1 if one is violated, 2 if the
 * command failed or was not understood.
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
    else console.error('The command failed:', error);
  }
}
