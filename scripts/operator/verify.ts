import './env-file.ts';
import { readCommandConfig } from '../../server/config.ts';
import { StartError } from '../../server/start-error.ts';
import { tableOf, verify } from '../../server/upkeep/verify.ts';

/** Exit code 0: all twelve invariants hold; 1: one is violated; 2: the check could not run. */
try {
  const verdict = await verify(readCommandConfig(process.env));
  console.log(tableOf(verdict));
  process.exitCode = verdict.broken.length === 0 ? 0 : 1;
} catch (error) {
  if (error instanceof StartError) console.error(error.message);
  else console.error('The data could not be verified:', error);
  process.exitCode = 2;
}
