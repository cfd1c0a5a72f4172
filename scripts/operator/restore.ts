import { restore } from '../../server/backup/restore.ts';
import { readCommandConfig } from '../../server/config.ts';
import { tableOf } from '../../server/upkeep/verify.ts';
import { runDataCommand } from './data-command.ts';

const usage = `npm run restore -- <file> [--replace]

Restores a backup while the server is stopped, into DATABASE_URL or DATA_DIR of the embedded database. Refuses to overwrite existing data;
--replace renames it instead. Verifies the restored data.`;

const [file = '', ...flags] = process.argv.slice(2);
const isUnderstood =
  file !== '' && !file.startsWith('-') && flags.every((flag) => flag === '--replace');
await runDataCommand(isUnderstood ? work : null, usage);

async function work(): Promise<boolean> {
  const config = readCommandConfig(process.env);
  const done = await restore(config, file, flags.length > 0, console.error);
  console.log(tableOf(done.verdict));
  console.log(`\nRestored the backup of ${done.createdAt}.`);
  for (const kept of done.kept) console.log(`The previous data is in ${kept}`);
  return done.verdict.broken.length === 0;
}
