import { restore } from '../../server/backup/restore.ts';
import { readCommandConfig } from '../../server/config.ts';
import { tableOf } from '../../server/upkeep/verify.ts';
import { runDataCommand } from './data-command.ts';

const usage = `npm run restore -- <file> [--replace]

Puts a backup in the place of the data, of a server that is stopped: DATABASE_URL, or DATA_DIR of the embedded database. Data that is there
is refused; with --replace it is kept beside. Verifies what was restored.`;

const [file = '', ...flags] = process.argv.slice(2);
const isUnderstood =
  file !== '' && !file.startsWith('-') && flags.every((flag) => flag === '--replace');
await runDataCommand(isUnderstood ? work : null, usage);

async function work(): Promise<boolean> {
  const config = readCommandConfig(process.env);
  const done = await restore(config, file, flags.length > 0, console.error);
  console.log(tableOf(done.verdict));
  console.log(`\nRestored what was backed up at ${done.createdAt}.`);
  for (const kept of done.kept) console.log(`What was there before is kept: ${kept}`);
  return done.verdict.broken.length === 0;
}
