/** Longest the server may take to begin an answer, in milliseconds (§7). */
const timeoutMs = 10_000;
/** First wait before another try; each further one is twice as long, and a random part of it is waited. */
const firstWaitMs = 300;
/** Longest wait a server may ask for, in milliseconds. */
const longestWaitMs = 10_000;
/** Methods that change nothing when they are sent twice (ruling 1.7-B). */
const repeatable: readonly string[] = ['GET', 'DELETE'];
/** Answers of a server that may do better in a moment. */
const passing: readonly number[] = [429, 502, 503, 504];
/** Those that may say when. */
const dated: readonly number[] = [429, 503];

/** The server began no answer in time. */
export class TimedOutError extends Error {}

/** What goes to the server; `signal` gives the call up. */
export interface Sending extends Omit<RequestInit, 'method' | 'signal'> {
  readonly method: string;
  readonly signal?: AbortSignal | undefined;
}

/** One try. The answer's body can still be given up by the signal, but is not timed. */
async function tryOnce(fetchOne: typeof fetch, url: string, sending: Sending): Promise<Response> {
  const { signal } = sending;
  const own = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    own.abort();
  }, timeoutMs);
  signal?.addEventListener('abort', () => own.abort(), { once: true });
  try {
    signal?.throwIfAborted();
    return await fetchOne(new Request(url, { ...sending, signal: own.signal }));
  } catch (error) {
    throw isLate ? new TimedOutError() : error;
  } finally {
    clearTimeout(timer);
  }
}

/** How long a server asks to wait, in milliseconds; null where it does not say. */
function askedWait({ status, headers }: Response): number | null {
  const said = dated.includes(status) ? headers.get('retry-after') : null;
  if (said === null) return null;
  const seconds = Number(said);
  const wait = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.min(Math.max(0, wait), longestWaitMs);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/**
 * Sends a request, and a repeatable one up to `retries` times again while the connection or the server fails for a moment (§7). Rejects
 * without an answer: with a `TimedOutError`, at once and only when it is late, or with the network's own error.
 */
export async function send(
  fetchOne: typeof fetch,
  url: string,
  sending: Sending,
  retries: number,
): Promise<Response> {
  const tries = repeatable.includes(sending.method) ? retries : 0;
  for (let tried = 0; ; tried += 1) {
    const wait = Math.random() * firstWaitMs * 2 ** tried;
    try {
      const answer = await tryOnce(fetchOne, url, sending);
      if (tried === tries || !passing.includes(answer.status)) return answer;
      await pause(askedWait(answer) ?? wait, sending.signal);
    } catch (error) {
      const isFinal = error instanceof TimedOutError || sending.signal?.aborted === true;
      if (tried === tries || isFinal) throw error;
      await pause(wait, sending.signal);
    }
  }
}
