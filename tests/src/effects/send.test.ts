// @vitest-environment node

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { send, TimedOutError } from '../../../src/effects/http/send.ts';
import { noteServerDate, serverNow } from '../../../src/effects/http/server-time.ts';

const url = 'http://localhost/api/session';
const said = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

/** Replies in turn; an error is a lost connection. */
function network(...replies: (Response | Error | 'silence')[]) {
  return vi.fn(async (input: RequestInfo | URL) => {
    const reply = replies.shift();
    const { signal } = input as Request;
    if (reply === 'silence') {
      return new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    }
    if (reply === undefined || reply instanceof Error) throw reply ?? new Error('Asked too often.');
    return reply;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

describe('sending (§7.4)', () => {
  /** Expects the next try after exactly this time. */
  async function triesAfter(ms: number, answer: ReturnType<typeof network>) {
    await vi.advanceTimersByTimeAsync(0);
    const tries = answer.mock.calls.length;
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(answer).toHaveBeenCalledTimes(tries);
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toHaveBeenCalledTimes(tries + 1);
  }

  it.each([429, 502, 503, 504])('tries a read again after %i, each time later', async (status) => {
    const answer = network(said(status), said(status), said(200));
    const reply = send(answer, url, { method: 'GET' }, 3);
    await triesAfter(300, answer);
    await triesAfter(600, answer);
    expect((await reply).status).toBe(200);
  });

  it('retries after a lost connection, and rejects when it stays lost', async () => {
    const lost = () => new TypeError('Failed to fetch');
    const answer = network(lost(), lost(), lost(), lost());
    const reply = expect(send(answer, url, { method: 'DELETE' }, 3)).rejects.toThrow('Failed');
    await vi.runAllTimersAsync();
    await reply;
    expect(answer).toHaveBeenCalledTimes(4);
  });

  it('resolves with the last response when every attempt is refused', async () => {
    const answer = network(said(503), said(503));
    const reply = send(answer, url, { method: 'GET' }, 1);
    await vi.runAllTimersAsync();
    expect((await reply).status).toBe(503);
    expect(answer).toHaveBeenCalledTimes(2);
  });

  it.each([400, 401, 403, 404, 422, 500])('believes a %i at once', async (status) => {
    const answer = network(said(status));
    expect((await send(answer, url, { method: 'GET' }, 3)).status).toBe(status);
    expect(answer).toHaveBeenCalledOnce();
  });

  it.each(['POST', 'PUT'])('never sends a %s twice', async (method) => {
    const broken = network(said(503));
    expect((await send(broken, url, { method }, 3)).status).toBe(503);
    const cut = network(new TypeError('Failed to fetch'));
    await expect(send(cut, url, { method }, 3)).rejects.toThrow('Failed');
    expect(cut).toHaveBeenCalledOnce();
  });

  it.each([
    ['seconds', 503, '2', 2_000],
    ['a date', 503, 'Sun, 01 Nov 2026 00:00:03 GMT', 3_000],
    ['after too many calls', 429, '5', 5_000],
  ])(
    '[F29] waits as long as the server asks, then tries once: %s',
    async (_, status, asked, wait) => {
      vi.setSystemTime('2026-11-01T00:00:00Z');
      const answer = network(said(status, { 'retry-after': asked }), said(200));
      const reply = send(answer, url, { method: 'GET' }, 3);
      await triesAfter(wait, answer);
      expect((await reply).status).toBe(200);
      await vi.runAllTimersAsync();
      expect(answer).toHaveBeenCalledTimes(2);
    },
  );

  it('[F27] gives a silent server ten seconds, and does not ask again (§9.33)', async () => {
    const answer = network('silence');
    const reply = expect(send(answer, url, { method: 'GET' }, 3)).rejects.toBeInstanceOf(
      TimedOutError,
    );
    await vi.advanceTimersByTimeAsync(9_999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    await reply;
    expect(answer).toHaveBeenCalledOnce();
  });

  it.each([
    ['under way', ['silence' as const]],
    ['waiting to be tried again', [said(503), said(200)]],
  ])('is given up while it is %s', async (_when, replies) => {
    const giving = new AbortController();
    const answer = network(...replies);
    const reply = send(answer, url, { method: 'GET', signal: giving.signal }, 3);
    const refused = expect(reply).rejects.not.toBeInstanceOf(TimedOutError);
    await vi.advanceTimersByTimeAsync(100);
    giving.abort();
    await refused;
    await vi.runAllTimersAsync();
    expect(answer).toHaveBeenCalledOnce();
  });
});

it("the server's time is known on a device whose clock is days wrong", () => {
  vi.setSystemTime(Date.UTC(2026, 2, 1));
  noteServerDate('Sat, 07 Mar 2026 05:00:00 GMT');
  expect(serverNow()).toBe(Date.UTC(2026, 2, 7, 5));
  vi.advanceTimersByTime(60_000);
  for (const odd of [null, '', 'kemarin']) noteServerDate(odd);
  expect(serverNow()).toBe(Date.UTC(2026, 2, 7, 5, 1));
});
