import { readFileSync } from 'node:fs';

/** Ticks a second of /proc on every Linux of our time. */
const ticksPerSecond = 100;
/** Places of utime and stime behind the name of the process, which may hold spaces. */
const userTicks = 11;
const systemTicks = 12;

/** CPU that a process has used so far, all its threads together, in milliseconds; null where there is no /proc. */
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

/** CPU that a server used while something ran, in milliseconds a request; null where it cannot be known. */
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

/** Milliseconds in the words of a report. */
export function inWords(ms: number | null): string {
  return ms === null ? 'CPU unknown without /proc' : `${ms.toFixed(1)} ms of CPU a request`;
}
