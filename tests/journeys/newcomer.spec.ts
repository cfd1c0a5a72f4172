import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { test } from '../support/flows/journey.ts';
import {
  concert,
  confirmOrder,
  confirmShow,
  fillForms,
  holdSeats,
  mailedCode,
  password,
  scan,
  seen,
  settle,
  signIn,
} from './steps.ts';

/** Presses from the event page to the QR code of one ticket; fields of forms do not count (decision 068). */
const most = { signedIn: 8, new: 11 } as const;
const seminar = 'seminar-gratis-yogya';
const theatre = 'teater-tanpa-form-solo';
const name = 'roetix-presses';

/** Counts the presses of a person over every page of this tab, but for those on fields of a form. */
async function countPresses(page: Page) {
  await page.addInitScript((key) => {
    document.addEventListener(
      'pointerdown',
      ({ isTrusted, target }) => {
        const isField = target instanceof Element && target.closest('form :is(label, input)');
        if (!isTrusted || isField) return;
        sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key)) + 1));
      },
      { capture: true },
    );
  }, name);
  return () => page.evaluate((key) => Number(sessionStorage.getItem(key)), name);
}

/** Pays by the method that stands chosen. */
async function payAsChosen(page: Page, slug: string) {
  const pay = seen(page.getByRole('button', { name: /^Bayar Sekarang Rp[\d.]+ dengan \S/ }));
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await pay.click();
  await page.waitForURL(`**/event/${slug}/payment`);
}

/** The QR code of the ticket, in the dialog that says that the payment succeeded. */
async function expectTicket(page: Page) {
  const paid = page.getByRole('dialog', { name: 'Pembayaran berhasil!' });
  await expect(paid).toBeVisible();
  expect(await scan(paid.getByRole('img', { name: /Kode QR/ }))).not.toBe('');
}

/** From the dialog of the shows to the ticket. */
async function buyConcert(page: Page, request: APIRequestContext): Promise<void> {
  await confirmShow(page);
  await holdSeats(page, concert, [0]);
  await fillForms(page);
  await confirmOrder(page, concert);
  await payAsChosen(page, concert);
  await settle(page, request);
  await expectTicket(page);
}

test('a signed-in buyer presses eight times at most, and holds a ticket @phone', async ({
  page,
  request,
}) => {
  const presses = await countPresses(page);
  await page.goto(`/auth/login?returnTo=/event/${concert}`);
  await signIn(page, 'pembeli@contoh.id');
  await page.waitForURL(`**/event/${concert}`);
  const before = await presses();

  await seen(page.getByRole('button', { name: 'Buy Now' })).click();
  await buyConcert(page, request);

  expect((await presses()) - before).toBeLessThanOrEqual(most.signedIn);
});

test('somebody new presses Buy Now once, and holds a ticket after eleven presses at most @phone', async ({
  page,
  request,
}) => {
  const presses = await countPresses(page);
  const email = 'pendatang@contoh.id';

  await page.goto(`/event/${concert}`);
  await seen(page.getByRole('button', { name: 'Buy Now' })).click();
  const login = page.getByRole('dialog', { name: 'Login' });
  await login
    .getByRole('button', { name: 'Sign Up' })
    .or(login.getByRole('link', { name: 'Sign Up' }))
    .click();
  const form = page.locator('form').filter({ has: page.getByLabel('Nama Depan') });
  await form.getByLabel('Nama Depan').fill('Suharti');
  await form.getByLabel('Nomor Telepon').fill('81234567890');
  await form.getByLabel('Email').fill(email);
  await form.locator('input[type=password]').fill(`${password}-7`);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/verify-code**');
  await expectAccessible(page);
  await page.getByLabel('Kode verifikasi').fill(await mailedCode(request, email));
  const verify = page.getByRole('button', { name: 'Verifikasi', exact: true });
  if (await verify.isEnabled().catch(() => false)) await verify.click();

  // Back at the event, whose dialog is open by itself.
  await buyConcert(page, request);

  expect(await presses()).toBeLessThanOrEqual(most.new);
});

test('the method used last stands chosen at the next order @phone', async ({ page, request }) => {
  await page.goto(`/auth/login?returnTo=/event/${theatre}/queue`);
  await signIn(page, 'pembeli@contoh.id');
  await holdSeats(page, theatre, [0]);
  await seen(page.getByRole('button', { name: 'Proceed to Payment' })).click();
  await page.waitForURL(`**/event/${theatre}/payment-method`);
  await page.getByRole('radio', { name: /GoPay/ }).check();
  await payAsChosen(page, theatre);
  await settle(page, request);
  await expectTicket(page);

  await page.goto(`/event/${concert}/queue`);
  await holdSeats(page, concert, [0]);
  await fillForms(page);
  await confirmOrder(page, concert);
  await expect(page.getByRole('radio', { name: /GoPay/ })).toBeChecked();
});

test('a free order asks for no method @phone', async ({ page }) => {
  await page.goto(`/auth/login?returnTo=/event/${seminar}/queue`);
  await signIn(page, 'pembeli@contoh.id');
  await holdSeats(page, seminar, [0]);
  await seen(page.getByRole('button', { name: 'Proceed to Payment' })).click();
  await expectTicket(page);
});
