import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startAppServer } from '../support/browser/app-server.ts';
import { bundleServer } from '../support/browser/server-bundle.ts';
import {
  beginPayment,
  confirmOrder,
  expectNoSidewaysScroll,
  fillForms,
  seen,
  settle,
  signIn,
} from './steps.ts';

const series = 'konser-kami';
const second = `${series}-malam-2`;

test('the second night of the folder in the guide: by presale code, a standing place and a seat of an arc @phone', async ({
  browser,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'roetix-own-'));
  const server = await startAppServer({ env: { DATA_DIR: data } });
  try {
    const output = execFileSync(
      process.execPath,
      [(await bundleServer()).operator.event, 'apply', `docs/guide/examples/${series}`],
      { env: { ...process.env, DATA_DIR: data }, encoding: 'utf8' },
    );
    expect(output).toContain(`${series}: applied`);
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const answer = await page.request.get(`/api/event/${series}`);
    const { shows } = (await answer.json()).data as { shows: { starts_at: string }[] };
    const startsAt = shows[1]?.starts_at ?? '';

    await page.goto(`/auth/login?returnTo=/event/${series}`);
    await signIn(page, 'pembeli@contoh.id');
    await page.waitForURL(`**/event/${series}`);
    const buy = seen(page.getByRole('button', { name: 'Buy Now' }));
    await expect(buy).toBeEnabled();
    await buy.click();
    const dialog = page.getByRole('dialog', { name: 'Choose Your Show' });
    const dates = dialog.getByRole('group', { name: 'Pilih tanggal' }).getByRole('radio');
    await expect(dates).toHaveCount(2);
    await dates.last().check();
    await expect(dialog.getByRole('radio', { name: /Malam Kedua/ })).toBeChecked();
    await dialog.getByLabel('Kode prapenjualan').fill('kami setia');
    await dialog.getByRole('button', { name: 'Continue' }).click();

    await page.waitForURL(`**/event/${second}/seats`);
    await page.getByRole('button', { name: 'Tambah Festival' }).click();
    const best = page.getByRole('form', { name: 'Kursi terbaik' });
    await best.getByRole('button', { name: /Kurangi/ }).click();
    await best.getByRole('button', { name: 'Carikan' }).click();
    await expect(seen(page.getByText('2 / 5 selected'))).toBeVisible();
    await expectNoSidewaysScroll(page);
    await seen(page.getByRole('button', { name: 'Continue to Order Form' })).click();
    await page.waitForURL(`**/event/${second}/order-form`);
    await fillForms(page);
    await confirmOrder(page, second);
    await beginPayment(page, second);
    await settle(page, context.request);

    const success = page.getByRole('dialog', { name: 'Pembayaran berhasil!' });
    await expect(success).toBeVisible();
    const saved = page.waitForEvent('download');
    await success.getByRole('button', { name: /kalender/i }).click();
    const calendar = readFileSync(await (await saved).path(), 'utf8');
    const local = startsAt.slice(0, 19).replace(/[-:]/g, '');
    expect(calendar).toContain(`DTSTART;TZID=Asia/Makassar:${local}`);

    await page.goto('/my-tickets');
    await page.getByRole('button', { name: 'Ticket Details' }).first().click();
    const tickets = page.getByRole('dialog');
    await expect(tickets.getByText('Festival').first()).toBeVisible();
    await expect(tickets.getByText(/Tribun-/).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await context.close();
  } finally {
    await server.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
