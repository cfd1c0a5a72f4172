import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Start parameters that make the engine sync as a PostgreSQL server does: without `-F`, and with fsync, because its fdatasync does nothing. */
export const syncedStartParams: readonly string[] = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/** Syncs one open file or folder to the disk; throws if the disk fails. */
export type SyncFile = (file: number, path: string, isFolder: boolean) => void;

/** Callbacks of the synced files. */
export interface SyncedFilesOptions {
  /** Replaced in tests, which count and copy. */
  readonly sync?: SyncFile;
  /** A segment of the write-ahead log was synced, by path; its commits are on the disk. */
  readonly onLogSynced?: (path: string) => void;
  /** The engine has failed and must not be called again: it would never respond. `reason` is its last log line, without any value of a row. */
  readonly onPanic: (reason: string) => void;
}

const markerSuffix = '.unfinished';
const fatalLine = /\b(?:PANIC|FATAL): +(.+)$/;

// fdatasync is enough for files: it writes the length too, and omits times that are not needed.
const syncNow: SyncFile = (file, _path, isFolder) => {
  if (!isFolder) fdatasyncSync(file);
  // Windows cannot sync a folder; PostgreSQL skips it there as well.
  else if (process.platform !== 'win32') fsyncSync(file);
};

/** The parts of the engine's file layer that this file uses; the package does not document them. */
interface NodeFiles {
  readonly stream_ops: {
    fsync?: (stream: { nfd: number; node: FileNode }) => number;
  };
  realPath(node: FileNode): string;
  tryFSOperation<T>(work: () => T): T;
}
interface FileNode {
  readonly mode: number;
}

/**
 * The database's folder on the disk, with the syncs that the package's own NodeFS omits: without them a commit survives the end of the
 * process, but not a loss of power. An incompletely created folder is created again.
 */
export class SyncedFiles extends NodeFS {
  /** The last log line with the reason of a failure. */
  lastFatal: string | undefined;
  readonly #options: SyncedFilesOptions;
  readonly #sync: SyncFile;
  readonly #marker: string;
  #isMaking = false;

  constructor(folder: string, options: SyncedFilesOptions) {
    const marker = `${folder}${markerSuffix}`;
    if (existsSync(marker)) rmSync(folder, { recursive: true, force: true });
    const isMaking = !existsSync(join(folder, 'PG_VERSION'));
    super(folder);
    this.#options = options;
    this.#sync = options.sync ?? syncNow;
    this.#marker = marker;
    this.#isMaking = isMaking;
    if (!isMaking) return;
    writeFileSync(
      marker,
      'This database is being made. It is made again where that was cut off.\n',
    );
    this.#syncPath(marker, false);
    this.#syncPath(dirname(folder), true);
  }

  override async init(
    ...[engine, options]: Parameters<NodeFS['init']>
  ): ReturnType<NodeFS['init']> {
    const made = await super.init(engine, options);
    const { emscriptenOpts } = made;
    const useSync = (module: { NODEFS: NodeFiles }) => {
      const files = module.NODEFS;
      files.stream_ops.fsync = (stream) => {
        files.tryFSOperation(() => this.#syncStream(files, stream));
        return 0;
      };
    };
    emscriptenOpts.preRun = [
      ...(emscriptenOpts.preRun ?? []),
      useSync as unknown as NonNullable<typeof emscriptenOpts.preRun>[number],
    ];
    emscriptenOpts.printErr = (line: string) => {
      this.lastFatal = fatalLine.exec(line)?.[1] ?? this.lastFatal;
    };
    emscriptenOpts.onAbort = (what: unknown) =>
      this.#options.onPanic(this.lastFatal ?? `aborted: ${String(what)}`);
    return made;
  }

  /** The engine calls this after it created a new database, and after each statement, when there is nothing left to write. */
  override async syncToFs(): Promise<void> {
    if (!this.#isMaking) return;
    this.#isMaking = false;
    this.#syncTree(this.rootDir);
    this.#syncPath(dirname(this.rootDir), true);
    rmSync(this.#marker, { force: true });
    this.#syncPath(dirname(this.rootDir), true);
  }

  #syncStream(files: NodeFiles, stream: { nfd: number; node: FileNode }): void {
    const path = files.realPath(stream.node);
    const isFolder = (stream.node.mode & 0o170000) === 0o040000;
    this.#sync(stream.nfd, path, isFolder);
    if (!isFolder && path.includes('pg_wal')) this.#options.onLogSynced?.(path);
  }

  #syncTree(folder: string): void {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.#syncTree(path);
      else this.#syncPath(path, false);
    }
    this.#syncPath(folder, true);
  }

  #syncPath(path: string, isFolder: boolean): void {
    // Windows cannot open folders.
    if (isFolder && process.platform === 'win32') return;
    const file = openSync(path, isFolder ? 'r' : 'r+');
    try {
      this.#sync(file, path, isFolder);
    } finally {
      closeSync(file);
    }
  }
}
