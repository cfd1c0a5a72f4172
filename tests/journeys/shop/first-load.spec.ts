import { expect, type Page } from '@playwright/test';
import { drawnBudget, firstBudget } from '../../../contract/pages.ts';
import { test } from '../../support/browser/shop.ts';
import { concert } from '../steps.ts';

const yearSeconds = 31_536_000;

/** The scripts a page has fetched once it is quiet, with their bytes on the wire. */
async function scriptsOf(page: Page, path: string) {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const script = new Map<string, string>();
  const headers = new Map<string, number>();
  const bytes = new Map<string, number>();
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type !== 'Script') return;
    script.set(requestId, new URL(response.url).pathname);
    headers.set(requestId, response.encodedDataLength);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = script.get(requestId);
    if (name !== undefined) bytes.set(name, encodedDataLength - (headers.get(requestId) ?? 0));
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await client.detach();
  return bytes;
}

const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0);
const told = (sizes: ReadonlyMap<string, number>) =>
  [...sizes].map(([name, size]) => `${size} ${name}`).join('\n');

test('the first load stays within its budget of script @phone', async ({ page }) => {
  const home = await scriptsOf(page, '/');
  expect(home.size).toBeGreaterThan(0);
  expect(sum(home.values()), told(home)).toBeLessThanOrEqual(firstBudget);

  const event = await scriptsOf(page, `/event/${concert}`);
  const added = new Map([...event].filter(([name]) => !home.has(name)));
  expect(sum(added.values()), told(added)).toBeLessThanOrEqual(drawnBudget);
});

test('scripts, styles and fonts are kept for a year, scripts and styles come as brotli @phone', async ({
  page,
}) => {
  const files = new Map<string, Record<string, string>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/\.(js|css|woff2)$/.test(pathname) && response.ok()) {
      files.set(pathname, response.headers());
    }
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  expect([...files.keys()].some((path) => path.endsWith('.js'))).toBe(true);
  for (const [path, headers] of files) {
    expect(headers['cache-control'], path).toMatch(new RegExp(`max-age=${yearSeconds}.*immutable`));
    if (!path.endsWith('.woff2')) expect(headers['content-encoding'], path).toBe('br');
  }
});
