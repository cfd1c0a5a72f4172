// @vitest-environment node

import { describe, expect, it, vi } from 'vitest';
import { login } from '../../../contract/account.ts';
import { session } from '../../../contract/session.ts';
import { createApi } from '../../../src/effects/http/api.ts';
import { createGateApi } from '../../../src/gate/api.ts';
import foreignAnswers from './cases/foreign-answers.json' with { type: 'json' };

type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | Error;

function server(...replies: Reply[]) {
  const seen: Request[] = [];
  const answer = vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
    seen.push(new Request(input, init));
    const reply = replies[Math.min(seen.length, replies.length) - 1];
    if (reply === undefined || reply instanceof Error) throw reply ?? new Error('no reply');
    const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? null);
    return new Response(text, { status: reply.status, headers: reply.headers ?? {} });
  });
  return { api: createApi({ root: 'http://localhost/api', fetch: answer }), seen };
}

const envelope = (data: unknown) => ({ status: 200, body: { status: 200, message: 'OK', data } });
const nobody = { event: null, session: null, queue_info: null };
const credentials = { body: { email: 'a@b.id', password: 'x' } };

describe('a call of the contract', () => {
  it('is addressed, marked and parsed by its row', async () => {
    const { api, seen } = server(envelope({ isVerified: true }));
    const answer = await api.call(login, credentials);
    expect(answer).toEqual({ ok: true, value: { isVerified: true } });
    expect(seen[0]?.method).toBe('POST');
    expect(seen[0]?.url).toBe('http://localhost/api/auth/login');
    expect(seen[0]?.headers.get('x-requested-with')).toBe('roetix');
    expect(await seen[0]?.json()).toEqual(credentials.body);
  });

  it('without a body sends no content type (§7.3)', async () => {
    const { api, seen } = server(envelope(nobody));
    await api.call(session, {});
    expect(seen[0]?.headers.has('content-type')).toBe(false);
  });

  it.each([422, 200])(
    'is refused under HTTP %i by the status of its envelope (§7.8), with the first of errors, else message (§3.6)',
    async (status) => {
      const errors = [{ message: 'E-mail is required' }];
      const body = { status: 422, message: 'no', data: null, errors, meta: { a: 1 } };
      expect(await server({ status, body }).api.call(login, credentials)).toEqual({
        ok: false,
        failure: {
          kind: 'refused',
          status: 422,
          code: 'inputInvalid',
          message: 'E-mail is required',
          meta: { a: 1 },
        },
      });
    },
  );

  it.each([
    ['not JSON', 'oops'],
    ['no object', 7],
    ['another shape', { status: 200, message: '', data: { isVerified: 'yes' } }],
  ])('with an answer of %s is a failure, never a guess', async (_, body) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { api } = server({ status: 200, body });
    expect((await api.call(login, credentials)).ok).toBe(false);
    expect(JSON.stringify(warn.mock.calls)).not.toContain('yes');
  });

  it.each(foreignAnswers)(
    'takes the answer of $from for a network without the server',
    async (foreign) => {
      const unreachable = { ok: false, failure: { kind: 'unreachable' } };
      expect(await server(foreign).api.call(session, {})).toMatchObject(unreachable);
      const answer = async () => new Response(foreign.body, foreign);
      const gate = createGateApi('http://localhost', answer as typeof fetch);
      expect(await gate.news('pass', 0, '')).toMatchObject(unreachable);
    },
  );

  it.each([
    ['seconds', '60'],
    ['a date', 'Sun, 01 Nov 2026 00:01:00 GMT'],
  ])('hands on how long a server that is away wants to be left alone: %s', async (_, wait) => {
    vi.setSystemTime('2026-11-01T00:00:00Z');
    const { api, seen } = server({ status: 503, headers: { 'retry-after': wait } });
    expect(await api.call(session, {})).toEqual({
      ok: false,
      failure: { kind: 'broken', status: 503, message: '', retryAfterMs: 60_000 },
    });
    expect(seen).toHaveLength(1);
  });
});

describe('a call that is asked for proof (§7.7)', () => {
  const work = { kind: 'proof-of-work', token: 'tanda', seed: 'b'.repeat(24), bits: 6, parts: 2 };
  const asked = (challenge: unknown) => ({
    status: 428,
    body: { status: 428, message: 'Prove it', data: null, meta: { challenge } },
  });

  it('solves it and is sent again, with the same body', async () => {
    const { api, seen } = server(asked(work), envelope({ isVerified: true }));
    const answer = await api.call(login, credentials);
    expect(answer).toEqual({ ok: true, value: { isVerified: true } });
    expect(seen).toHaveLength(2);
    expect(seen[0]?.headers.has('x-challenge')).toBe(false);
    expect(seen[1]?.headers.get('x-challenge')).toMatch(/^tanda~[0-9a-f]{16}$/);
    expect(await seen[1]?.json()).toEqual(credentials.body);
  });

  it('gives up after two, with the refusal of the last', async () => {
    const { api, seen } = server(asked(work));
    const answer = await api.call(login, credentials);
    expect(answer).toMatchObject({ ok: false, failure: { kind: 'refused', status: 428 } });
    expect(seen).toHaveLength(3);
  });

  it.each([
    ['of a service', { kind: 'service', site_key: 'kunci', action: 'login' }],
    ['that would never end', { ...work, bits: 32 }],
    ['without any', undefined],
  ])('%s that it does not know is a refusal', async (_name, challenge) => {
    const { api, seen } = server(asked(challenge));
    const answer = await api.call(login, credentials);
    expect(answer).toMatchObject({ ok: false, failure: { status: 428, message: 'Prove it' } });
    expect(seen).toHaveLength(1);
  });

  it('stops solving when the call is given up', async () => {
    const { api, seen } = server(asked({ ...work, bits: 24, parts: 64 }));
    const abort = new AbortController();
    const answer = api.call(login, { ...credentials, signal: abort.signal });
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    abort.abort();
    expect(await answer).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    expect(seen).toHaveLength(1);
  });
});
