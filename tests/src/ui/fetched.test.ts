import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchCode } from '../../../src/ui/fetched.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('is fetched once where the connection holds', async () => {
  const load = vi.fn(async () => 'code');
  await expect(fetchCode(load)).resolves.toBe('code');
  expect(load).toHaveBeenCalledTimes(1);
});

it('is fetched again, later each time, while the connection is away', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('No connection.'));
  const code = fetchCode(load);
  await vi.advanceTimersByTimeAsync(499);
  expect(load).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(2);
  load.mockResolvedValue('code');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(code).resolves.toBe('code');
});

it('fails after half a minute, so that the page can offer a way out', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('No connection.'));
  const code = expect(fetchCode(load)).rejects.toThrow('No connection.');
  await vi.advanceTimersByTimeAsync(30_500);
  await code;
  expect(load).toHaveBeenCalledTimes(7);
});
