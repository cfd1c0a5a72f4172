import { type Browser, test as base } from '@playwright/test';

/** Times by which the processor is slower for every page: BROWSER_SLOWDOWN=6 is a cheap phone. */
const slowdown = Number(process.env.BROWSER_SLOWDOWN ?? 1);

/** A browser whose pages are slowed down as asked for. */
export function slowed(browser: Browser): Browser {
  if (!(slowdown > 1)) return browser;
  const newContext = browser.newContext.bind(browser);
  return Object.assign(browser, {
    newContext: async (...options: Parameters<Browser['newContext']>) => {
      const context = await newContext(...options);
      context.on('page', async (page) => {
        try {
          const client = await context.newCDPSession(page);
          await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
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
