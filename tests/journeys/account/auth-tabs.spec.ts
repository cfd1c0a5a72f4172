import { expect } from '@playwright/test';
import { storagePrefix } from '../../../contract/stored/stored-key.ts';
import { onFreshServer, test } from '../../support/browser/shop.ts';
import { concert } from '../steps.ts';

onFreshServer();

test('[F12] signing out in one tab ends the account in the other: its page, its line and what it kept @desktop', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('pembeli2@contoh.id');
  const other = await context.newPage();
  const closed = new Promise<void>((resolve) => {
    other.on('websocket', (socket) => socket.on('close', () => resolve()));
  });
  const opened = other.waitForEvent('websocket');
  await other.goto(`/event/${concert}/queue`);
  await opened;
  await other.waitForURL('**/seats');
  await other
    .getByRole('gridcell', { name: /, tersedia$/ })
    .first()
    .click();
  const kept = () =>
    other.evaluate(
      (prefix) =>
        [localStorage, sessionStorage]
          .flatMap((area) => Object.keys(area))
          .filter((name) => name.startsWith(prefix) && name.split(':').length > 3),
      storagePrefix,
    );
  await expect.poll(async () => (await kept()).length).toBeGreaterThan(0);

  await page.goto('/');
  await page.locator('summary').filter({ hasText: 'Bagas' }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();

  // A buyer who signs in again goes on here: at the seats, or at the queue if the end of the session was read first.
  await other.waitForURL((url) => url.pathname === '/auth/login');
  await closed;
  await expect(other.getByRole('main').getByRole('button', { name: 'Login' })).toBeVisible();
  expect(await kept()).toEqual([]);
  expect((await other.request.get('/api/auth/me')).status()).toBe(401);
});
