import type { AnswerOf, BodyOf, CallShape } from '../../contract/call/call.ts';
import { refusalSchema } from '../../contract/call/envelope.ts';
import { gateCalls, gatePassHeader } from '../../contract/gate.ts';
import { apiRoot, requestedWithHeader, requestedWithValue } from '../../contract/limits.ts';
import type { Result } from '../../machines/shared/result.ts';
import { refusalCodeOf } from '../effects/http/refusal-code.ts';

const timeoutMs = 15_000;
const maxWords = 200;

/** The gate's calls, authorised by a gate pass and without cookies. */
export interface GateApi {
  keys(): Promise<Result<AnswerOf<typeof gateCalls.gateKeys>>>;
  event(pass: string): Promise<Result<AnswerOf<typeof gateCalls.gateEvent>>>;
  news(
    pass: string,
    since: number,
    revokedMark: string,
  ): Promise<Result<AnswerOf<typeof gateCalls.gateNews>>>;
  scans(
    pass: string,
    body: BodyOf<typeof gateCalls.gateScans>,
    signal?: AbortSignal,
  ): Promise<Result<AnswerOf<typeof gateCalls.gateScans>>>;
}

/** Creates the gate's calls below an origin. They omit cookies, because the owner of the phone may be signed in as a buyer. */
export function createGateApi(origin: string, send: typeof fetch = fetch): GateApi {
  async function ask<C extends CallShape>(
    call: C,
    pass: string | null,
    more: { readonly query?: string; readonly body?: unknown; readonly signal?: AbortSignal } = {},
  ): Promise<Result<AnswerOf<C>>> {
    // Combined by hand: the browsers of some gate phones lack AbortSignal.any.
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), timeoutMs);
    more.signal?.addEventListener('abort', () => stop.abort());
    try {
      const response = await send(`${origin}${apiRoot}${call.path}${more.query ?? ''}`, {
        method: call.method,
        credentials: 'omit',
        cache: 'no-store',
        signal: stop.signal,
        headers: {
          accept: 'application/json',
          [requestedWithHeader]: requestedWithValue,
          ...(pass === null ? {} : { [gatePassHeader]: pass }),
          ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
      });
      return read(call, response.status, await response.json().catch(() => null));
    } catch {
      return { ok: false, failure: { kind: 'unreachable', message: '' } };
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    keys: () => ask(gateCalls.gateKeys, null),
    event: (pass) => ask(gateCalls.gateEvent, pass),
    news: (pass, since, mark) =>
      ask(gateCalls.gateNews, pass, {
        query: `?since=${since}&revoked_mark=${encodeURIComponent(mark)}`,
      }),
    scans: (pass, body, signal) =>
      ask(gateCalls.gateScans, pass, signal === undefined ? { body } : { body, signal }),
  };
}

function read<C extends CallShape>(call: C, status: number, body: unknown): Result<AnswerOf<C>> {
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
