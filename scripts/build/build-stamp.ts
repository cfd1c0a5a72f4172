import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** What is built: the app as people get it, the one with the inspector for a lab, the demo that needs no server, or the file that draws pages on the server. */
export type Build = 'client' | 'qa' | 'demo' | 'server';

/** Files and folders every build is made from. */
const SHARED_INPUTS = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'src',
  'contract',
  'samples',
  'machines',
  'public',
];

/** Pages that are built beside the app. */
const OFFLINE_PAGES = ['gate.html', 'kept-tickets.html', 'offline.html', 'staff.html'];

const BUILD_INPUTS: Record<Build, readonly string[]> = {
  client: [...SHARED_INPUTS, ...OFFLINE_PAGES],
  server: SHARED_INPUTS,
  qa: [...SHARED_INPUTS, ...OFFLINE_PAGES, 'inspector.html', join('docs', 'statecharts')],
  demo: [...SHARED_INPUTS, join('scripts', 'build', 'demo-build.ts')],
};

/** The file without which a build is none. */
const MAIN_FILES: Record<Build, string> = {
  client: 'index.html',
  qa: 'index.html',
  demo: 'index.html',
  server: 'server-entry.js',
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
  const main = join(root, buildFolder(build), MAIN_FILES[build]);
  if (stamp === undefined || !existsSync(main)) return false;
  return BUILD_INPUTS[build].every((input) => newestChange(join(root, input)) <= stamp.mtimeMs);
}

/** Vite plugin: marks a build as complete, dated at its start so that edits made meanwhile count. */
export function buildStamp(): Plugin {
  let path = '';
  let root = '.';
  let startedAt = new Date();
  let isWritten = false;
  // A build into another folder says nothing about this one.
  let isElsewhere = false;
  return {
    name: 'roetix:build-stamp',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      const build = config.build.ssr
        ? 'server'
        : config.mode === 'qa' || config.mode === 'demo'
          ? config.mode
          : 'client';
      path = stampOf(build);
      isElsewhere = resolve(root, config.build.outDir) !== resolve(root, buildFolder(build));
    },
    buildStart() {
      startedAt = new Date();
      isWritten = false;
      if (!isElsewhere) rmSync(join(root, path), { force: true });
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!isWritten || isElsewhere) return;
        const stamp = join(root, path);
        writeFileSync(stamp, '');
        utimesSync(stamp, startedAt, startedAt);
      },
    },
  };
}
