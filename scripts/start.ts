import { fileURLToPath } from 'node:url';
import { readSettings } from '../server/config.ts';
import { buildAll } from './build/build-app.ts';
import { type Build, isBuildFresh } from './build/build-stamp.ts';
import { requireRecentNode } from './node-version.ts';
import './operator/env-file.ts';

requireRecentNode();

const root = fileURLToPath(new URL('..', import.meta.url));
// `qa` serves the build with the inspector.
const isQa = process.argv[2] === 'qa';
if (isQa) process.env.QA_BUILD = '1';
refuseWrongSettings();
const needed: readonly Build[] = [isQa ? 'qa' : 'client', 'server'];
const stale = needed.filter((build) => !isBuildFresh(root, build));
if (!buildAll(stale)) {
  console.error('The app could not be built; the lines above say why.');
  process.exit(1);
}

await import('../server/main.ts');

/** Checked before a build, which takes minutes. */
function refuseWrongSettings(): void {
  const { problems } = readSettings(process.env);
  if (problems.length === 0) return;
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
