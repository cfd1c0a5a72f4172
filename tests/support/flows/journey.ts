import { test as base } from '@playwright/test';
import { type AppServer, startAppServer } from '../browser/app-server.ts';

/**
 * Playwright's `test` with an `app` of its own for every test, and `baseURL` set to it.
 * A spec that kills or restarts its server calls startAppServer itself.
 */
export const test = base.extend<{ app: AppServer; serverEnv: Record<string, string> }>({
  serverEnv: [{}, { option: true }],
  app: async ({ serverEnv: env }, use, testInfo) => {
    const app = await startAppServer({ env });
    await use(app);
    await app.stop();
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server output', { body: app.output(), contentType: 'text/plain' });
    }
  },
  baseURL: async ({ app }, use) => {
    await use(app.url);
  },
});
