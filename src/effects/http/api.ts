import ky, { HTTPError, type KyInstance, TimeoutError } from 'ky';
import {
  type AnswerOf,
  type BodyGiven,
  type CallShape,
  callPath,
  type ParamsOf,
  type QueryGiven,
} from '../../../contract/call.ts';
import type { Pagination } from '../../../contract/envelope.ts';
import {
  idempotencyHeader,
  requestedWithHeader,
  requestedWithValue,
} from '../../../contract/limits.ts';
import { refusalText } from '../../../contract/refusal.ts';
import type { Failure, Outcome } from '../../../machines/shared/outcome.ts';
import type { LateCall } from './late-call.ts';

/** Longest a call may take (§7). */
const timeoutMs = 10_000;
/** Retries of GET and DELETE (§7, ruling 1.7-B). */
const retries = 3;

/** What a call is given beside its row. */
export type CallOptions<C extends CallShape> = {
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
} & (C['params'] extends object ? { readonly params: ParamsOf<C> } : { readonly params?: never }) &
  (C['body'] extends object ? { readonly body: BodyGiven<C> } : { readonly body?: never }) &
  (C['query'] extends object ? { readonly query?: QueryGiven<C> } : { readonly query?: never });

/** The contract as functions: every answer is parsed, every failure is a value. */
export interface Api {
  call<C extends CallShape>(
    call: C | LateCall<C>,
    options: CallOptions<C>,
  ): Promise<Outcome<AnswerOf<C>>>;
  /** The same with the page block of a list. */
  page<C extends CallShape>(
    call: C | LateCall<C>,
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

async function failureOf(error: unknown): Promise<Failure> {
  if (error instanceof HTTPError) {
    const status = error.response.status;
    let body: unknown = null;
    try {
      body = await error.response.json();
    } catch {
      // An answer without JSON has no words of its own.
    }
    const message = refusalText(body, status);
    if (status >= 500) return { kind: 'broken', status, message };
    const meta =
      typeof body === 'object' && body !== null ? (body as { meta?: unknown }).meta : undefined;
    return typeof meta === 'object' && meta !== null
      ? { kind: 'refused', status, message, meta: meta as Record<string, unknown> }
      : { kind: 'refused', status, message };
  }
  return error instanceof TimeoutError
    ? { kind: 'unreachable', message: 'The server did not answer in time.' }
    : noConnection;
}

/** The row of a call; null where its code cannot be fetched. */
function fetchedRow<C extends CallShape>({ row }: LateCall<C>): Promise<C | null> {
  return row().catch(() => null);
}

/** Makes the calls against one API root; `fetch` and how often a read is tried again may be replaced. */
export function createApi(options: {
  readonly root: string;
  readonly fetch?: typeof fetch;
  readonly retries?: number;
}): Api {
  const http: KyInstance = ky.create({
    prefixUrl: options.root,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    credentials: 'same-origin',
    timeout: timeoutMs,
    headers: { [requestedWithHeader]: requestedWithValue, accept: 'application/json' },
    retry: {
      limit: options.retries ?? retries,
      methods: ['get', 'delete'],
      statusCodes: [429, 502, 503, 504],
      afterStatusCodes: [429, 503],
      maxRetryAfter: 10_000,
      jitter: true,
    },
  });

  function send<C extends CallShape>(call: C | LateCall<C>, given: CallOptions<C>) {
    const path = callPath(call.path, given.params as Record<string, string> | undefined);
    return http(path.slice(1), {
      method: call.method.toLowerCase(),
      searchParams: searchOf(given.query),
      ...(given.signal === undefined ? {} : { signal: given.signal }),
      ...(given.body === undefined ? {} : { json: given.body }),
      ...(given.idempotencyKey === undefined
        ? {}
        : { headers: { [idempotencyHeader]: given.idempotencyKey } }),
    });
  }

  async function answered<C extends CallShape>(
    call: C | LateCall<C>,
    given: CallOptions<C>,
  ): Promise<Outcome<Answered>> {
    try {
      const body: unknown = await send(call, given).json();
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
      return { ok: false, failure: await failureOf(error) };
    }
  }

  async function page<C extends CallShape>(call: C | LateCall<C>, given: CallOptions<C>) {
    const ahead = 'row' in call && call.isAhead ? fetchedRow(call) : null;
    const answer = await answered(call, given);
    if (!answer.ok) return answer;
    const row = 'row' in call ? await (ahead ?? fetchedRow(call)) : call;
    // Without its schemas an answer cannot be read: as good as none.
    if (row === null) return { ok: false, failure: noConnection } as const;
    const data = answer.value.body.data ?? null;
    const parsed = row.answer.safeParse(row.normalise?.(data) ?? data);
    if (!parsed.success) {
      // The path of the fault is logged, never the values: they may be somebody's data (ruling 1.8-B).
      console.warn(
        `Unknown answer of ${call.method} ${call.path}`,
        parsed.error.issues.map((issue) => issue.path.join('.')),
      );
      return {
        ok: false,
        failure: { kind: 'broken', status: 200, message: `Unknown answer of ${call.path}` },
      } as const;
    }
    const pagination = (answer.value.body.pagination ?? null) as Pagination | null;
    return { ok: true, value: { items: parsed.data as AnswerOf<C>, pagination } } as const;
  }

  return {
    page,
    async call(call, given) {
      const answer = await page(call, given);
      return answer.ok ? { ok: true, value: answer.value.items } : answer;
    },
    async file(call, given) {
      try {
        return { ok: true, value: await send(call, given).blob() };
      } catch (error) {
        return { ok: false, failure: await failureOf(error) };
      }
    },
  };
}
