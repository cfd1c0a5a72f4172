import { runCommand } from './operator-command.ts';
import { refundTaskOf, refundUsage } from './refund-args.ts';

await runCommand(refundTaskOf(process.argv.slice(2)), refundUsage);
