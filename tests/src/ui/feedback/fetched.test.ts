// @vitest-environment node

import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, it, vi } from 'vitest';
import { fetchCode, fetched } from '../../../../src/ui/feedback/fetched.ts';

beforeEach(() => vi.useFakeTimers());

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

it('is drawn without waiting once it was prepared', async () => {
  const Page = fetched(async () => ({ default: () => 'page' }));
  const draw = () =>
    renderToString(createElement(Suspense, { fallback: 'wait' }, createElement(Page)));
  const Other = fetched(async () => ({ default: () => 'page' }));
  expect(
    renderToString(createElement(Suspense, { fallback: 'wait' }, createElement(Other))),
  ).toContain('wait');
  await Page.prepare();
  expect(draw()).toContain('page');
});
