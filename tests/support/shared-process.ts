import fc from 'fast-check';
import { afterEach, vi } from 'vitest';
import { runSeed } from './browser/seed.ts';
import { slowness } from './slowness.ts';

/*
 * Test files of these folders share a process, so that packages load once for many files. Each file gets fresh instances of our modules.
 * After each test the clock is real again, and what it replaced is restored.
 */
vi.resetModules();

// A second, which is Vitest's own limit, is no condition: a busy machine takes longer to load a module.
const { waitFor } = vi;
vi.waitFor = (condition, options = 60_000 * slowness()) => waitFor(condition, options);

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

// The same cases from run to run: a new one is looked for on purpose, with another seed, and never turns the run of a bystander red.
fc.configureGlobal({ seed: runSeed() });

// What the product and React write in the states that these tests make; more than that means something.
const usual = [
  'Max reconnection attempts reached',
  'The real-time connection failed.',
  'Could not read ',
  'Unknown answer of ',
  // jsdom has no such element.
  'The tag <%s> is unrecognized in this browser',
];
for (const level of ['error', 'warn', 'info', 'log'] as const) {
  const print = console[level].bind(console);
  console[level] = (...words) => {
    if (!usual.some((start) => String(words[0]).startsWith(start))) print(...words);
  };
}
