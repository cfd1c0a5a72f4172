import type { Outcome } from '../../../machines/shared/outcome.ts';
import type { IdempotencyKeys } from '../storage/idempotency.ts';

/** How often a request is made again while the server still answers the first one under its key. */
const repeats = 8;

/** What a call under a key is about. */
interface KeyedCall<T> {
  readonly keys: IdempotencyKeys;
  readonly slug: string;
  readonly action: string;
  readonly body: unknown;
  /** Actions that this one undoes: once it is done, a repetition of theirs is a new request. */
  readonly undoes?: readonly string[];
  readonly send: (idempotencyKey: string) => Promise<Outcome<T>>;
}

/** Milliseconds after which a request that is still being answered may be asked about; null for any other outcome. */
function waitOf(outcome: Outcome<unknown>): number | null {
  if (outcome.ok || outcome.failure.kind !== 'refused' || outcome.failure.status !== 409)
    return null;
  return outcome.failure.retryAfterMs ?? null;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a call under a key that outlives a refresh (F05, F28). The key is given up once the outcome is known: an answer, or a refusal
 * that is one. A request whose forerunner is still being answered, after a refresh or a lost reply, waits for that answer.
 */
export async function keyedCall<T>({
  keys,
  slug,
  action,
  body,
  undoes = [],
  send,
}: KeyedCall<T>): Promise<Outcome<T>> {
  const key = keys.keyFor(slug, action, body);
  for (let made = 0; ; made += 1) {
    const outcome = await send(key);
    const wait = waitOf(outcome);
    if (wait === null) {
      if (outcome.ok) for (const undone of undoes) keys.settle(slug, undone);
      if (outcome.ok || outcome.failure.kind === 'refused') keys.settle(slug, action);
      return outcome;
    }
    if (made === repeats) {
      return {
        ok: false,
        failure: { kind: 'unreachable', message: 'The server did not answer in time.' },
      };
    }
    await pause(wait);
  }
}
