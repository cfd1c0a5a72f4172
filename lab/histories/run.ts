import { spawnSync } from 'node:child_process';
import { controls } from './controls.ts';
import { rules } from './rules.ts';

/** Histories within which a control must be found. */
const within = Number(process.env.WITHIN ?? 2_000);

/** Plays histories with one mend taken out each time: the rule of the control must find it. Words on the command line choose controls by their rule or fault. */
const chosen = process.argv.slice(2).join(' ');
let missed = 0;
for (const [index, { acts, fault, rule }] of controls.entries()) {
  if (!`${rule} ${fault}`.includes(chosen)) continue;
  const env = {
    FAULTS_SEED: '1',
    ...process.env,
    CONTROL: String(index),
    ACTS: acts.join(),
    RULE: `^${rule}$`,
    HISTORIES: String(within),
    FINDINGS: '1',
  };
  const vitest = ['vitest', 'run', '--config', 'lab/histories/controlled.config.ts'];
  const { stdout, stderr } = spawnSync(
    'npx',
    [...vitest, 'tests/server/gateway/histories.test.ts'],
    { env, encoding: 'utf8' },
  );
  const [, played] = /(\d+) histories in/.exec(stdout) ?? [];
  const isFound = (stdout + stderr).includes(`=> ${rule}: `);
  const [, seed] = /seed (\d+)/.exec(stdout + stderr) ?? [];
  if (!isFound) missed += 1;
  console.log(
    `${isFound ? '✔' : '✘'} ${fault}\n    ${rule}: ${isFound ? `found, seed ${seed},` : 'not found'} in ${played ?? 'no'} histories`,
  );
  if (played === undefined) console.error(stderr);
}
const without = Object.keys(rules).filter((name) => controls.every(({ rule }) => rule !== name));
if (without.length > 0) console.log(`✘ Rules without a control: ${without.join(', ')}`);
process.exitCode = missed + without.length > 0 ? 1 : 0;
