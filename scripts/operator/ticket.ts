import { readFileSync } from 'node:fs';
import type { OperatorTask } from '../../server/operator/tasks.ts';
import { isPrivateTicketKey, publicPartOf } from '../../server/secrets/ticket-key.ts';
import { runCommand } from './operator-command.ts';

const usage = `npm run admin -- ticket void <code> [--sell-again]
npm run admin -- ticket keys [--new | --drop <id> | --of <file>]

void cancels one ticket by the code printed on it, like K7QM-2XRA. Gates then show it as cancelled. The command refunds no money. The place
stays sold, or with --sell-again is on sale again.

keys lists the public keys that verify tickets. --new makes the key with which the server signs after its next start. --drop removes a former
key: the server signs its valid tickets again, and codes signed by it become invalid. --of prints the public part of a private key in a file.`;

function taskOf(verb: string, words: readonly string[]): OperatorTask | null {
  const [first, second, ...more] = words;
  if (more.length > 0) return null;
  if (verb === 'void' && first !== undefined && !first.startsWith('-')) {
    if (second === undefined) return { task: 'void-ticket', code: first, seat: 'kept' };
    return second === '--sell-again' ? { task: 'void-ticket', code: first, seat: 'onSale' } : null;
  }
  if (verb !== 'keys') return null;
  if (first === undefined) return { task: 'list-ticket-keys' };
  if (first === '--new' && second === undefined) return { task: 'follow-ticket-key' };
  if (first === '--drop' && second !== undefined) return { task: 'drop-ticket-key', id: second };
  return null;
}

function printPublicPart(file: string): void {
  const pem = readFileSync(file, 'utf8');
  if (isPrivateTicketKey(pem)) console.log(publicPartOf(pem));
  else {
    console.error(`${file} holds no Ed25519 private key in PEM.`);
    process.exitCode = 1;
  }
}

const [verb = '', ...words] = process.argv.slice(2);
const [flag, file, ...more] = words;
if (verb === 'keys' && flag === '--of' && file !== undefined && more.length === 0)
  printPublicPart(file);
else await runCommand(taskOf(verb, words), usage);
