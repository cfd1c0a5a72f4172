import { afterAll, vi } from 'vitest';

/*
 * Test files of these rooms share a process, so that packages are loaded once for many. Nothing of ours passes from file to file: our
 * modules, and what they remember, are each file's again, and what a file replaced is put back.
 */
vi.resetModules();

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
