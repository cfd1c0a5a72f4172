import { expect, type Page } from '@playwright/test';
import { type Focused, pressAt, tabTo } from '../../support/browser/keyboard.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { concert, exampleNik, expectNoSidewaysScroll, expectPaid, seen, settle } from '../steps.ts';

/** Answers the field that has the focus, the way its type asks for. */
async function answerField(page: Page, { role, type, inputMode, isEmpty, isChecked }: Focused) {
  const { keyboard } = page;
  if (type === 'radio' || type === 'checkbox') {
    if (!isChecked) await keyboard.press('Space');
  } else if (role === 'select') {
    if (isEmpty) await keyboard.press('ArrowDown');
  } else if (!isEmpty) return;
  // The same day and month in every order a browser may ask for them.
  else if (type === 'date') await keyboard.type('04041995');
  else if (type === 'email') await keyboard.type('tamu@contoh.id');
  else if (type === 'tel') await keyboard.type('81234567890');
  else if (type === 'text' && inputMode === 'numeric') await keyboard.type(exampleNik);
  else if (role === 'textarea' || type === 'text') await keyboard.type('Tamu Uji');
}

test('[F58] by keyboard alone, at 320 px and in a browser that keeps nothing the purchase completes (§18.1) @phone', async ({
  page,
  signIn,
}) => {
  const problems = watchProblems(page);
  const button = (name: RegExp) => seen(page.getByRole('button', { name }));
  const answer = (stop: Focused) => answerField(page, stop);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('Blocked by the settings of the browser.', 'SecurityError');
        },
      });
    }
  });
  await signIn('pembeli@contoh.id');
  await page.goto(`/event/${concert}/queue`);
  await page.waitForURL(`**/event/${concert}/seats`);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  const cell = page.locator('[role=gridcell][tabindex="0"]');
  await tabTo(page, cell.first());
  const isFree = () =>
    page.evaluate(() =>
      /, tersedia$/.test(document.activeElement?.getAttribute('aria-label') ?? ''),
    );
  for (let steps = 0; !(await isFree()); steps += 1) {
    expect(steps).toBeLessThan(30);
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Space');
  await expect(seen(page.getByText('1 / 5 selected'))).toBeVisible();
  // A second seat from the list, without the map.
  await pressAt(page, button(/^Pilih dari daftar$/));
  await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeVisible();
  await tabTo(page, button(/^Pilih kursi ini$/), answer);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(seen(page.getByText('2 / 5 selected'))).toBeVisible();
  await pressAt(page, button(/^Continue to Order Form$/));

  await page.waitForURL(`**/event/${concert}/order-form`);
  await expect(page.getByRole('heading', { name: 'Detail Pesanan', level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await tabTo(page, button(/^Continue to Payment$/), answer);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(/RTX-/).first()).toBeVisible();
  await pressAt(page, button(/^Beli Sekarang$/));

  await page.waitForURL(`**/event/${concert}/payment-method`);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('radio', { name: /QRIS/ })).toBeVisible();
  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: /QRIS/ })).toBeChecked();
  await pressAt(page, button(/^Bayar Sekarang/));

  await page.waitForURL(`**/event/${concert}/payment`);
  await expectNoSidewaysScroll(page);
  await pressAt(page, button(/^Periksa Status Pembayaran$/));
  await settle(page);
  await expectPaid(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/');
  expect(problems).toEqual([]);
});
