import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { longestBounce } from '../../server/operator/tasks.ts';
import { explained, runCommand } from './operator-command.ts';

const usage = `npm run admin -- mail list
npm run admin -- mail inbox
npm run admin -- mail retry <id>
npm run admin -- mail retry [--event <slug>] [--kind <kind>] [--since "2027-02-13 19:30"]
npm run admin -- mail bounce <file>

list shows e-mails that wait, were refused for good, given up or bounced, without their addresses. inbox shows the messages of the contact
page. retry sends failed e-mails again: one, or all of an event, of a kind as list shows it, refused since a time at the event (in Jakarta
without --event). bounce records a bounce message of a mail server (RFC 3464), from a file, or from standard input if the file is -.`;

const [verb = '', given = '', ...rest] = process.argv.slice(2);

if ((verb === 'list' || verb === 'inbox') && given === '')
  await runCommand({ task: 'mail', verb }, usage);
else if (verb === 'retry' && /^\d{1,12}$/.test(given) && rest.length === 0) {
  await runCommand({ task: 'mail', verb, id: Number(given) }, usage);
} else if (verb === 'retry' && given.startsWith('--')) {
  await runCommand(retryOf([given, ...rest]), usage);
} else if (verb === 'bounce' && given !== '' && rest.length === 0) {
  await explained(async () => {
    // A bounce may contain the whole e-mail after its status.
    const message = readFileSync(given === '-' ? 0 : given, 'latin1').slice(0, longestBounce);
    await runCommand({ task: 'mail', verb: 'bounce', message }, usage);
  });
} else await runCommand(null, usage);

function retryOf(args: string[]) {
  try {
    const type = 'string';
    const { values } = parseArgs({
      args,
      options: { event: { type }, kind: { type }, since: { type } },
    });
    return { task: 'mail', verb: 'retry', ...values } as const;
  } catch {
    return null;
  }
}
