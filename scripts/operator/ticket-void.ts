import { runCommand } from './operator-command.ts';

const usage = `npm run ticket:void -- <code>

Voids one ticket by the code printed on it, like K7QM-2XRA. Gates then show it as cancelled. The command refunds no money, and the seat stays sold.`;

const [code = '', ...more] = process.argv.slice(2);
const isUnderstood = code !== '' && !code.startsWith('-') && more.length === 0;
await runCommand(isUnderstood ? { task: 'void-ticket', code } : null, usage);
