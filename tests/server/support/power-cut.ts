import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { SyncFile } from '../../../server/db/synced-files.ts';

/**
 * A disk that keeps only synced data: each file as of its own last sync, and the names in a folder as of the last sync of that folder.
 * A synced name of a file that was never synced leads to an empty file.
 */
export interface PowerCut {
  readonly sync: SyncFile;
  /** Writes the state after a power cut to `target`. */
  remainsTo(target: string): void;
}

/** Watches `folder`; its present state counts as synced. */
export function powerCutOf(folder: string): PowerCut {
  const folders = new Set<string>();
  const files = new Map<string, Buffer>();
  const byNumber = new Map<number, Buffer>();
  const keepAll = (path: string) => {
    folders.add(path);
    for (const name of readdirSync(path)) {
      const found = join(path, name);
      if (statSync(found).isDirectory()) keepAll(found);
      else files.set(found, readFileSync(found));
    }
  };
  keepAll(folder);

  const keepFile = (path: string) => {
    // A write-only descriptor cannot be read.
    const reader = openSync(path, 'r');
    const { size, ino } = fstatSync(reader);
    const bytes = Buffer.alloc(size);
    readSync(reader, bytes, 0, size, 0);
    closeSync(reader);
    byNumber.set(ino, bytes);
    files.set(path, bytes);
  };
  const keepNames = (path: string) => {
    const names = new Set(readdirSync(path).map((name) => join(path, name)));
    for (const known of [...files.keys(), ...folders]) {
      if (dirname(known) === path && !names.has(known)) {
        files.delete(known);
        folders.delete(known);
      }
    }
    for (const name of names) {
      const found = statSync(name);
      if (found.isDirectory()) folders.add(name);
      else files.set(name, byNumber.get(found.ino) ?? files.get(name) ?? Buffer.alloc(0));
    }
  };
  return {
    sync: (_file, path, isFolder) => (isFolder ? keepNames(path) : keepFile(path)),
    remainsTo: (target) => {
      for (const path of folders)
        mkdirSync(join(target, relative(folder, path)), { recursive: true });
      for (const [path, bytes] of files) {
        const place = join(target, relative(folder, path));
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, bytes);
      }
    },
  };
}
