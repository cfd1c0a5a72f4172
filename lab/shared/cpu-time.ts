import { readFileSync } from 'node:fs';

/** Ticks per second in /proc on current Linux systems. */
const ticksPerSecond = 100;
/** Positions of utime and stime after the process name, which may contain spaces. */
const userTicks = 11;
const systemTicks = 12;

/** CPU time of all threads of a process so far, in milliseconds; null without /proc. */
export function cpuMsOf(pid: number): number | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[userTicks]) + Number(fields[systemTicks])) * 1000) / ticksPerSecond;
}

/** CPU time of a server during an action, in milliseconds per request; null if unknown. */
export async function cpuPerRequest(
  pid: number,
  requests: number,
  run: () => Promise<unknown>,
): Promise<number | null> {
  const before = cpuMsOf(pid);
  await run();
  const after = cpuMsOf(pid);
  if (before === null || after === null) return null;
  return (after - before) / requests;
}

/** Milliseconds, formatted for a report. */
export function inWords(ms: number | null): string {
  return ms === null ? 'CPU unknown without /proc' : `${ms.toFixed(1)} ms of CPU a request`;
}
