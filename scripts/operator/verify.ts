import { readCommandConfig } from '../../server/config.ts';
import { StartError } from '../../server/start-error.ts';
import { tableOf, verify } from '../../server/upkeep/verify.ts';

/** 0: all twelve hold; 1: one is broken; 2: it could not be told. */
try {
  const verdict = await verify(readCommandConfig(process.env));
  console.log(tableOf(verdict));
  process.exitCode = verdict.broken.length === 0 ? 0 : 1;
} catch (error) {
  if (error instanceof StartError) console.error(error.message);
  else console.error('The data could not be verified:', error);
  process.exitCode = 2;
}
