import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What is built: the app as people get it, or the one with the inspector, for a lab. */
export type Build = 'client' | 'qa';

/** Files and folders both builds are made from. */
const SHARED_INPUTS = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'src',
  'contract',
  'machines',
  'public',
];

const BUILD_INPUTS: Record<Build, readonly string[]> = {
  client: SHARED_INPUTS,
  qa: [...SHARED_INPUTS, 'inspector.html', join('docs', 'statecharts')],
};

/** Where a build stands, under the project. */
export function buildFolder(build: Build): string {
  return join('dist', build);
}

// Beside the folder, so that it is never served.
const stampOf = (build: Build) => join('dist', `${build}.stamp`);

/** Newest modification time under `path` in milliseconds; folders count, so a deleted file shows. */
function newestChange(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce(
    (newest, name) => Math.max(newest, newestChange(join(path, name))),
    stats.mtimeMs,
  );
}

/** Whether a build under `root` is complete and was begun after the last change of its inputs. */
export function isBuildFresh(root: string, build: Build = 'client'): boolean {
  const stamp = statSync(join(root, stampOf(build)), { throwIfNoEntry: false });
  if (stamp === undefined || !existsSync(join(root, buildFolder(build), 'index.html')))
    return false;
  return BUILD_INPUTS[build].every((input) => newestChange(join(root, input)) <= stamp.mtimeMs);
}

/** Vite plugin: marks a build for browsers as complete, dated at its start so that edits made meanwhile count. */
export function buildStamp(): Plugin {
  let path = '';
  let root = '.';
  let startedAt = new Date();
  let isWritten = false;
  return {
    name: 'roetix:build-stamp',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
      path = stampOf(config.mode === 'qa' ? 'qa' : 'client');
    },
    buildStart() {
      startedAt = new Date();
      isWritten = false;
      rmSync(join(root, path), { force: true });
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!isWritten) return;
        const stamp = join(root, path);
        writeFileSync(stamp, '');
        utimesSync(stamp, startedAt, startedAt);
      },
    },
  };
}
