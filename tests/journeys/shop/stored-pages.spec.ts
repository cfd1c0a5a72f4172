import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { concert, expectStored, noteOf, seen, storedIn } from '../steps.ts';

const eventPath = `/event/${concert}`;
const noNetwork = 'Tidak ada jaringan.';

test.use({ serviceWorkers: 'allow' });

/** Opens a page with the network, and waits until it is stored. */
async function visit(page: Page, path: string, stored = path): Promise<void> {
  await page.goto(path);
  await expectStored(page, stored);
}

/** Comes to the home page with a live session, and waits until both are stored. */
async function visitInSession(page: Page, situation: string): Promise<void> {
  await page.goto(`/dev/go/${situation}`);
  await page.waitForURL((url) => url.pathname === '/');
  await expectStored(page, '/');
  await expect
    .poll(() => accountKeysIn(page))
    .toContainEqual(expect.stringMatching(/liveSession$/));
}

/** Names of the keys that this browser stores of an account. */
const accountKeysIn = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => name.split(':').length > 3));

/** True once React has taken the page over. */
const isTakenOver = (page: Page) =>
  page.evaluate(() => {
    const heading = document.querySelector('main h1');
    return heading !== null && Object.keys(heading).some((key) => key.startsWith('__react'));
  });

test('pages seen before open without network, say so, and become live by themselves (§18.8) @phone', async ({
  page,
  context,
}) => {
  const problems = watchProblems(page);
  await visit(page, '/?utm_source=pesan', '/');
  await visit(page, '/search?utm_source=pesan&q=konser', '/search?q=konser');
  await visit(page, eventPath);
  // A refusal is passed through, and pages of the purchase are not the worker's.
  const missing = await page.goto('/event/tidak-ada');
  expect([missing?.status(), missing?.fromServiceWorker()]).toEqual([404, true]);
  await expect(noteOf(page)).toHaveCount(0);
  expect((await page.goto(`${eventPath}/seats`))?.fromServiceWorker()).toBe(false);
  const stored = await storedIn(page);
  expect(stored.filter((path) => /^\/(api|my-tickets|gate)/.test(path))).toEqual([]);

  await context.setOffline(true);
  await page.goto('/');
  await expect(noteOf(page)).toContainText(noNetwork);
  await expect(noteOf(page)).toContainText('bisa sudah berubah');
  await expect(page.locator('article').first()).toBeVisible();
  await expect.poll(() => isTakenOver(page)).toBe(true);
  await expectAccessible(page);

  // An installed app starts there.
  await page.goto('/start');
  await expect(page).toHaveURL('/');
  await expect(noteOf(page)).toBeVisible();

  // A link between stored pages works as well.
  await page.goto('/search?q=konser&utm_campaign=lain');
  await expect(noteOf(page)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Konser Senja Jakarta' }).click();
  await expect(page).toHaveURL(eventPath);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Konser Senja Jakarta');
  await expect(noteOf(page)).toBeVisible();
  await expectAccessible(page);

  // Never visited: an honest page, with a way to the stored home page.
  await page.goto('/event/jazz-di-tepi-danau');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidak ada jaringan');
  await expect(page.getByText('belum pernah dibuka di perangkat ini')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Buka beranda' }).click();
  await expect(noteOf(page)).toBeVisible();

  await page.goto(eventPath);
  await expect.poll(() => isTakenOver(page)).toBe(true);
  await seen(page.getByRole('main').getByRole('button', { name: 'Buy Now' })).click();
  await expect(noteOf(page)).toContainText('Pembelian Anda dilanjutkan');
  const read = page.waitForResponse(`**/api/event/${concert}`);
  await context.setOffline(false);
  // What was pressed goes on, and what stands on the page is read again.
  expect((await read).status()).toBe(200);
  await expect(noteOf(page)).toHaveCount(0);
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(problems).toEqual([]);
});

test('a page without network shows the way back to seats that are held, and opens it once the network is back (§18.9) @phone', async ({
  page,
  context,
}) => {
  await visitInSession(page, 'bubble-order-form');
  await context.setOffline(true);
  await page.goto(eventPath);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tidak ada jaringan');
  await expect(page.getByText('Kursi Anda sedang ditahan')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/');
  const note = noteOf(page);
  await expect(note).toContainText('Kursi Anda sedang ditahan: Konser Senja Jakarta');
  await expect(note).toContainText(/Terakhir diketahui .* WIB\. Berlaku sampai .* WIB\./);
  await expectAccessible(page);
  await note.getByRole('link', { name: 'Lanjutkan pembelian' }).click();
  await expect(note).toContainText('Dibuka begitu jaringan kembali.');
  await context.setOffline(false);
  await page.waitForURL(`**${eventPath}/order-form`);
  await expect(page.getByRole('heading', { name: 'Detail Pesanan', level: 1 })).toBeVisible();
});

test('a sign-out without network leaves nothing of the account, and the shop still opens (§3.91) @phone', async ({
  page,
  context,
}) => {
  await visitInSession(page, 'bubble-seats');
  await page.getByRole('button', { name: 'Ciutkan Sesi Aktif' }).click();
  await context.setOffline(true);
  await page.getByRole('banner').locator('summary:visible').click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(noteOf(page)).toBeVisible();
  await expect(noteOf(page)).not.toContainText('Lanjutkan pembelian');
  expect(await accountKeysIn(page)).toEqual([]);
  const documents = await page.evaluate(async () => {
    const cache = await caches.open('roetix-pages-1');
    return (await cache.match('/', { ignoreVary: true }))?.text();
  });
  expect(documents).toContain('data-drawn="anybody"');
  expect(documents).not.toMatch(/ratna/i);
});
