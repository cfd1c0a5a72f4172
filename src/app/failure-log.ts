import type { Failure } from '../../machines/shared/outcome.ts';

function kindOf(error: unknown): string {
  const failure = (error as { readonly failure?: Failure } | null)?.failure;
  if (failure === undefined) return error instanceof Error ? error.name : 'unknown';
  return failure.kind === 'unreachable' ? failure.kind : `${failure.kind} ${failure.status}`;
}

/** Notes in the console what could not be read and how, for the failures that §8 only logs; no address, no words, nothing of a person. */
export function logFailedRead(what: unknown, error: unknown): void {
  console.warn(`Could not read ${String(what)}: ${kindOf(error)}`);
}
