import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';

const lockName = 'server.lock';
const takeoverName = 'server.lock.takeover';
/** A takeover takes milliseconds; an older one was left by a process that died. */
const takeoverLifeMs = 10_000;

/** Locks of this process, so that it cannot open one folder twice either. */
const held = new Set<string>();

/**
 * Creates the lock file of a data folder and returns a function that removes it. Two processes on one embedded database destroy it. Throws
 * StartError with the process that holds the lock; takes over the lock of a process that has ended.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, lockName);
  if (!tryCreate(path)) takeOver(folder, path);
  held.add(path);
  return () => {
    if (!held.delete(path)) return;
    rmSync(path, { force: true });
  };
}

function takeOver(folder: string, path: string): void {
  const takeover = join(folder, takeoverName);
  const left = statSync(takeover, { throwIfNoEntry: false });
  if (left !== undefined && Date.now() - left.mtimeMs > takeoverLifeMs)
    rmSync(takeover, { force: true });
  // One process at a time may check and replace a lock, or two would delete each other's.
  if (!tryCreate(takeover)) throw inUse(folder, undefined);
  try {
    const holder = readHolder(path);
    if (holder !== undefined && isAlive(holder, path)) throw inUse(folder, holder.pid);
    rmSync(path, { force: true });
    if (!tryCreate(path)) throw inUse(folder, undefined);
  } finally {
    rmSync(takeover, { force: true });
  }
}

interface Holder {
  readonly pid: number;
  /** Start time of the process according to the system; tells a reused process id from the holder. */
  readonly startedAt: string;
}

function tryCreate(path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartError(
      `The data folder cannot be written to (${(error as NodeJS.ErrnoException).code}): ${path}. Give this user write access, or set DATA_DIR to another folder.`,
    );
  }
  writeSync(file, `${process.pid} ${startOf(process.pid)}\n`);
  closeSync(file);
  return true;
}

function readHolder(path: string): Holder | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const [pid = '', startedAt = ''] = text.trim().split(' ');
  return /^\d+$/.test(pid) ? { pid: Number(pid), startedAt } : undefined;
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.pid === process.pid) return held.has(path);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const startedAt = startOf(holder.pid);
  return startedAt === '' || holder.startedAt === '' || startedAt === holder.startedAt;
}

/** Start time of a process in ticks since boot, if the system has /proc; else an empty text. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Another process has the data folder open. */
export class FolderInUse extends StartError {}

function inUse(folder: string, pid: number | undefined): FolderInUse {
  const who = pid === undefined ? 'another process that is just starting' : `process ${pid}`;
  return new FolderInUse(
    `The data folder ${folder} is in use by ${who}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
