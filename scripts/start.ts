import { fileURLToPath } from 'node:url';
import { buildAll } from './build-app.ts';
import { type Build, isBuildFresh } from './build-stamp.ts';
import { requireRecentNode } from './node-version.ts';

requireRecentNode();

const root = fileURLToPath(new URL('..', import.meta.url));
// `qa` serves the build with the inspector.
const isQa = process.argv[2] === 'qa';
const needed: readonly Build[] = [isQa ? 'qa' : 'client', 'server'];
const stale = needed.filter((build) => !isBuildFresh(root, build));
if (!buildAll(stale)) {
  console.error('The app could not be built; the lines above say why.');
  process.exit(1);
}

if (isQa) process.env.QA_BUILD = '1';
if (process.env.NODE_ENV !== 'production') process.env.DEV_TOOLS ??= '1';
await import('../server/main.ts');
