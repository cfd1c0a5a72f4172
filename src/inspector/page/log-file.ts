import { type LogFile, logFileSchema, type Moment, type WireRecord } from '../wire.ts';

/** A larger file is no exported log, and would block the page. */
export const largestFile = 40 * 1024 * 1024;

/** Result of reading a file. */
export type LogReading =
  | { readonly ok: true; readonly log: LogFile }
  | { readonly ok: false; readonly why: string };

/** Writes a log as the text of a file. */
export function logText(
  log: {
    readonly startedAt: number;
    readonly base: Moment;
    readonly records: readonly WireRecord[];
  },
  now: Date,
): string {
  const file: LogFile = {
    format: 'roetix-inspector-log',
    version: 1,
    exportedAt: now.toISOString(),
    startedAt: log.startedAt,
    base: log.base,
    records: [...log.records],
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** Parses the text of a file; returns one sentence about the error if it is no log. */
export function readLog(text: string): LogReading {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, why: 'The file is not JSON. Choose a file that Export wrote.' };
  }
  if (typeof data !== 'object' || data === null || !('format' in data)) {
    return { ok: false, why: 'The file is not an inspector log. Choose a file that Export wrote.' };
  }
  if ('version' in data && data.version !== 1) {
    return {
      ok: false,
      why: `The log has version ${String(data.version)}; this inspector reads version 1.`,
    };
  }
  const parsed = logFileSchema.safeParse(data);
  if (parsed.success) return { ok: true, log: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? 'the file' : issue.path.join('.');
  return { ok: false, why: `The log is damaged at ${place}: it cannot be shown.` };
}

/** Name of a file exported now; names sort by time. */
export function logFileName(now: Date): string {
  return `roetix-inspector-${now.toISOString().slice(0, 19).replaceAll(':', '')}.json`;
}
