import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { resetServer } from './app-host.ts';
import { type AppServer, startAppServer } from './app-server.ts';
import { bundleServer, type ServerBundle } from './server-bundle.ts';
import { test as base } from './slow-browser.ts';

/** A server in a folder, which sells by gateways, takes the commands of the operator, and can be killed. */
export interface OwnServer {
  /** A page of a browser context of its own. */
  newPage(): Promise<Page>;
  /** Runs a command of the operator; returns what it prints. */
  operate(command: keyof ServerBundle['operator'], ...line: string[]): Promise<string>;
  kill(): Promise<void>;
  /** Starts it again after `kill`, where it stood. */
  restart(): Promise<void>;
}

interface InFolder {
  readonly env: Readonly<Record<string, string>>;
  server: AppServer;
  /** A command may have changed the catalogue, which only a full reset undoes. */
  isCatalogueChanged: boolean;
}

/** Playwright's `test` on one server in a folder for every test of a worker; each begins as it was seeded. */
export const test = base.extend<{ own: OwnServer }, { gateways: string; inFolder: InFolder }>({
  gateways: ['midtrans,xendit', { option: true, scope: 'worker' }],
  inFolder: [
    async ({ gateways }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'roetix-own-'));
      const env = { DATA_DIR: folder, PAYMENT_GATEWAYS: gateways };
      const inFolder: InFolder = {
        env,
        server: await startAppServer({ env }),
        isCatalogueChanged: false,
      };
      await use(inFolder);
      await inFolder.server.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  own: async ({ browser, inFolder }, use) => {
    const contexts: BrowserContext[] = [];
    const { port, url: baseURL } = inFolder.server;
    await resetServer(baseURL, inFolder.isCatalogueChanged ? {} : { keep_events: true });
    inFolder.isCatalogueChanged = false;
    await use({
      async newPage() {
        const context = await browser.newContext({
          baseURL,
          serviceWorkers: 'allow',
          reducedMotion: 'reduce',
        });
        contexts.push(context);
        return context.newPage();
      },
      async operate(command, ...line) {
        inFolder.isCatalogueChanged ||= command === 'event';
        const { operator } = await bundleServer();
        return execFileSync(process.execPath, [operator[command], ...line], {
          env: { ...process.env, ...inFolder.env },
          encoding: 'utf8',
        });
      },
      kill: () => inFolder.server.stop('SIGKILL'),
      async restart() {
        inFolder.server = await startAppServer({ env: inFolder.env, port });
      },
    });
    for (const context of contexts) await context.close();
  },
});
