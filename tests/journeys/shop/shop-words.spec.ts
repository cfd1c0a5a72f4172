import { expect } from '@playwright/test';
import type { ScenarioName } from '../../../server/dev/scenarios/registry.ts';
import { expectOnScreen } from '../../support/browser/on-screen.ts';
import { test } from '../../support/browser/shop.ts';
import { openSearch } from './shop-states.ts';

/** Literals of the frame that stand only while a purchase runs (§2, Active session bubble), by the situation that calls for them. */
const bubbleWords: readonly (readonly [ScenarioName, readonly string[]])[] = [
  ['bubble-queue', ['Sesi Aktif', 'Anda sedang dalam antrean', 'Lanjutkan']],
  ['bubble-seats', ['Sesi Aktif', 'Anda sedang memilih kursi', 'Sisa waktu']],
  ['bubble-order-form', ['Anda sedang mengisi formulir pemesanan']],
  ['bubble-payment-method', ['Anda sedang memilih metode pembayaran']],
  ['bubble-payment', ['Anda memiliki pembayaran yang sedang berlangsung']],
  ['bubble-exit-fails', ['Failed to exit session. Please try again.']],
];

test('the bubble names the step of the session it stands for @desktop', async ({ page }) => {
  for (const [situation, words] of bubbleWords) {
    await test.step(situation, async () => {
      await page.goto(`/dev/go/${situation}`);
      await page.waitForURL((url) => url.pathname === '/');
      await expectOnScreen(page, words);
    });
  }
  await page.goto('/dev/go/bubble-seats');
  await page.waitForURL((url) => url.pathname === '/');
  await expectOnScreen(page, ['Cancel/Exit Session']);
  // Refused, it says the words above; never answered at all, these.
  await page.route('**/api/session', (route) => route.abort());
  await page.getByRole('button', { name: 'Cancel/Exit Session' }).click();
  await expectOnScreen(page, ['Error exiting session. Please try again.']);
});

test('the search of a phone asks for two letters, and for nothing but words @phone', async ({
  page,
}) => {
  await page.goto('/contact-us');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/event-search') asked.push(searchParams.get('q') ?? '');
  });
  await openSearch({ page, isPhone: true }, 'k');
  await expectOnScreen(page, ['Popular Categories']);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Find Events' })).toBeVisible();
  await page.getByRole('dialog').getByRole('combobox').fill('ko');
  await expectOnScreen(page, ['View All Results']);
  await expect.poll(() => asked).toEqual(['ko']);
});
