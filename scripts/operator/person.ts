import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { readCommandConfig } from '../../server/config.ts';
import { performTask } from '../../server/operator/perform.ts';
import { explained, runCommand } from './operator-command.ts';

const usage = `npm run admin -- person export <e-mail> [--to <file>]
npm run admin -- person erase <e-mail> [--with-tickets] [--yes]

export prints all stored data about a person as JSON, or writes it to a new file that only you can read. erase removes the person from
all stored data; orders, payments and refunds stay without a name, as the law requires. It refuses while a purchase, a payment or a refund
is open, and for valid tickets of future events unless --with-tickets voids them. It asks you to type the address again unless you add
--yes. Copies outside of the database, such as backups, are yours to erase.`;

const [verb = '', email = '', ...flags] = process.argv.slice(2);
const isAddress = /^[^\s@-][^\s@]*@[^\s@]+$/.test(email);

if (verb === 'export' && isAddress && flags.length === 0) {
  await runCommand({ task: 'export-person', email }, usage);
} else if (verb === 'export' && isAddress && flags.length === 2 && flags[0] === '--to') {
  await exportTo(flags[1] ?? '');
} else if (
  verb === 'erase' &&
  isAddress &&
  flags.every((flag) => flag === '--yes' || flag === '--with-tickets')
) {
  await erase(flags.includes('--with-tickets'), flags.includes('--yes'));
} else {
  await runCommand(null, usage);
}

async function exportTo(path: string): Promise<void> {
  await explained(async () => {
    const lines = await performTask(readCommandConfig(process.env), {
      task: 'export-person',
      email,
    });
    // Never into an existing file: others may be able to read it.
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    console.log(
      `Written to ${path}, which only you can read. Delete it after you have handed it over.`,
    );
  });
}

async function erase(withTickets: boolean, isSure: boolean): Promise<void> {
  if (!isSure && !(await typedAgain())) {
    console.error('That is another address. Nothing was erased.');
    process.exitCode = 1;
    return;
  }
  await runCommand({ task: 'erase-person', email, withTickets }, usage);
}

async function typedAgain(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question(
      'This cannot be undone. Type the address again to erase this person: ',
    );
    return typed.trim().toLowerCase() === email.toLowerCase();
  } finally {
    terminal.close();
  }
}
