import { runCommand } from './operator-command.ts';

const usage = `npm run ticket:void -- <code> [--sell-again]

Voids one ticket by the code printed on it, like K7QM-2XRA. Gates then show it as cancelled. The command refunds no money. The place stays
sold, or with --sell-again is on sale again.`;

const [code = '', flag, ...more] = process.argv.slice(2);
const isUnderstood =
  code !== '' &&
  !code.startsWith('-') &&
  (flag === undefined || flag === '--sell-again') &&
  more.length === 0;
const seat = flag === undefined ? 'kept' : 'onSale';
await runCommand(isUnderstood ? { task: 'void-ticket', code, seat } : null, usage);
