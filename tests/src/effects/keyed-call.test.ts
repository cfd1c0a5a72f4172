// @vitest-environment node

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure, Result } from '../../../machines/shared/result.ts';
import { keyedCall } from '../../../src/effects/flows/keyed-call.ts';

const refused = (status: number, more: object = {}): Result<string> => ({
  ok: false,
  failure: { kind: 'refused', status, message: 'No', ...more } as Failure,
});
const lost: Result<string> = { ok: false, failure: { kind: 'unreachable', message: 'Offline' } };
const stillAnswered = refused(409, { code: 'keyInUse', retryAfterMs: 1_000 });
const done: Result<string> = { ok: true, value: 'paid' };

beforeEach(() => vi.useFakeTimers());

/** Makes the call against a list of results, of which the last one repeats. */
async function make(...answers: readonly [Result<string>, ...Result<string>[]]) {
  const keys = { keyFor: vi.fn(() => 'k1'), isOpen: () => false, settle: vi.fn() };
  const send = vi.fn(
    async (_key: string) => answers[Math.min(send.mock.calls.length, answers.length) - 1] ?? done,
  );
  const outcome = keyedCall({ keys, slug: 'acara', action: 'createPayment', body: {}, send });
  await vi.runAllTimersAsync();
  return { outcome: await outcome, keys, send, waited: Date.now() };
}

describe('a POST under a key (§7.5)', () => {
  it.each([
    ['an answer', done],
    ['a refusal', refused(422)],
    ['a conflict', refused(409)],
    ['a conflict that may pass', refused(409, { code: 'paymentNotVoidable', retryAfterMs: 1_000 })],
  ])('gives its key up after %s', async (_name, answer) => {
    const { outcome, keys, send } = await make(answer);
    expect(outcome).toEqual(answer);
    expect(send.mock.calls).toEqual([['k1']]);
    expect(keys.settle.mock.calls).toEqual([['acara', 'createPayment']]);
  });

  it('keeps its key while the server asks to repeat at once', async () => {
    const { outcome, keys, send } = await make(
      refused(409, { code: 'keyInUse', retryAfterMs: 0 }),
      done,
    );
    expect(outcome).toEqual(done);
    expect(send).toHaveBeenCalledTimes(2);
    expect(keys.settle).toHaveBeenCalledTimes(1);
  });

  it('drops the keys of the calls that it undoes, after success', async () => {
    const keys = { keyFor: vi.fn(() => 'k1'), isOpen: () => false, settle: vi.fn() };
    const call = {
      keys,
      slug: 'acara',
      action: 'voidPayment',
      body: {},
      undoes: ['createPayment'],
    };
    await keyedCall({ ...call, send: async () => lost });
    expect(keys.settle).not.toHaveBeenCalled();
    await keyedCall({ ...call, send: async () => done });
    expect(keys.settle.mock.calls).toEqual([
      ['acara', 'createPayment'],
      ['acara', 'voidPayment'],
    ]);
  });

  it('keeps its key while the result is unknown (F28)', async () => {
    const { outcome, keys } = await make(lost);
    expect(outcome).toEqual(lost);
    expect(keys.settle).not.toHaveBeenCalled();
  });

  it('waits for the response to the first one, as long as the server says (F05)', async () => {
    const before = Date.now();
    const { outcome, keys, send, waited } = await make(stillAnswered, stillAnswered, done);
    expect(outcome).toEqual(done);
    expect(send.mock.calls).toEqual([['k1'], ['k1'], ['k1']]);
    expect(waited - before).toBe(2_000);
    expect(keys.settle).toHaveBeenCalledTimes(1);
  });

  it('stops waiting after a limit, and reports that as no refusal', async () => {
    const { outcome, keys, send } = await make(stillAnswered);
    expect(outcome).toMatchObject({ failure: { kind: 'unreachable' } });
    expect(send).toHaveBeenCalledTimes(9);
    expect(keys.settle).not.toHaveBeenCalled();
  });
});
