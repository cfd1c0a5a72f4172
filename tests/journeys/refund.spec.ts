import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { startAppServer } from '../support/browser/app-server.ts';
import { bundleServer } from '../support/browser/server-bundle.ts';
import { beginPayment, concert, expectNoSidewaysScroll, settle } from './steps.ts';

async function look(page: Page) {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

test('a postponed event asks to keep or refund; a transfer goes back to an account that its bank knows @phone', async ({
  browser,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'roetix-refund-'));
  const server = await startAppServer({ env: { DATA_DIR: data, PAYMENT_GATEWAYS: 'xendit' } });
  const { operator } = await bundleServer();
  const operate = (command: keyof typeof operator, ...line: string[]) =>
    execFileSync(process.execPath, [operator[command], ...line], {
      env: { ...process.env, DATA_DIR: data },
      encoding: 'utf8',
    });
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/dev/go/payment-method');
    await page.waitForURL(`**/event/${concert}/payment-method`);
    await beginPayment(page, concert, /BCA/);
    await settle(page, context.request);
    await expect(page.getByRole('dialog', { name: 'Pembayaran berhasil!' })).toBeVisible();
    operate('event', 'postpone', concert, '--to', '2031-01-01T19:00+07:00', '--yes', concert);

    await page.goto('/transaction-history');
    await page
      .getByRole('link', { name: /^Pengembalian/ })
      .first()
      .click();
    await expect(page.getByText('Simpan tiket atau minta uang kembali?')).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'Simpan tiket' }).click();
    await expect(page.getByText(/^Tiket Anda simpan\./)).toBeVisible();
    // Keeping binds nobody until the deadline.
    await page.getByRole('button', { name: 'Minta uang kembali' }).click();
    await look(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Minta uang kembali' }).click();

    // The method takes nothing back: the page follows the refund until it asks for an account.
    await page.getByRole('link', { name: 'Isi rekening' }).click();
    await page.getByLabel('Bank').selectOption('bca');
    await page.getByLabel('Nomor rekening').fill('1234000');
    await page.getByLabel('Nama pemilik rekening').fill('Siti Aminah');
    await look(page);
    await page.getByRole('button', { name: 'Periksa rekening' }).click();
    await expect(page.getByText('Bank tidak mengenal nomor rekening ini.')).toBeVisible();
    await page.getByLabel('Nomor rekening').fill('12345678');
    await page.getByRole('button', { name: 'Periksa rekening' }).click();
    await expect(page.getByText('Nama ini berbeda dengan catatan bank.')).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'Ganti rekening' }).click();
    await page.getByLabel('Nama pemilik rekening').fill('Siti Contoh Aminah');
    await page.getByRole('button', { name: 'Periksa rekening' }).click();
    await expect(page.getByText('Nama ini sesuai dengan catatan bank.')).toBeVisible();
    const link = page.url();
    await page.getByRole('button', { name: 'Benar, kirim ke rekening ini' }).click();
    await expect(
      page.getByText(/^(Rekening sudah kami terima|Uangnya sudah dikirim)/),
    ).toBeVisible();
    await look(page);

    await page.goto('/transaction-history');
    await page
      .getByRole('link', { name: /^Pengembalian/ })
      .first()
      .click();
    await expect(page.getByText('Selesai. Uangnya sudah dikirim.')).toBeVisible();
    await page.goto(link);
    await expect(page.getByText('Uangnya sudah dikirim.')).toBeVisible();
  } finally {
    await server.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
