import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../server/start-error.ts';
import { laboratory, Misunderstood } from '../shared/laboratory.ts';
import { checkOut } from './release.ts';

const usage = `npm run lab -- former <commit or tag> [test file …]

Checks out a former release into a temporary folder, gives it the migrations of this one, and runs its tests of the server there: what the former
release does must work on the new schema, because both run side by side during a rolling restart (decision 088). Without files it runs the tests of
purchase, queue, refunds and staff. Needs a clone with history, and the packages of the former release to be those of this one.`;

const migrationFolder = 'server/db/migrations';
const standardTests = ['tests/server/domain', 'tests/server/http'];

await laboratory(usage, async ([release = '', ...files]) => {
  if (release === '') throw new Misunderstood('Which release?');
  const former = checkOut(release);
  if (former === null)
    throw new StartError(
      `There is no commit ${release} in this clone. Fetch it first: git fetch --unshallow --tags`,
    );
  const { commit, folder } = former;
  try {
    for (const file of readdirSync(migrationFolder).filter((name) => name.endsWith('.sql')))
      cpSync(join(migrationFolder, file), join(folder, migrationFolder, file));
    const tests = files.length > 0 ? files : standardTests;
    console.log(`${release} (${commit.slice(0, 8)}) on the schema of this release:`);
    const child = spawn('npx', ['vitest', 'run', '--project', 'server', ...tests], {
      cwd: folder,
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    return code === 0;
  } finally {
    former.drop();
  }
});
