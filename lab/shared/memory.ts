import { readFileSync } from 'node:fs';

/** Memory of a process in MB, read from /proc; 0 on other systems. */
export function megabytesOf(pid: number): number {
  try {
    const [, kilobytes] =
      /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}
