import { expect } from '@playwright/test';
import { signInAs, test, watchProblems } from '../../support/browser/shop.ts';
import { buyTickets } from '../../support/gate.ts';
import { look } from '../steps.ts';

/** Asks about a contact for emergencies after paying. */
const run = 'lari-tepi-musi-10k';

test('a form is filled in after paying (§14.40, §2.450) @phone', async ({ page }) => {
  const problems = watchProblems(page);
  await buyTickets(page.request, run, 1);
  await page.goto('/my-tickets');
  await page.getByRole('link', { name: 'Lengkapi data pemegang tiket' }).click();
  await expect(page.getByRole('heading', { name: 'Data Pemegang Tiket' })).toBeVisible();
  await look(page, 320);
  const name = page.getByLabel(/^Nama Kontak Darurat/);
  const save = page.getByRole('button', { name: 'Simpan data' });
  await save.click();
  await expect(name).toBeFocused();
  await name.fill('Ibu Ratna');
  await page.getByLabel(/^Telepon Kontak Darurat/).fill('81234567890');

  await save.click();
  await expect(page.getByText('Data pemegang tiket tersimpan.')).toBeVisible();
  await look(page, 320);
  expect(problems).toEqual([]);
});

test('a ticket is given to another person by a link, and its old page is gone (§14.30, §2.455) @phone', async ({
  page,
  browser,
  baseURL,
}) => {
  const problems = watchProblems(page);
  const stage = await page.request.post('/dev/scenarios/e-ticket');
  await page.clock.install();
  await page.goto((await stage.json()).data.lands_on as string);
  await page.getByText('Berikan kepada orang lain').click();
  await page.getByRole('button', { name: 'Buat tautan' }).click();
  const link = new URL((await page.getByLabel('Tautan tiket').textContent()) ?? '').pathname;
  await look(page);
  // The page would read by itself that the ticket is gone, and take the button away, on a slow machine before the press.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByRole('link', { name: 'Masuk untuk menerima' })).toBeVisible();
  await look(other);
  await signInAs(context, 'pembeli2@contoh.id');
  await other.reload();
  await expect(other.getByLabel('Nama Anda di tiket')).toHaveValue('Bagas Pratama');
  await look(other);
  await other.getByRole('button', { name: 'Terima tiket' }).click();
  await other.getByRole('link', { name: 'Buka tiket' }).click();
  await expect(other.getByRole('img', { name: 'Kode QR tiket' })).toBeVisible();
  await other.goto(link);
  await expect(other.getByText('Tiket ini sudah diterima.')).toBeVisible();
  await context.close();

  await page.getByRole('button', { name: 'Batalkan tautan' }).click();
  await expect(page.getByText('Tiket ini sudah diterima orang lain.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Kode QR tiket' })).toBeHidden();
  // The withdrawal that came too late is the browser's own line.
  expect(problems.filter((problem) => !problem.includes('40'))).toEqual([]);
});
