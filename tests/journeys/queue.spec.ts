import { expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { signInAs } from '../support/browser/shop.ts';
import { test } from '../support/flows/journey.ts';
import { mailedCode, party, password } from './steps.ts';

test('[F01] a third buyer waits as number 1 and is moved to the seats when one leaves @desktop', async ({
  browser,
  page,
  request,
  app,
}) => {
  const open = async (email: string) => {
    const context = await browser.newContext({ baseURL: app.url });
    await signInAs(context, email);
    const tab = await context.newPage();
    await tab.goto(`/event/${party}/queue`);
    await tab.waitForURL(`**/event/${party}/seats`);
    return tab;
  };
  const first = await open('pembeli@contoh.id');
  await open('pembeli2@contoh.id');

  // The third registers, proves the address with the mailed code, and waits.
  const email = 'ketiga@contoh.id';
  await page.goto(`/register?returnTo=/event/${party}/queue`);
  await page.getByLabel('First Name').or(page.getByLabel('Nama Depan')).fill('Tiga');
  await page.getByLabel('Last Name').or(page.getByLabel('Nama Belakang')).fill('Antre');
  await page.locator('input[type=tel]').fill('081234567890');
  await page.getByLabel('Email').fill(email);
  await page.locator('input[type=password]').first().fill(password);
  for (const more of await page.locator('input[type=password]').all()) await more.fill(password);
  await page.getByRole('checkbox').check();
  await page
    .locator('form')
    .getByRole('button', { name: /Sign Up|Register|Daftar/ })
    .click();
  await page.waitForURL('**/verify-code?returnTo=/event/**');
  await page.getByRole('textbox').fill(await mailedCode(request, email));
  await page.getByRole('button', { name: /Verify|Verifikasi/ }).click();
  await page.waitForURL(`**/event/${party}/queue`);
  await expect(page.getByText('Kamu Sedang Dalam Antrean')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /1/);
  await expectAccessible(page);

  // A place is not left by accident: a link asks first, and 'no' stays.
  await page
    .getByRole('link', { name: /Roetix/ })
    .first()
    .click();
  const question = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(`/event/${party}/queue`);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Tetap di antrean' }).click();
  await expect(question).toBeHidden();

  // A refresh is asked about, and keeps the place.
  const asked: string[] = [];
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type());
    await dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /1/);

  await first.goto('/');
  await expect(first.getByText('Sesi Aktif')).toBeVisible();
  const exit = first.getByRole('button', { name: 'Cancel/Exit Session' });
  if (!(await exit.isVisible())) await first.getByText('Sesi Aktif').click();
  await exit.click();
  await first.getByRole('button', { name: 'Lepaskan tempat' }).click();
  await first.waitForURL(`**/event/${party}`);
  await page.waitForURL(`**/event/${party}/seats`);
  await expect(page.getByRole('gridcell', { name: /, tersedia$/ }).first()).toBeVisible();
});
