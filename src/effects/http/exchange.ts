import { type AnswerOf, type CallShape, callPath } from '../../../contract/call/call.ts';
import type { Pagination } from '../../../contract/call/envelope.ts';
import { isOwnRefusal, refusalWords } from '../../../contract/call/refusal.ts';
import { readAnswer } from '../../../contract/call/tolerant.ts';
import {
  challengeHeader,
  challengeStatus,
  idempotencyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '../../../contract/limits.ts';
import type { Failure, Result } from '../../../machines/shared/result.ts';
import { type ApiOptions, type CallOptions, noConnection } from './call-options.ts';
import { refusalCodeOf } from './refusal-code.ts';
import { retryAfterOf } from './retry-after.ts';
import { type Sending, send, TimedOutError } from './send.ts';
import { noteServerDate } from './server-time.ts';

/** Retries of GET and DELETE (§7.4). */
const retries = 3;
/** Most challenges per call: a second one if the required difficulty has risen meanwhile. */
const challengesMet = 2;

interface Answered {
  readonly body: Record<string, unknown>;
}

function searchOf(query: unknown): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search;
}

/** The failure for a call without a response. */
function silence(error: unknown): Failure {
  return error instanceof TimedOutError
    ? { kind: 'unreachable', message: 'The server did not answer in time.' }
    : noConnection;
}

/** Statuses of temporary refusals: timeout, too early, too many requests. */
const momentary: readonly number[] = [408, 425, 429];

/** The failure for a response that refuses: by its own status, or by the one in its envelope (§7.8). */
function refusalOf(call: CallShape, answer: Response, status: number, body: unknown): Failure {
  // Of a 5xx, and of a temporary refusal, the status alone says enough: ask again.
  const saysAgain = status >= 500 || momentary.includes(status);
  if (!saysAgain && !isOwnRefusal(status, body)) return noConnection;
  const message = refusalWords(body);
  const wait = retryAfterOf(answer);
  const code = refusalCodeOf(call, status, body, message, wait !== null);
  const reason = {
    status,
    message,
    ...(code === null ? {} : { code }),
    ...(wait === null ? {} : { retryAfterMs: wait }),
  };
  if (status >= 500) return { kind: 'broken', ...reason };
  const { meta, errors } = (body ?? {}) as { meta?: unknown; errors?: { field?: unknown }[] };
  const field = errors?.[0]?.field;
  return {
    kind: 'refused',
    ...reason,
    ...(momentary.includes(status) ? { isMomentary: true } : {}),
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof meta === 'object' && meta !== null ? { meta: meta as Record<string, unknown> } : {}),
  };
}

/** The failure for a response other than 2xx; one without JSON carries no message. */
async function refusedBy(call: CallShape, answer: Response): Promise<Failure> {
  return refusalOf(call, answer, answer.status, await answer.json().catch(() => null));
}

/** Sends the calls of one API root and reads their responses: every response is parsed, every failure is a value. */
export function createExchange(options: ApiOptions) {
  const fetchOne = options.fetch ?? ((input, init) => fetch(input, init));

  async function ask<C extends CallShape>(call: C, given: CallOptions<C>) {
    const path = callPath(call.path, given.params as Record<string, string> | undefined);
    const search = searchOf(given.query).toString();
    const headers: Record<string, string> = {
      accept: 'application/json',
      [requestedWithHeader]: requestedWithValue,
    };
    if (given.body !== undefined) headers['content-type'] = 'application/json';
    if (given.idempotencyKey !== undefined) headers[idempotencyHeader] = given.idempotencyKey;
    if (given.prefersMinimal === true) headers.prefer = 'return=minimal';
    const sending: Sending = {
      method: call.method,
      headers,
      credentials: 'same-origin',
      signal: given.signal,
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    };
    const url = `${options.root}${path}${search === '' ? '' : `?${search}`}`;
    let answer = await send(fetchOne, url, sending, options.retries ?? retries);
    for (let tries = 0; answer.status === challengeStatus && tries < challengesMet; tries += 1) {
      // Challenges are rare, so their code is loaded on demand; without it the refusal stands.
      const { solved } = (await import('./challenge.ts').catch(() => null)) ?? {};
      const solution = await solved?.(answer, given.signal);
      if (solution === undefined) break;
      const proven = { ...sending, headers: { ...headers, [challengeHeader]: solution } };
      answer = await send(fetchOne, url, proven, options.retries ?? retries);
    }
    noteServerDate(answer.headers.get('date'));
    return answer;
  }

  async function answered<C extends CallShape>(
    call: C,
    given: CallOptions<C>,
  ): Promise<Result<Answered>> {
    try {
      const answer = await ask(call, given);
      if (!answer.ok) return { ok: false, failure: await refusedBy(call, answer) };
      const body: unknown = await answer.json();
      if (typeof body !== 'object' || body === null) {
        return {
          ok: false,
          failure: { kind: 'broken', status: 200, message: 'The answer is not an object.' },
        };
      }
      const { status } = body as { readonly status?: unknown };
      if (typeof status === 'number' && status >= 400)
        return { ok: false, failure: refusalOf(call, answer, status, body) };
      return { ok: true, value: { body: body as Record<string, unknown> } };
    } catch (error) {
      // Not of the server: its responses are JSON.
      if (error instanceof SyntaxError) return { ok: false, failure: noConnection };
      return { ok: false, failure: silence(error) };
    }
  }

  async function page<C extends CallShape>(
    call: C,
    given: CallOptions<C>,
  ): Promise<Result<{ items: AnswerOf<C>; pagination: Pagination | null }>> {
    const answer = await answered(call, given);
    if (!answer.ok) return answer;
    const read = readAnswer<CallShape>(
      call,
      answer.value.body.data ?? null,
      given.params as Record<string, string> | undefined,
    );
    if (!read.ok) {
      console.warn(`Unknown answer of ${call.method} ${call.path}`, read.paths);
      return {
        ok: false,
        failure: { kind: 'broken', status: 200, message: `Unknown answer of ${call.path}` },
      };
    }
    const pagination = (answer.value.body.pagination ?? null) as Pagination | null;
    if (read.leftOut.length > 0) {
      console.warn(`Left out of the answer of ${call.method} ${call.path}`, read.leftOut);
    }
    return { ok: true, value: { items: read.value as AnswerOf<C>, pagination } };
  }

  async function file<C extends CallShape>(call: C, given: CallOptions<C>): Promise<Result<Blob>> {
    try {
      const answer = await ask(call, given);
      if (!answer.ok) return { ok: false, failure: await refusedBy(call, answer) };
      const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true;
      if (isPage && !call.path.endsWith('/html')) return { ok: false, failure: noConnection };
      return { ok: true, value: await answer.blob() };
    } catch (error) {
      return { ok: false, failure: silence(error) };
    }
  }

  return { page, file };
}
