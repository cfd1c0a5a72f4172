import { test as base } from '@playwright/test';
import { type AppServer, startAppServer } from './app-server.ts';

interface OneApp {
  /** Settings of the server; a file that changes them gets a worker, and so a server, of its own. */
  serverEnv: Record<string, string>;
  app: AppServer;
}

/** Playwright's `test` on one server for every test of a worker: to start one takes six seconds of a processor. */
export const test = base.extend<object, OneApp>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ serverEnv: env }, use) => {
      const app = await startAppServer({ env });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => {
    await use(app.url);
  },
});
