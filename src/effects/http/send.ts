import ky, { HTTPError, TimeoutError } from 'ky';
import { retryAfterOf } from './retry-after.ts';

/** Longest a call may take, in milliseconds (§7). */
const timeoutMs = 10_000;
/** Longest wait a server may ask for that a call sits out itself, in milliseconds; a longer one is its caller's (ruling R21). */
const longestWaitMs = 10_000;

/** The server did not answer in time. */
export class TimedOutError extends Error {}

/** What goes to the server; `signal` gives the call up. */
export interface Sending extends Omit<RequestInit, 'method' | 'signal'> {
  readonly method: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request, and one that changes nothing when it is sent twice (ruling 1.7-B) up to `retries` times again while the connection
 * or the server fails for a moment (§7). A server that asks for a longer wait is answered for at once. Resolves with whatever the server says; rejects without an answer: with a `TimedOutError` when
 * it is late, or with the network's own error.
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
