import type { OperatorTask } from '../server/operator/tasks.ts';
import { runCommand } from './operator-command.ts';

const usage = `npm run ticket:keys [-- --new | -- --drop <id>]

Lists the public keys that prove tickets. --new makes the key that the server signs with from its next start on; --drop takes a
former one out, and what it signed is proven by nothing any more.`;

function taskOf([flag, id, ...more]: readonly string[]): OperatorTask | null {
  if (flag === undefined) return { task: 'list-ticket-keys' };
  if (flag === '--new' && id === undefined) return { task: 'follow-ticket-key' };
  const isDrop = flag === '--drop' && id !== undefined && more.length === 0;
  return isDrop ? { task: 'drop-ticket-key', id } : null;
}

await runCommand(taskOf(process.argv.slice(2)), usage);
