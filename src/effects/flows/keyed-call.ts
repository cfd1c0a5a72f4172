import { isRefusedAs, type Result } from '../../../machines/shared/result.ts';
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
  readonly send: (idempotencyKey: string) => Promise<Result<T>>;
}

/** Milliseconds after which to repeat a request that the server still processes; null for any other result. */
function waitOf(result: Result<unknown>): number | null {
  if (result.ok || !isRefusedAs(result.failure, 'keyInUse')) return null;
  return result.failure.kind === 'unreachable' ? null : (result.failure.retryAfterMs ?? null);
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
}: KeyedCall<T>): Promise<Result<T>> {
  const key = keys.keyFor(slug, action, body);
  for (let made = 0; ; made += 1) {
    const result = await send(key);
    const wait = waitOf(result);
    if (wait === null) {
      if (result.ok) for (const undone of undoes) keys.settle(slug, undone);
      if (result.ok || result.failure.kind === 'refused') keys.settle(slug, action);
      return result;
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
