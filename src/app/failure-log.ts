import type { Failure } from '../../machines/shared/result.ts';

function kindOf(error: unknown): string {
  const failure = (error as { readonly failure?: Failure } | null)?.failure;
  if (failure === undefined) return error instanceof Error ? error.name : 'unknown';
  return failure.kind === 'unreachable' ? failure.kind : `${failure.kind} ${failure.status}`;
}

/** Logs a failed read to the console, for the failures that §8.5 only logs. The entry holds no address, no text and no personal data. */
export function logFailedRead(what: unknown, error: unknown): void {
  console.warn(`Could not read ${String(what)}: ${kindOf(error)}`);
}
