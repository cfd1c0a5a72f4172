// @vitest-environment node

import { afterEach, expect, it, vi } from 'vitest';
import { noteServerDate, serverNow } from '../../../src/effects/http/server-time.ts';

afterEach(() => {
  vi.useRealTimers();
});

it("returns the server's time on a device whose clock is days wrong", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 1) });
  noteServerDate('Sat, 07 Mar 2026 05:00:00 GMT');
  expect(serverNow()).toBe(Date.UTC(2026, 2, 7, 5));
  vi.advanceTimersByTime(60_000);
  expect(serverNow()).toBe(Date.UTC(2026, 2, 7, 5, 1));
  for (const odd of [null, '', 'kemarin']) noteServerDate(odd);
  expect(serverNow()).toBe(Date.UTC(2026, 2, 7, 5, 1));
});
