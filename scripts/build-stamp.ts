import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Files and folders the browser build is made from. */
const BUILD_INPUTS = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'src',
  'contract',
  'machines',
  'public',
];

// Outside dist/client, so that it is never served.
const STAMP = join('dist', 'client.stamp');

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

/** Whether dist/client under `root` is complete and was begun after the last change of its inputs. */
export function isBuildFresh(root: string): boolean {
  const stamp = statSync(join(root, STAMP), { throwIfNoEntry: false });
  if (stamp === undefined || !existsSync(join(root, 'dist', 'client', 'index.html'))) return false;
  return BUILD_INPUTS.every((input) => newestChange(join(root, input)) <= stamp.mtimeMs);
}

/** Vite plugin: marks a client build as complete, dated at its start so that edits made meanwhile count. */
export function buildStamp(): Plugin {
  let root = '.';
  let startedAt = new Date();
  let isWritten = false;
  return {
    name: 'roetix:build-stamp',
    apply: (config, { command }) => command === 'build' && !config.build?.ssr,
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      startedAt = new Date();
      isWritten = false;
      rmSync(join(root, STAMP), { force: true });
    },
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        if (!isWritten) return;
        const stamp = join(root, STAMP);
        writeFileSync(stamp, '');
        utimesSync(stamp, startedAt, startedAt);
      },
    },
  };
}
