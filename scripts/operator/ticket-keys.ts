import { readFileSync } from 'node:fs';
import type { OperatorTask } from '../../server/operator/tasks.ts';
import { isPrivateTicketKey, publicPartOf } from '../../server/secrets/ticket-key.ts';
import { runCommand } from './operator-command.ts';

const usage = `npm run ticket:keys [-- --new | -- --drop <id> | -- --of <file>]

Lists the public keys that verify tickets. --new makes the key with which the server signs after its next start. --drop removes a former
key: the server signs its valid tickets again, and codes signed by it become invalid. --of prints the public part of a private key in a file.`;

function taskOf([flag, id, ...more]: readonly string[]): OperatorTask | null {
  if (flag === undefined) return { task: 'list-ticket-keys' };
  if (flag === '--new' && id === undefined) return { task: 'follow-ticket-key' };
  const isDrop = flag === '--drop' && id !== undefined && more.length === 0;
  return isDrop ? { task: 'drop-ticket-key', id } : null;
}

function printPublicPart(file: string): void {
  const pem = readFileSync(file, 'utf8');
  if (isPrivateTicketKey(pem)) console.log(publicPartOf(pem));
  else {
    console.error(`${file} holds no Ed25519 private key in PEM.`);
    process.exitCode = 1;
  }
}

const [flag, file, ...more] = process.argv.slice(2);
if (flag === '--of' && file !== undefined && more.length === 0) printPublicPart(file);
else await runCommand(taskOf(process.argv.slice(2)), usage);
