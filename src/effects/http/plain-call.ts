import {
  type AnswerOf,
  type BodyGiven,
  type CallShape,
  callPath,
  type QueryGiven,
} from '../../../contract/call/call.ts';
import { refusalSchema } from '../../../contract/call/envelope.ts';
import { isOwnRefusal } from '../../../contract/call/refusal.ts';
import { apiRoot, requestedWithHeader, requestedWithValue } from '../../../contract/limits.ts';
import type { Result } from '../../../machines/shared/result.ts';
import { refusalCodeOf } from './refusal-code.ts';

const timeoutMs = 15_000;
const maxWords = 200;

/** What a plain call sends. */
export interface PlainGiven<C extends CallShape> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryGiven<C>;
  readonly body?: BodyGiven<C>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Makes one call of the contract; every failure is a value. */
export type PlainCall = <C extends CallShape>(
  call: C,
  given?: PlainGiven<C>,
) => Promise<Result<AnswerOf<C>>>;

/** Creates the calls of the small pages beside the app, below an origin: fetch with a time limit, and nothing of the app's own client. */
export function createPlainCall(
  origin: string,
  credentials: 'omit' | 'same-origin',
  send: typeof fetch = fetch,
): PlainCall {
  return async (call, given = {}) => {
    // Combined by hand: the browsers of some phones lack AbortSignal.any.
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeoutMs);
    given.signal?.addEventListener('abort', () => stop.abort());
    const query = new URLSearchParams(
      Object.entries(given.query ?? {}).map(([name, value]) => [name, String(value)]),
    ).toString();
    try {
      const path = callPath(call.path, given.params);
      const response = await send(`${origin}${apiRoot}${path}${query === '' ? '' : `?${query}`}`, {
        method: call.method,
        credentials,
        cache: 'no-store',
        signal: stop.signal,
        headers: {
          accept: 'application/json',
          [requestedWithHeader]: requestedWithValue,
          ...given.headers,
          ...(given.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
      });
      return read(call, response.status, await response.json().catch(() => null));
    } catch {
      return { ok: false, failure: { kind: 'unreachable', message: '' } };
    } finally {
      clearTimeout(timer);
    }
  };
}

function read<C extends CallShape>(call: C, status: number, body: unknown): Result<AnswerOf<C>> {
  if (status < 500 && (body === null || (status >= 400 && !isOwnRefusal(status, body)))) {
    return { ok: false, failure: { kind: 'unreachable', message: '' } };
  }
  if (status >= 400 && status < 500) {
    const refusal = refusalSchema.safeParse(body);
    const message = refusal.success ? refusal.data.message.slice(0, maxWords) : '';
    const code = refusalCodeOf(call, status, body, message);
    return { ok: false, failure: { kind: 'refused', status, code, message } };
  }
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
  const parsed = call.answer.safeParse(data);
  if (status !== 200 || !parsed.success) {
    return { ok: false, failure: { kind: 'broken', status, message: '' } };
  }
  return { ok: true, value: parsed.data as AnswerOf<C> };
}
