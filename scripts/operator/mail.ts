import { readFileSync } from 'node:fs';
import { longestBounce } from '../../server/operator/tasks.ts';
import { explained, runCommand } from './operator-command.ts';

const usage = `npm run mail -- list
npm run mail -- inbox
npm run mail -- retry <id>
npm run mail -- bounce <file>

list shows letters that wait, were refused for good or bounced, without their addresses; inbox shows messages of the contact page; retry sends one of them again once its cause is
mended; bounce takes in a notification of a mail server (RFC 3464), from a file, or from standard input where the file is -.`;

const [verb = '', given = '', ...rest] = process.argv.slice(2);

if ((verb === 'list' || verb === 'inbox') && given === '')
  await runCommand({ task: 'mail', verb }, usage);
else if (verb === 'retry' && /^\d{1,12}$/.test(given) && rest.length === 0) {
  await runCommand({ task: 'mail', verb, id: Number(given) }, usage);
} else if (verb === 'bounce' && given !== '' && rest.length === 0) {
  await explained(async () => {
    // What a server sends back of a letter may be long; what it says of it stands before.
    const message = readFileSync(given === '-' ? 0 : given, 'latin1').slice(0, longestBounce);
    await runCommand({ task: 'mail', verb: 'bounce', message }, usage);
  });
} else await runCommand(null, usage);
