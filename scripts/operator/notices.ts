import { runCommand } from './operator-command.ts';

const usage = `npm run admin -- notices list [--all]
npm run admin -- notices show <id>
npm run admin -- notices apply <id>
npm run admin -- notices again
npm run admin -- notices dismiss <id> <reason>
npm run admin -- notices free-seats <id>

Processes payment notifications that the server could not apply. list shows those that wait, --all the latest ones; apply accepts another
amount or order, or retries one that named no payment; again runs all that are mismatched once more, in order, after a mend; dismiss closes one and stores the reason; free-seats puts the seats of a
chargeback on sale again.`;

const [verb = '', ...rest] = process.argv.slice(2);
const [first = '', ...words] = rest;
const id = /^\d{1,12}$/.test(first) ? Number(first) : null;

function taskOf() {
  if (verb === 'list') {
    if (rest.some((word) => word !== '--all')) return null;
    return { task: 'notices', verb, all: rest.length > 0 } as const;
  }
  if (verb === 'again') return rest.length > 0 ? null : ({ task: 'notices', verb } as const);
  if (id === null) return null;
  if (verb === 'dismiss') {
    return words.length === 0
      ? null
      : ({ task: 'notices', verb, id, reason: words.join(' ') } as const);
  }
  if (words.length > 0) return null;
  if (verb === 'show' || verb === 'apply' || verb === 'free-seats') {
    return { task: 'notices', verb, id } as const;
  }
  return null;
}

await runCommand(taskOf(), usage);
