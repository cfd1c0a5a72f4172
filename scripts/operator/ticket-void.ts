import { runCommand } from './operator-command.ts';

const usage = `npm run ticket:void -- <code>

Voids one ticket by the code printed on it, like K7QM-2XRA. Doors then call it cancelled. It moves no money, and its seat stays sold.`;

const [code = '', ...more] = process.argv.slice(2);
const isUnderstood = code !== '' && !code.startsWith('-') && more.length === 0;
await runCommand(isUnderstood ? { task: 'void-ticket', code } : null, usage);
