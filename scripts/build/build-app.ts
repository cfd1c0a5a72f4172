import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Build } from './build-stamp.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const names: Readonly<Record<Build, string>> = {
  client: 'the app',
  qa: 'the app with the inspector',
  demo: 'the demo',
  server: 'the drawing of pages on the server',
};
const options: Readonly<Record<Build, readonly string[]>> = {
  client: [],
  qa: ['--mode', 'qa'],
  demo: ['--mode', 'demo'],
  server: ['--ssr'],
};

/** Makes builds one after the other and says on the terminal how far it is; false when one failed. */
export function buildAll(builds: readonly Build[]): boolean {
  return builds.every((build, index) => {
    const startedAt = performance.now();
    console.log(`Building ${names[build]} (${index + 1} of ${builds.length})…`);
    // In a process of its own, so that the bundler's memory is given back before a server starts.
    const viteFolder = dirname(createRequire(import.meta.url).resolve('vite/package.json'));
    const { status } = spawnSync(
      process.execPath,
      [join(viteFolder, 'bin', 'vite.js'), 'build', '--logLevel', 'warn', ...options[build]],
      { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(status === 0 ? `Built in ${seconds} s.` : `Building ${names[build]} failed.`);
    return status === 0;
  });
}
