import { runCommand } from './operator-command.ts';

const usage = `npm run notices -- list [--all]
npm run notices -- show <id>
npm run notices -- apply <id>
npm run notices -- dismiss <id> <reason>
npm run notices -- free-seats <id>

Works off what payment gateways said and what did not fit. list shows what waits, --all what came last; apply takes a notice for right
although its amount or order differs, or tries one again that named no payment; dismiss puts it aside with the reason, which is kept;
free-seats puts seats on sale again that a chargeback took out of it.`;

const [verb = '', ...rest] = process.argv.slice(2);
const [first = '', ...words] = rest;
const id = /^\d{1,12}$/.test(first) ? Number(first) : null;

function taskOf() {
  if (verb === 'list') {
    if (rest.some((word) => word !== '--all')) return null;
    return { task: 'notices', verb, all: rest.length > 0 } as const;
  }
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
