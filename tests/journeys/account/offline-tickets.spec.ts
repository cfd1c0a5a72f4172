import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { readQr } from '../../support/browser/read-qr.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { buyTickets, seminar } from '../../support/gate.ts';

test.use({ serviceWorkers: 'allow' });

/** Every trace of tickets in a browser: what is stored, the files that show it, and who answers for them. Public pages have a worker of their own. */
function tracesIn(page: Page) {
  return page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const files: string[] = [];
    for (const name of await caches.keys()) {
      if (!name.startsWith('roetix-tickets-')) continue;
      const kept = await (await caches.open(name)).keys();
      files.push(...kept.map(({ url }) => new URL(url).pathname));
    }
    const all = await navigator.serviceWorker.getRegistrations();
    const workers = all.filter(({ active }) => active?.scriptURL.endsWith('/tickets-worker.js'));
    const mark = localStorage.getItem('roetix:v1:ticketsOf');
    return { databases, files, scopes: workers.map(({ scope }) => new URL(scope).pathname), mark };
  });
}

/** Waits until the worker of each page has everything it needs. */
async function waitUntilWorkersReady(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const all = await navigator.serviceWorker.getRegistrations();
        return all.filter(({ active }) => active?.state === 'activated').length;
      }),
    )
    .toBe(4);
}

test('opened tickets are there without network, under their own address, and gone after a sign-out (§14.50) @phone', async ({
  page,
  context,
  baseURL,
}) => {
  const problems = watchProblems(page);
  const [first, second] = await buyTickets(page.request, seminar, 2);
  if (!first || !second) throw new Error('The tickets were not bought.');

  await page.goto('/my-tickets');
  await page.getByRole('button', { name: 'Ticket Details' }).first().click();
  const open = page.getByRole('dialog').getByRole('link').first();
  await open.click();
  await expect(page).toHaveURL(/\/e-ticket\//);
  await expect(page.getByText(first.short)).toBeVisible();
  await waitUntilWorkersReady(page);

  const { files, scopes } = await tracesIn(page);
  expect(scopes.toSorted()).toEqual(['/e-ticket', '/kept-tickets', '/my-tickets', '/start']);
  expect(files).toContain('/kept-tickets');
  const others = files.filter((path) => path !== '/kept-tickets' && !path.startsWith('/assets/'));
  expect(others).toEqual(['/start-notice.js']);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Tidak tersambung ke Roetix')).toBeVisible();
  const code = page.getByRole('img', { name: `Kode QR tiket ${first.short}` });
  expect(await readQr(await code.screenshot())).toBe(first.qr);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Tiket berikutnya' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const other = page.getByRole('img', { name: `Kode QR tiket ${second.short}` });
  expect(await readQr(await other.screenshot())).toBe(second.qr);

  await page.goto('/my-tickets');
  await expect(page.getByRole('heading', { name: 'Tiket di perangkat ini' })).toBeVisible();
  await expect(page.getByText('2 tiket')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Tampilkan kode tiket/ })
    .first()
    .click();
  await expect(code).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Tiket di perangkat ini' })).toBeVisible();
  // An installed app starts there.
  await page.goto('/start');
  await expect(page).toHaveURL(`${baseURL}/my-tickets`);
  for (const path of [`/event/${seminar}/seats`, '/transaction-history']) {
    await expect(page.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  }

  await context.setOffline(false);
  await page.goto('/start');
  await expect(page).toHaveURL(`${baseURL}/`);
  await page.goto('/my-tickets');
  await expect(page.getByRole('button', { name: 'Ticket Details' })).toBeVisible();

  const beside = await context.newPage();
  await beside.goto('/kept-tickets');
  await expect(beside.getByText('2 tiket')).toBeVisible();
  await page.bringToFront();
  await page.getByRole('banner').locator('summary:visible').click();
  // Without network too: what leaves the device must not have to be asked for.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  // The stored home page, if the worker of the public pages had the time to store it.
  await expect(page).not.toHaveURL(/my-tickets/);
  await expect(beside).toHaveURL('chrome-error://chromewebdata/');
  await context.setOffline(false);
  await page.goto('/robots.txt');
  expect(await tracesIn(page)).toEqual({ databases: [], files: [], scopes: [], mark: null });
  await context.setOffline(true);
  await expect(page.goto('/my-tickets')).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
  expect(problems).toEqual([]);
});
