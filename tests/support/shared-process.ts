import { afterAll, vi } from 'vitest';

/*
 * Test files of these folders share a process, so that packages load once for many files. Each file gets fresh instances of our modules,
 * and its mocks are restored at its end.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
