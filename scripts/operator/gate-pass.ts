import { runCommand } from './operator-command.ts';

const usage = `npm run admin -- gate-pass <slug> [--revoke] [--guests]

Prints a link that opens the gates of an event. --revoke voids every earlier pass. --guests lets its doors show the name on each ticket and whose
place is for a wheelchair.`;

const [slug = '', ...flags] = process.argv.slice(2);
const known = ['--revoke', '--guests'];
const isUnderstood =
  slug !== '' && !slug.startsWith('-') && flags.every((flag) => known.includes(flag));
const task = {
  task: 'gate-pass',
  slug,
  revokeOthers: flags.includes('--revoke'),
  showsGuests: flags.includes('--guests'),
} as const;
await runCommand(isUnderstood ? task : null, usage);
