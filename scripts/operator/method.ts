import { runCommand } from './operator-command.ts';

const usage = `npm run admin -- method off|on <code>

Stops or resumes new payments by one method, such as qris or gopay, at every event. Payments that are running go on.`;

const [verb, code = '', ...rest] = process.argv.slice(2);
const isUnderstood = (verb === 'off' || verb === 'on') && code !== '' && rest.length === 0;
await runCommand(isUnderstood ? { task: 'method', code, isOn: verb === 'on' } : null, usage);
