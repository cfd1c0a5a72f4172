import {
  type AnswerOf,
  type BodyGiven,
  type CallShape,
  callPath,
  type ParamsOf,
  type QueryGiven,
} from '../../../contract/call/call.ts';
import type { Pagination } from '../../../contract/call/envelope.ts';
import { refusalWords } from '../../../contract/call/refusal.ts';
import { readAnswer } from '../../../contract/call/tolerant.ts';
import {
  challengeHeader,
  challengeStatus,
  idempotencyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '../../../contract/limits.ts';
import type { Failure, Outcome } from '../../../machines/shared/outcome.ts';
import { refusalCodeOf } from './refusal-code.ts';
import { retryAfterOf } from './retry-after.ts';
import { prepareSending, type Sending, send, TimedOutError } from './send.ts';
import { noteServerDate } from './server-time.ts';

/** Retries of GET and DELETE (§7, ruling 1.7-B). */
const retries = 3;
/** Challenges one call solves at most: a second one where the first had become too easy meanwhile. */
const challengesMet = 2;

/** What a call is given beside its row. */
export type CallOptions<C extends CallShape> = {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  /** Asks for the short form of an answer that has one (RFC 7240); a back end that knows none sends the whole. */
  readonly prefersMinimal?: true;
} & (C['params'] extends object ? { readonly params: ParamsOf<C> } : { readonly params?: never }) &
  (C['body'] extends object ? { readonly body: BodyGiven<C> } : { readonly body?: never }) &
  (C['query'] extends object ? { readonly query?: QueryGiven<C> } : { readonly query?: never });

/** A row of the contract, or the import of it, where the contract is fetched with the first call that needs it (decision 045). */
export type Row<C extends CallShape> = C | Promise<C>;

/** The contract as functions: every answer is parsed, every failure is a value. */
export interface Api {
  call<C extends CallShape>(row: Row<C>, options: CallOptions<C>): Promise<Outcome<AnswerOf<C>>>;
  /** The same with the page block of a list. */
  page<C extends CallShape>(
    row: Row<C>,
    options: CallOptions<C>,
  ): Promise<Outcome<{ readonly items: AnswerOf<C>; readonly pagination: Pagination | null }>>;
  /** A file answer (HTML or PDF). */
  file<C extends CallShape>(call: C, options: CallOptions<C>): Promise<Outcome<Blob>>;
}

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

const noConnection: Failure = { kind: 'unreachable', message: 'No connection to the server.' };

/** Why nothing was answered. */
function silence(error: unknown): Failure {
  return error instanceof TimedOutError
    ? { kind: 'unreachable', message: 'The server did not answer in time.' }
    : noConnection;
}

/** Refusals that are about the moment and not about what was asked: too slow, too early, too many. */
const momentary: readonly number[] = [408, 425, 429];

/** What an answer other than a 2xx says of a call. */
async function refusalOf(
  call: { readonly method: string; readonly path: string },
  answer: Response,
): Promise<Failure> {
  const { status } = answer;
  let body: unknown = null;
  try {
    body = await answer.json();
  } catch {
    // An answer without JSON has no words of its own.
  }
  const message = refusalWords(body);
  const code = refusalCodeOf(call, status, body, message);
  const wait = retryAfterOf(answer);
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

/** The row itself; null where its code cannot be fetched. */
export async function fetchedRow<C extends CallShape>(row: Row<C>): Promise<C | null> {
  try {
    return await row;
  } catch {
    return null;
  }
}

/** Makes the calls against one API root; `fetch` and how often a read is tried again may be replaced. */
export function createApi(options: {
  readonly root: string;
  readonly fetch?: typeof fetch;
  readonly retries?: number;
}): Api {
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
      // Rarely met, so its code is fetched when it is; without it the refusal stands.
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
  ): Promise<Outcome<Answered>> {
    try {
      const answer = await ask(call, given);
      if (!answer.ok) return { ok: false, failure: await refusalOf(call, answer) };
      const body: unknown = await answer.json();
      if (typeof body !== 'object' || body === null) {
        return {
          ok: false,
          failure: { kind: 'broken', status: 200, message: 'The answer is not an object.' },
        };
      }
      return { ok: true, value: { body: body as Record<string, unknown> } };
    } catch (error) {
      if (error instanceof SyntaxError) {
        return {
          ok: false,
          failure: { kind: 'broken', status: 200, message: 'The answer is not JSON.' },
        };
      }
      return { ok: false, failure: silence(error) };
    }
  }

  async function page<C extends CallShape>(row: Row<C>, given: CallOptions<C>) {
    // Both are fetched at once.
    prepareSending().catch(() => undefined);
    const call = await fetchedRow(row);
    if (call === null) return { ok: false, failure: noConnection } as const;
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
      } as const;
    }
    const pagination = (answer.value.body.pagination ?? null) as Pagination | null;
    if (read.leftOut.length > 0) {
      console.warn(`Left out of the answer of ${call.method} ${call.path}`, read.leftOut);
    }
    return { ok: true, value: { items: read.value as AnswerOf<C>, pagination } } as const;
  }

  return {
    page,
    async call(call, given) {
      const answer = await page(call, given);
      return answer.ok ? { ok: true, value: answer.value.items } : answer;
    },
    async file(call, given) {
      try {
        const answer = await ask(call, given);
        if (!answer.ok) return { ok: false, failure: await refusalOf(call, answer) };
        return { ok: true, value: await answer.blob() };
      } catch (error) {
        return { ok: false, failure: silence(error) };
      }
    },
  };
}
