import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Build, isBuildFresh } from './build-stamp.ts';
import { requireRecentNode } from './node-version.ts';

requireRecentNode();

const root = fileURLToPath(new URL('..', import.meta.url));
// `qa` serves the build with the inspector.
const build: Build = process.argv[2] === 'qa' ? 'qa' : 'client';
if (!isBuildFresh(root, build)) buildClient();

if (build === 'qa') process.env.QA_BUILD = '1';
if (process.env.NODE_ENV !== 'production') process.env.DEV_TOOLS ??= '1';
await import('../server/main.ts');

// In a process of its own, so that the bundler's memory is given back before the server starts.
function buildClient(): void {
  const startedAt = performance.now();
  console.log('Building the app (once)…');
  const viteFolder = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
  const result = spawnSync(
    process.execPath,
    [
      join(viteFolder, 'bin', 'vite.js'),
      'build',
      '--logLevel',
      'warn',
      ...(build === 'qa' ? ['--mode', 'qa'] : []),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (result.status !== 0) {
    console.error('The app could not be built; the lines above say why.');
    process.exit(1);
  }
  console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
}
