import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../../support/browser/shop.ts';
import { seen } from '../steps.ts';

const eventPath = '/event/konser-senja-jakarta';

/** What went wrong and what was asked for while a page was opened. */
function watch(page: Page) {
  const faults: string[] = [];
  const asked: string[] = [];
  // React tells of a page that it had to draw again as of an error nobody caught.
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return { faults, asked };
}

/** Waits until React has taken the page over. */
async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector('main h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
  });
  await page.waitForLoadState('networkidle');
}

/** True for a browser that reads ahead of its parser without regard to `disabled`, as Chromium 143 does and 156 does not. */
async function fetchesDisabledStyles(context: BrowserContext): Promise<boolean> {
  const page = await context.newPage();
  const { asked } = watch(page);
  const body =
    '<script src="/probe.js"></script><link rel="stylesheet" href="/probe.css" disabled>';
  await page.route('**/probe*', (route) =>
    route.fulfill(
      route.request().isNavigationRequest() ? { contentType: 'text/html', body } : { body: '' },
    ),
  );
  await page.goto('/probe');
  await page.waitForLoadState('networkidle');
  await page.close();
  return asked.includes('/probe.css');
}

test('pages are taken over as the server drew them, element by element, in both languages (§18.7, §1.20)', async ({
  page,
  context,
  app,
}) => {
  await page.addInitScript(() => {
    const note = () => {
      const drawn = document.querySelectorAll(
        'header, main, main h1, main article, main li, footer, nav',
      );
      Object.assign(globalThis, { drawnParts: [...drawn] });
    };
    document.addEventListener('readystatechange', note, { once: true });
  });
  const isReadAhead = await fetchesDisabledStyles(context);
  const { faults, asked } = watch(page);
  const missing = '/event/tidak-ada';
  for (const [locale, path] of [
    ['id', '/'],
    ['id', '/search?q=konser'],
    ['id', eventPath],
    ['id', missing],
    ['en', '/'],
    ['en', eventPath],
  ] as const) {
    await test.step(`${path} (${locale})`, async () => {
      await context.addCookies([{ name: 'roetix_locale', value: locale, url: app.url }]);
      asked.length = 0;
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(path === missing ? 404 : 200);
      await takenOver(page);
      expect(faults).toEqual([]);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      const [count, lost] = await page.evaluate(() => {
        const { drawnParts } = globalThis as unknown as { drawnParts: Element[] };
        return [drawnParts.length, drawnParts.filter((part) => !part.isConnected).length];
      });
      expect(count).toBeGreaterThan(5);
      if (path !== missing) expect(lost).toBe(0);
      // Who is there is all that is asked for: the data came along, and so did the styles.
      expect(asked.filter((one) => one.startsWith('/api/'))).toEqual([]);
      // The note of a stored page is fetched once the browser is idle, to be stored with the page.
      const styles = asked.filter((one) => one.endsWith('.css') && !one.includes('/stored-note-'));
      const disabled = page.locator('link[rel=stylesheet][disabled]');
      const readAhead = isReadAhead
        ? await disabled.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
        : [];
      expect(styles.filter((one) => !readAhead.includes(one))).toEqual([]);
    });
  }

  // A difference between the two drawings would be seen: React marks a heading before it reports the difference.
  await page.route(`**${eventPath}`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/<h1([^>]*)>[^<]*/, '<h1$1>Konser lain') });
  });
  await page.goto(eventPath);
  await expect.poll(() => faults).not.toEqual([]);
});

test('a press on Buy Now while React takes the page over is not lost', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { pressed: false };
    Object.assign(globalThis, { seen });
    const timer = setInterval(() => {
      const isOurs = (element: Element | null) =>
        Object.keys(element ?? {}).some((key) => key.startsWith('__react'));
      const button = [...document.querySelectorAll<HTMLElement>('main button')].find(
        ({ textContent }) => textContent === 'Buy Now',
      );
      if (button === undefined || !isOurs(document.getElementById('root'))) return;
      clearInterval(timer);
      // Listeners are on the page, the button is not yet part of the tree.
      seen.pressed = !isOurs(button);
      button.click();
    });
  });
  await page.goto(eventPath);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(
    await page.evaluate(() => (globalThis as unknown as { seen: { pressed: boolean } }).seen),
  ).toEqual({ pressed: true });
});

test('a press on Buy Now before the app runs opens the dialog once it does', async ({ page }) => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/*.js', (route) => arrival.then(() => route.continue()));
  await page.goto(eventPath, { waitUntil: 'commit' });
  const button = page.locator('main').getByRole('button', { name: 'Buy Now' });
  await seen(button).click();
  await expect(page.locator('[data-pressed]')).toHaveText('Buy Now');
  arrive();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
});

test('without any script the content is there; a province and an account fill in afterwards', async ({
  browser,
  app,
  page,
  signIn,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: app.url });
  const bare = await context.newPage();
  await bare.goto(eventPath);
  await expect(bare.getByRole('heading', { level: 1 })).toHaveText('Konser Senja Jakarta');
  await bare.goto('/');
  await expect(bare.locator('article').first()).toBeVisible();
  await context.close();

  await signIn('pembeli@contoh.id');
  await page.addInitScript(() => {
    const province = { id: 34, name: 'DI Yogyakarta', code: 'YO' };
    localStorage.setItem('roetix:v1:province', JSON.stringify(province));
  });
  const { faults } = watch(page);
  await page.goto('/');
  await takenOver(page);
  expect(faults).toEqual([]);
  await expect(page.getByText('History Purchases')).toBeVisible();
});
