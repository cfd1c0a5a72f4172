import { isRefusedAs, type Outcome } from '../../../machines/shared/outcome.ts';
import type { IdempotencyKeys } from '../storage/idempotency.ts';

/** Most repetitions of a request while the server still processes the first one under its key. */
const repeats = 8;

/** A call with an idempotency key. */
interface KeyedCall<T> {
  readonly keys: IdempotencyKeys;
  readonly slug: string;
  readonly action: string;
  readonly body: unknown;
  /** Actions that this one undoes: once it is done, a repetition of theirs is a new request. */
  readonly undoes?: readonly string[];
  readonly send: (idempotencyKey: string) => Promise<Outcome<T>>;
}

/** Milliseconds after which to repeat a request that the server still processes; null for any other result. */
function waitOf(outcome: Outcome<unknown>): number | null {
  if (outcome.ok || !isRefusedAs(outcome.failure, 'keyInUse')) return null;
  return outcome.failure.kind === 'unreachable' ? null : (outcome.failure.retryAfterMs ?? null);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Makes a call with an idempotency key that survives a reload (F05, F28). The key is dropped once the result is final: a response, or a
 * refusal that a retry would not change. While the server still processes an earlier request with this key, the call waits for its
 * response.
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
