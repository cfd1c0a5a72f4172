import { expect } from '@playwright/test';
import { test as base } from '../browser/one-app.ts';

/**
 * Playwright's `test` with a freshly seeded server for every test: one process per worker, whose changes are undone between tests.
 * A spec that kills or restarts its server calls startAppServer itself.
 */
export const test = base.extend<{ seeded: undefined }>({
  seeded: [
    async ({ app }, use, testInfo) => {
      const reset = await fetch(`${app.url}/dev/reset`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ keep_events: true }),
      });
      expect(reset.status, await reset.text()).toBe(200);
      await use(undefined);
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server output', {
          body: await app.output(),
          contentType: 'text/plain',
        });
      }
    },
    { auto: true },
  ],
});
