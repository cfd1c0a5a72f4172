import { type Browser, test as base } from '@playwright/test';
import { browserSlowdown } from '../slowness.ts';

/** A browser whose pages are slowed down as asked for. */
export function slowed(browser: Browser): Browser {
  if (!(browserSlowdown > 1)) return browser;
  const newContext = browser.newContext.bind(browser);
  return Object.assign(browser, {
    newContext: async (...options: Parameters<Browser['newContext']>) => {
      const context = await newContext(...options);
      context.on('page', async (page) => {
        try {
          const client = await context.newCDPSession(page);
          await client.send('Emulation.setCPUThrottlingRate', { rate: browserSlowdown });
        } catch {
          // A page that is closed at once need not be slow.
        }
      });
      return context;
    },
  });
}

/** Playwright's `test` without a server. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      await use(slowed(browser));
    },
    { scope: 'worker' },
  ],
});
