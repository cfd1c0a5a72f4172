import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { rarelyPrintable } from '../../contract/texts/visible-text.ts';
import { readCommandConfig } from '../../server/config.ts';
import { FolderMistakes } from '../../server/domain/catalogue/folder/mistakes.ts';
import { readFolder } from '../../server/domain/catalogue/folder/read-folder.ts';
import { performTask } from '../../server/operator/perform.ts';
import { StartError } from '../../server/start-error.ts';
import { explained, runCommand } from './operator-command.ts';
import { saleTaskOf, saleUsage } from './sale-verbs.ts';

const usage = `npm run event -- check <folder>
npm run event -- plan <folder>
npm run event -- apply <folder> [--confirm <name>]…
npm run event -- export <slug> [--to <folder>]
npm run event -- list
${saleUsage}

An event is a folder with an event.json; its name is the address of the event. check reads it without a database and names every mistake
with its file, and its line or the path in a plan. plan shows every price, quota and voucher as it will be sold, what apply would change, and the people it touches. apply changes
it, all or nothing; a price, quota or voucher that changes by more than half needs --confirm with its name. A second apply finds nothing to change. export writes the folder of an event as it was applied last. The other verbs steer the sale of a show.`;

const [verb = '', given = '', ...rest] = process.argv.slice(2);

if (verb === 'check' && given !== '' && rest.length === 0) await check(given);
else if ((verb === 'plan' || verb === 'apply') && given !== '' && isConfirming(rest)) {
  const confirmed = rest.filter((_, at) => at % 2 === 1);
  await runCommand({ task: 'event-folder', verb, folder: resolve(given), confirmed }, usage);
} else if (verb === 'list' && given === '') {
  await runCommand({ task: 'event-list' }, usage);
} else if (verb === 'export' && given !== '' && rest.length === 0) {
  await exportTo(given, given);
} else if (verb === 'export' && given !== '' && rest.length === 2 && rest[0] === '--to') {
  await exportTo(given, rest[1] ?? '');
} else {
  await runCommand(saleTaskOf(process.argv.slice(2)), usage);
}

function isConfirming(words: readonly string[]): boolean {
  return words.length % 2 === 0 && words.every((word, at) => at % 2 === 1 || word === '--confirm');
}

async function check(folder: string): Promise<void> {
  try {
    const { slug, file } = await readFolder(folder);
    console.log(`${slug}: no mistakes`);
    const rare = rarelyPrintable(JSON.stringify(file));
    if (rare !== '') console.log(`! tickets and invoices may show ? in the place of ${rare}`);
  } catch (error) {
    if (!(error instanceof FolderMistakes)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function exportTo(slug: string, folder: string): Promise<void> {
  await explained(async () => {
    if (existsSync(folder)) throw new StartError(`${folder} exists. Choose another with --to.`);
    const lines = await performTask(readCommandConfig(process.env), { task: 'event-export', slug });
    for (const line of lines) {
      const { path, base64 } = JSON.parse(line) as { path: string; base64: string | null };
      if (base64 === null) {
        console.error(
          `${path} holds addresses and is not kept by the server: copy it from your own folder.`,
        );
        continue;
      }
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, Buffer.from(base64, 'base64'), { flag: 'wx' });
      console.log(target);
    }
  });
}
