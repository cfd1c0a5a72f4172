import ky, { HTTPError, TimeoutError } from 'ky';
import { retryAfterOf } from './retry-after.ts';

/** Longest a call may take, in milliseconds (§7.4). */
const timeoutMs = 10_000;
/** Longest Retry-After that a call waits for by itself, in milliseconds; a longer one is left to the caller (§7.4). */
const longestWaitMs = 10_000;

// Ky calls it before each retry; Chrome 99 lacks it.
AbortSignal.prototype.throwIfAborted ??= function throwIfAborted(this: AbortSignal) {
  if (this.aborted) throw this.reason;
};

/** The server did not respond in time. */
export class TimedOutError extends Error {}

/** The request; `signal` aborts the call. */
export interface Sending extends Omit<RequestInit, 'method' | 'signal'> {
  readonly method: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request. An idempotent one (§7.4) is retried up to `retries` times on temporary failures of connection or server (§7.4),
 * unless the server asks for a longer wait. Resolves with the server's response of any status; rejects without one: with a `TimedOutError`
 * after the time limit, or with the network's error.
 */
export async function send(
  fetchOne: typeof fetch,
  url: string,
  { signal, ...sending }: Sending,
  retries: number,
): Promise<Response> {
  signal?.throwIfAborted();
  try {
    return await ky(url, {
      ...sending,
      ...(signal === undefined ? {} : { signal }),
      fetch: fetchOne,
      timeout: timeoutMs,
      retry: {
        limit: retries,
        methods: ['get', 'delete'],
        statusCodes: [429, 502, 503, 504],
        afterStatusCodes: [429, 503],
        maxRetryAfter: longestWaitMs,
        jitter: true,
        shouldRetry: ({ error }) =>
          error instanceof HTTPError && (retryAfterOf(error.response) ?? 0) > longestWaitMs
            ? false
            : undefined,
      },
    });
  } catch (error) {
    if (error instanceof HTTPError) return error.response;
    throw error instanceof TimeoutError ? new TimedOutError() : error;
  }
}
