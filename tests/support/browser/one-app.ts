import { type HostedApp, hostedApp } from './app-host.ts';
import { test as base } from './slow-browser.ts';

interface OneApp {
  /** Settings of the server; a file that changes them gets a worker and a server of its own. */
  serverEnv: Record<string, string>;
  app: HostedApp;
}

/** Playwright's `test` on one server for every test of a worker and of the workers that follow it. */
export const test = base.extend<object, OneApp>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  app: [
    async ({ serverEnv: env }, use, { parallelIndex }) => {
      await use(await hostedApp({ slot: parallelIndex, env }));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ app }, use) => {
    await use(app.url);
  },
});
