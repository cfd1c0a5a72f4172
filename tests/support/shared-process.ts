import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { runSeed } from './browser/seed.ts';

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

// The same cases from run to run: a new one is looked for on purpose, with another seed, and never turns the run of a bystander red.
fc.configureGlobal({ seed: runSeed() });
