import { expect } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { onFreshServer, signInAs, test, watchProblems } from '../../support/browser/shop.ts';
import { expectNoSidewaysScroll } from '../steps.ts';

onFreshServer();

test('a ticket is given to another person by a link, and its old page is gone @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const problems = watchProblems(page);
  const stage = await page.request.post('/dev/scenarios/e-ticket');
  const path = (await stage.json()).data.lands_on as string;
  await page.clock.install();
  await page.goto(path);
  await page.getByText('Berikan kepada orang lain').click();
  await page.getByRole('button', { name: 'Buat tautan' }).click();
  const link = await page.getByLabel('Tautan tiket').textContent();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // The page would read by itself that the ticket is gone, and take the button away, on a slow machine before the press.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

  const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'id-ID' });
  const other = await context.newPage();
  await other.goto(new URL(link ?? '').pathname);
  await expect(other.getByRole('link', { name: 'Masuk untuk menerima' })).toBeVisible();
  await expectAccessible(other);
  await signInAs(context, 'pembeli2@contoh.id');
  await other.reload();
  await expect(other.getByLabel('Nama Anda di tiket')).toHaveValue('Bagas Pratama');
  await expectNoSidewaysScroll(other);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Terima tiket' }).click();
  await other.getByRole('link', { name: 'Buka tiket' }).click();
  await expect(other.getByRole('img', { name: 'Kode QR tiket' })).toBeVisible();
  await other.goto(new URL(link ?? '').pathname);
  await expect(other.getByText('Tiket ini sudah diterima.')).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Batalkan tautan' }).click();
  await expect(page.getByText('Tiket ini sudah diterima orang lain.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Kode QR tiket' })).toBeHidden();
  // The withdrawal that came too late is the browser's own line.
  expect(problems.filter((problem) => !problem.includes('40'))).toEqual([]);
});
