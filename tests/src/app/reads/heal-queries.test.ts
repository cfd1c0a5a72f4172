// @vitest-environment jsdom
import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '../../../../machines/shared/result.ts';
import { healQueries } from '../../../../src/app/reads/heal-queries.ts';
import { CallError } from '../../../../src/app/reads/queries.ts';

const away: Failure = { kind: 'unreachable', message: '' };
let client: QueryClient;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  stop = healQueries(client, () => 0.5);
});
afterEach(() => {
  stop();
  client.clear();
});

/** An observed read: fails with these failures in turn, then resolves with 'data'. */
function looked(failures: readonly Failure[]) {
  const left = [...failures];
  const read = vi.fn(async () => {
    const failure = left.shift();
    if (failure !== undefined) throw new CallError(failure);
    return 'data';
  });
  const seen: string[] = [];
  const observer = new QueryObserver(client, { queryKey: ['list'], queryFn: read });
  const leave = observer.subscribe(({ status }) => seen.push(status));
  return { read, seen, leave, status: () => observer.getCurrentResult().status };
}

describe('a read that failed (§4.110)', () => {
  it('is retried after growing pauses, and its message stays on screen until it succeeds', async () => {
    const page = looked([away, away, away]);
    await vi.advanceTimersByTimeAsync(0);
    expect(page.status()).toBe('error');
    await vi.advanceTimersByTimeAsync(999);
    expect(page.read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.read).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(page.status()).toBe('success');
    expect(new Set(page.seen.slice(page.seen.indexOf('error')))).toEqual(
      new Set(['error', 'success']),
    );
    await vi.advanceTimersByTimeAsync(120_000);
    expect(page.read).toHaveBeenCalledTimes(4);
  });

  it('waits as long as the server asked for, or until the page becomes visible', async () => {
    const page = looked([{ kind: 'broken', status: 503, message: '', retryAfterMs: 60_000 }]);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(page.read).toHaveBeenCalledTimes(1);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(page.status()).toBe('success');
    focusManager.setFocused(undefined);
  });

  it('is not retried after a refusal, nor without an observer', async () => {
    const refused = looked([{ kind: 'refused', status: 404, message: 'Event not found' }]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(refused.read).toHaveBeenCalledTimes(1);
    refused.leave();
    client.clear();
    const left = looked([away]);
    await vi.advanceTimersByTimeAsync(0);
    left.leave();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(left.read).toHaveBeenCalledTimes(1);
  });
});
