import { megabytes } from '../../server/backup/archive.ts';
import { backUp } from '../../server/backup/backup.ts';
import { readCommandConfig } from '../../server/config.ts';
import { tableOf } from '../../server/upkeep/verify.ts';
import { runDataCommand } from './data-command.ts';
import { whereWords } from './operator-command.ts';

const usage = `npm run backup -- <file or folder>

Backs up the database and the rest of the data folder, including the keys, while the server runs or not, and verifies the copy. The file
contains the secrets of the installation. ${whereWords}`;

const [target = '', ...more] = process.argv.slice(2);
const isUnderstood = target !== '' && !target.startsWith('-') && more.length === 0;
await runDataCommand(isUnderstood ? work : null, usage);

async function work(): Promise<boolean> {
  const { file, bytes, verdict } = await backUp(
    readCommandConfig(process.env),
    target,
    console.error,
  );
  console.log(tableOf(verdict));
  console.log(`\n${file} (${megabytes(bytes)})`);
  return verdict.broken.length === 0;
}
