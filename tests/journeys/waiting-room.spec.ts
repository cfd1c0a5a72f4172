import { expect } from '@playwright/test';
import { resetServer } from '../support/browser/app-host.ts';
import { test } from '../support/browser/shop.ts';
import { confirmShow, look, seen } from './steps.ts';

/** The sample event whose waiting room is open and whose sale begins a week later. */
const event = 'swara-danau-toba';

// The start of its sale and its draw are part of the catalogue, which the reset between tests keeps.
test.afterEach(({ app }) => resetServer(app.url));

test('a buyer gathers, is drawn, proves the number in the page and has the turn (§2.175, §2.456) @phone', async ({
  context,
  page,
  request,
  signIn,
}) => {
  const steer = async (wanted: object) => {
    const answer = await request.post(`/dev/queue/${event}`, { data: wanted });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await signIn('pembeli@contoh.id');
  await steer({ capacity: 0 });
  await page.goto(`/event/${event}`);
  await seen(page.getByRole('button', { name: 'Masuk ruang tunggu' })).click();
  await confirmShow(page);
  await page.waitForURL(`**/event/${event}/queue`);
  await expect(page.getByRole('heading', { name: 'Anda Sudah di Ruang Tunggu' })).toBeVisible();
  const drawn = page.getByText('Nama undian Anda').locator('xpath=..').locator('strong');
  await expect(drawn).toHaveText(/^[a-z0-9]{16}$/);
  const name = (await drawn.textContent()) ?? '';
  await look(page);

  // A reload keeps the place: the public name stays the same.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText('1 orang di ruang tunggu')).toBeVisible();

  await steer({ sale_opens_in: 0 });
  await expect(page.getByRole('heading', { name: 'Nomor Undian Anda' })).toBeVisible();
  await look(page);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Periksa hasil undian' }).click();
  const proof = await opened;
  await proof.waitForURL(`**/event/${event}/undian`);
  await expect(proof.getByLabel('Nama undian')).toHaveValue(name);
  const check = proof.getByRole('button', { name: 'Periksa', exact: true });
  await check.click();
  await expect(proof.getByText('Rahasia dan daftar memberi nama ini nomor 1.')).toBeVisible();
  await look(proof);
  // A name that nobody had proves nothing.
  await proof.getByLabel('Nama undian').fill('abcdefghjkmnpqrs');
  await check.click();
  await expect(proof.getByText('Nama ini tidak ada di daftar yang ditutup.')).toBeVisible();
  await proof.close();

  await steer({ capacity: 1 });
  await page.waitForURL(`**/event/${event}/seats`);
});
