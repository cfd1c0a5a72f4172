import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, locateChromium } from './tests/support/browser/browser.ts';
import { type SystemFace, withSystemFace } from './tests/support/browser/system-fonts.ts';
import { browserSlowdown, slowness } from './tests/support/slowness.ts';

const chromiumWith = (face: SystemFace) => ({
  executablePath: locateChromium(),
  args: CHROMIUM_ARGS,
  env: withSystemFace(face),
});

/** A browser that is slowed down on purpose needs its own multiple of every limit. */
const factor = Math.max(slowness(), browserSlowdown);

export default defineConfig({
  globalSetup: './tests/support/browser/global-setup.ts',
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: Math.min(2, availableParallelism()),
  retries: 0,
  forbidOnly: true,
  // Generous ends: a condition that comes late on a busy machine is still met.
  timeout: 240_000 * factor,
  expect: { timeout: 30_000 * factor },
  reporter: [['list']],
  use: {
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    // A worker answers in place of the server; where that is looked at, a file asks for it.
    serviceWorkers: 'block',
    actionTimeout: 30_000 * factor,
    navigationTimeout: 60_000 * factor,
    // Kept or not, a trace costs every test a fifth of its time. A failure leaves a picture and the tree of its page; `--trace retain-on-failure` asks for more.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    // Most of a journey is the same at both widths: one that names a device in its title runs on that one alone, and so do whole files.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      testIgnore: ['**/demo.spec.ts'],
      use: { viewport: { width: 1280, height: 800 }, launchOptions: chromiumWith('arimo') },
    },
    {
      name: 'phone',
      grepInvert: /@desktop/,
      testIgnore: ['**/drawn-pages.spec.ts'],
      use: {
        viewport: { width: 360, height: 740 },
        hasTouch: true,
        isMobile: true,
        launchOptions: chromiumWith('roboto'),
      },
    },
  ],
});
