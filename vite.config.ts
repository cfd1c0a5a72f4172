import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
// For types only: a production install has no vitest.
import type {} from 'vitest/config';
import { cssTargets } from './scripts/build/browsers.ts';
import { buildStamp } from './scripts/build/build-stamp.ts';
import { compileAhead } from './scripts/build/compile-ahead.ts';
import { demoBuild } from './scripts/build/demo-build.ts';
import { firstLoadChunks } from './scripts/build/first-load-chunks.ts';
import { offlinePages } from './scripts/build/offline-pages.ts';
import { precompress } from './scripts/build/precompress.ts';
import { qaBuild } from './scripts/build/qa-build.ts';
import { serverBuild } from './scripts/build/server-build.ts';
import { FileOrder } from './scripts/test/file-order.ts';
import { slowness } from './tests/support/slowness.ts';

/** The end of a test that hangs; a slow machine gets more. */
const testMs = 180_000 * slowness();
/** The end of a condition that is waited for. */
const conditionMs = 60_000 * slowness();
/** An aborted rendering of React's server leaves its contexts in the process. */
const alone = ['tests/src/server-entry.test.tsx'];

export default defineConfig({
  plugins: [
    react(),
    offlinePages(),
    compileAhead(),
    precompress(),
    buildStamp(),
    qaBuild(),
    demoBuild(),
    serverBuild(),
  ],
  build: {
    outDir: 'dist/client',
    // All browsers of the list run it but static blocks, which `npm test -- browsers` refuses. By name, private members would be rewritten.
    target: 'es2022',
    cssTarget: cssTargets,
    // Only the oldest browsers we run in lack it, and lose no more than the preloading.
    modulePreload: {
      polyfill: false,
      // Styles alone have to be there before their code runs; a list of all code would weigh a kilobyte in the first load.
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')),
    },
    // A font inlined as data: would be refused by the policy font-src 'self'.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: firstLoadChunks(),
        },
      },
    },
  },
  test: {
    passWithNoTests: true,
    reporters: ['default', './tests/support/model/transition-report.ts'],
    // From four cores on, two are the browser's.
    maxWorkers: availableParallelism() > 3 ? availableParallelism() - 2 : availableParallelism(),
    sequence: { sequencer: FileOrder },
    expect: { poll: { timeout: conditionMs } },
    projects: [
      nodeProject('contract', ['tests/contract/**/*.test.{ts,tsx}']),
      nodeProject('machines', ['tests/machines/**/*.test.{ts,tsx}']),
      nodeProject('model', ['tests/model/**/*.test.{ts,tsx}']),
      nodeProject('architecture', ['tests/{architecture,scripts}/**/*.test.ts']),
      srcProject('src', ['tests/src/**/*.test.{ts,tsx}', 'tests/fault/**/*.test.tsx'], {
        isolate: false,
        exclude: alone,
        setupFiles: ['tests/support/shared-process.ts', 'tests/support/dom-setup.ts'],
      }),
      srcProject('src-alone', alone, { setupFiles: ['tests/support/dom-setup.ts'] }),
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,fault}/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/shared-process.ts'],
          globalSetup: ['tests/support/database/global-migrated.ts'],
          // Each file starts a whole database.
          testTimeout: testMs,
          hookTimeout: testMs,
          // After the other rooms, so that its races are not timed against them.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

function srcProject(
  name: string,
  include: string[],
  test: { isolate?: boolean; exclude?: string[]; setupFiles: string[] },
) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      ...test,
      environment: 'jsdom' as const,
      testTimeout: testMs,
      hookTimeout: testMs,
      css: { modules: { classNameStrategy: 'non-scoped' as const } },
    },
  };
}

function nodeProject(name: string, include: string[]) {
  return {
    extends: true as const,
    test: {
      name,
      include,
      environment: 'node' as const,
      isolate: false,
      setupFiles: ['tests/support/shared-process.ts'],
      testTimeout: testMs,
      hookTimeout: testMs,
    },
  };
}
