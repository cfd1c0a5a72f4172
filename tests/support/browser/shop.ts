import { type BrowserContext, expect, type Page } from '@playwright/test';
import type { Fault } from '../../../tools/desk/faults.ts';
import { resetServer } from './app-host.ts';
import { test as base } from './one-app.ts';

/** How the calls of one page go wrong; what is not named goes through. Patterns are globs over the whole address. */
export interface Calls {
  /** Every call from now on is never answered. */
  hold(...patterns: string[]): Promise<void>;
  /** Every call from now on is refused with 500. */
  fail(...patterns: (string | RegExp)[]): Promise<void>;
  /** Every call from now on is answered with this data. */
  answer(pattern: string, data: unknown): Promise<void>;
  /** The server's own response, changed on its way. */
  change(pattern: string, edit: (data: Record<string, unknown>) => unknown): Promise<void>;
  /** Ends all of it. */
  mend(): Promise<void>;
}

const envelope = (status: number, message: string, data: unknown) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ status, message, data }),
});

/** Bends the calls of a page in the browser, so that a state can be held as long as a test looks at it. */
export function callsOf(page: Page): Calls {
  return {
    async hold(...patterns) {
      for (const pattern of patterns) await page.route(pattern, () => undefined);
    },
    async fail(...patterns) {
      for (const pattern of patterns) {
        await page.route(pattern, (route) => route.fulfill(envelope(500, '', null)));
      }
    },
    async answer(pattern, data) {
      await page.route(pattern, (route) => route.fulfill(envelope(200, 'OK', data)));
    },
    async change(pattern, edit) {
      await page.route(pattern, async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { data: Record<string, unknown> };
        await route.fulfill({ response, json: { ...body, data: edit(body.data) } });
      });
    },
    mend: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
  };
}

/** The fault desk of the server (/dev/faults). */
export interface FaultDesk {
  add(fault: Fault): Promise<void>;
  clear(): Promise<void>;
}

interface ShopFixtures {
  /** Every test begins on a server as it was seeded, broker up, without faults. */
  seeded: undefined;
  calls: Calls;
  faults: FaultDesk;
  /** True at the width of a phone. */
  isPhone: boolean;
  /** Signs this page's browser in without a form. */
  signIn: (email: string) => Promise<void>;
}

/** Playwright's `test` on one server for every test of a worker. Motion is reduced, so that nothing is caught half way. */
export const test = base.extend<ShopFixtures>({
  seeded: [
    async ({ app }, use, testInfo) => {
      await resetServer(app.url, { keep_events: true });
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
  contextOptions: async ({ contextOptions }, use) => {
    await use({ ...contextOptions, reducedMotion: 'reduce' });
  },
  calls: async ({ page }, use) => {
    await use(callsOf(page));
    // A response that is on its way when a test ends would fail it.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  faults: async ({ request }, use) => {
    await use({
      add: async (fault) => {
        const answer = await request.post('/dev/faults', { data: fault });
        expect(answer.status(), await answer.text()).toBe(200);
      },
      clear: async () => void (await request.delete('/dev/faults')),
    });
  },
  isPhone: async ({ isMobile }, use) => {
    await use(isMobile);
  },
  signIn: async ({ context }, use) => {
    await use((email) => signInAs(context, email));
  },
});

/** Signs the browser of a context in without a form. */
export async function signInAs(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post('/api/auth/login', {
    headers: { 'x-requested-with': 'roetix' },
    data: { email, password: 'tiket1234' },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Faults of a page that nobody handled: exceptions, refused policies and what it wrote as an error. A failed call is the browser's own line. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    const isCall = /Failed to load resource|net::ERR_/.test(message.text());
    if (message.type() === 'error' && !isCall) problems.push(`console: ${message.text()}`);
  });
  return problems;
}
