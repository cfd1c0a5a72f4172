import { runCommand } from './operator-command.ts';

const usage = `npm run admin -- gate-pass <slug> [--revoke]

Prints a link that opens the gates of an event. --revoke voids every earlier pass.`;

const [slug = '', ...flags] = process.argv.slice(2);
const isUnderstood =
  slug !== '' && !slug.startsWith('-') && flags.every((flag) => flag === '--revoke');
const task = { task: 'gate-pass', slug, revokeOthers: flags.length > 0 } as const;
await runCommand(isUnderstood ? task : null, usage);
