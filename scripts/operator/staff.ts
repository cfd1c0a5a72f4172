import { parseArgs } from 'node:util';
import { type StaffTask, staffVerbs } from '../../server/operator/staff.ts';
import { runCommand } from './operator-command.ts';

const usage = `npm run admin -- staff invite <e-mail> --name "<name>" --roles owner,sales,support,finance,door
npm run admin -- staff list
npm run admin -- staff roles <e-mail> --roles <roles>
npm run admin -- staff remove <e-mail>

Prints the link of an invitation, with which a person sets a password and an authenticator. Inviting somebody again replaces both. An owner
may do everything and invites the others at /staff.`;

await runCommand(taskOf(process.argv.slice(2)), usage);

function taskOf(args: readonly string[]): ({ task: 'staff' } & StaffTask) | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string' }, roles: { type: 'string' } },
    });
    const [given, email, ...rest] = positionals;
    const verb = staffVerbs.find((one) => one === given);
    if (verb === undefined || rest.length > 0) return null;
    const roles = values.roles?.split(',').map((role) => role.trim());
    return { task: 'staff', verb, email, name: values.name, roles };
  } catch {
    return null;
  }
}
