import './env-file.ts';
import { readCommandConfig } from '../../server/config.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { performTask } from '../../server/operator/perform.ts';
import type { OperatorTask } from '../../server/operator/tasks.ts';
import { StartError } from '../../server/start-error.ts';

/** Which data an operator command uses; part of every usage text. */
export const whereWords = `Uses the settings of the server: DATABASE_URL, or DATA_DIR of the embedded database, whose server may run or not.
--env <file> reads them from a file of NAME=value lines; what the environment sets already stays.
(On Windows, stop the server of an embedded database first.)`;

/** Performs a task and prints its lines; null prints the usage. Exits with 0, 1 if it was refused, 2 if it was not understood. */
export async function runCommand(task: OperatorTask | null, usage: string): Promise<void> {
  if (task === null) {
    console.error(`${usage}\n\n${whereWords}`);
    process.exitCode = 2;
    return;
  }
  await explained(async () => {
    const onProgress = (line: string) => console.error(line);
    for (const line of await performTask(readCommandConfig(process.env), task, onProgress)) {
      // Names that others gave may hold the control sequences of a terminal.
      console.log(line.replace(/[^\P{Cc}\n\t]/gu, '\ufffd'));
    }
  });
}

/** Runs a command; prints a refusal, a start error or a file error without a stack and exits with 1. */
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
