import { readCommandConfig } from '../../server/config.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { performTask } from '../../server/operator/perform.ts';
import type { OperatorTask } from '../../server/operator/tasks.ts';
import { StartError } from '../../server/start-error.ts';

/** Where the data is, said by every command of an operator. */
export const whereWords = `Takes the settings of the server: DATABASE_URL, or DATA_DIR of the embedded database, whose server may run or not.
(On Windows, stop the server of an embedded database first.)`;

/** Does a task and prints what came of it; null prints the usage. Leaves with 0, 1 where it was refused, 2 where it was not understood. */
export async function runCommand(task: OperatorTask | null, usage: string): Promise<void> {
  if (task === null) {
    console.error(`${usage}\n\n${whereWords}`);
    process.exitCode = 2;
    return;
  }
  await explained(async () => {
    for (const line of await performTask(readCommandConfig(process.env), task)) console.log(line);
  });
}

/** Runs a command; what it was refused for, or why it could not begin, is printed without a stack, and it leaves with 1. */
export async function explained(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error;
    if (!(error instanceof StartError || error instanceof Refusal || isFile)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
