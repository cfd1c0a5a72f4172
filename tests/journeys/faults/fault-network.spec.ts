import { expect, type Page } from '@playwright/test';
import { id } from '../../../src/text/id.ts';
import type { ScenarioName } from '../../../tools/desk/scenarios/registry.ts';
import { test } from '../../support/browser/shop.ts';
import { concert, party, seen, sessionOf } from '../steps.ts';

/** Every step of the purchase: the situation that leads there, its page, and something that must be there still. */
const steps: readonly (readonly [ScenarioName, string, (page: Page) => Promise<void>])[] = [
  [
    'queued-third',
    `/event/${party}/queue`,
    (page) => expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /3/),
  ],
  [
    'order-form-typed',
    `/event/${concert}/order-form`,
    (page) => expect(page.getByLabel('Nama Lengkap').first()).not.toHaveValue(''),
  ],
  [
    'awaiting-qris',
    `/event/${concert}/payment`,
    (page) => expect(page.getByRole('img', { name: /Kode QR/ })).toBeVisible(),
  ],
  [
    'payment-method',
    `/event/${concert}/payment-method`,
    (page) => expect(page.getByRole('radio', { name: /QRIS/ })).toBeEnabled(),
  ],
];

test('[F36][F37] twenty seconds offline lose nothing at any step, and a payment pressed for meanwhile is made once (§2.193) @phone', async ({
  page,
  context,
}) => {
  await page.clock.install();
  page.on('dialog', (dialog) => dialog.accept());
  const offline = page.getByText(id['purchase.offline'], { exact: true });
  for (const [situation, path, holds] of steps) {
    await test.step(situation, async () => {
      await page.goto(`/dev/go/${situation}`);
      await page.waitForURL((url) => url.pathname === path);
      await holds(page);
      const before = await sessionOf(page);
      await context.setOffline(true);
      await page.clock.runFor(20_000);
      await expect(offline).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
      await holds(page);
      const isRead = page.waitForResponse(/\/api\/session(\?|$)/);
      await context.setOffline(false);
      expect((await isRead).status()).toBe(200);
      await expect(offline).toHaveCount(0);
      await holds(page);
      expect(await sessionOf(page)).toMatchObject({
        state: before?.state,
        expires_at: before?.expires_at,
      });
    });
  }

  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/create-payment')) keys.push(sent.headers()['idempotency-key']);
  });
  await page.getByRole('radio', { name: /QRIS/ }).check();
  await context.setOffline(true);
  const pay = seen(page.getByRole('button', { name: 'Bayar Sekarang' }));
  await pay.click();
  await expect(page.getByRole('alert').filter({ hasText: /\w/ }).first()).toBeVisible();
  await expect(pay).toBeEnabled();
  expect((await sessionOf(page))?.state).toBe('payment_selection');
  await context.setOffline(false);
  // Nobody presses again: the network is back, and the wish goes out by itself (§4.110).
  await page.waitForURL(`**/event/${concert}/payment`);
  await expect(page.getByRole('link', { name: id['payment.simulate'] })).toBeVisible();
  // Several tries of one wish: whatever became of the first, the server makes one payment of them.
  expect(keys.length).toBeGreaterThanOrEqual(2);
  expect(new Set(keys).size).toBe(1);
});
