import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readCommandConfig } from '../../server/config.ts';
import { performTask } from '../../server/operator/perform.ts';
import { festival, festivalFile } from '../server/support/standing.ts';
import { expectAccessible } from '../support/browser/accessible.ts';
import { type AppServer, startAppServer } from '../support/browser/app-server.ts';
import { beginPayment, expectNoSidewaysScroll, seen } from './steps.ts';

let server: AppServer;
const data = mkdtempSync(join(tmpdir(), 'standing-journey-'));

test.beforeAll(async () => {
  server = await startAppServer({ env: { DATA_DIR: join(data, 'db') } });
  const folder = join(data, festival);
  mkdirSync(folder);
  const document = festivalFile({ standing: 40, seats: true });
  writeFileSync(join(folder, 'event.json'), JSON.stringify(document));
  const config = readCommandConfig({ DATA_DIR: join(data, 'db') });
  await performTask(config, { task: 'event-folder', verb: 'apply', folder });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(data, { recursive: true });
});

test('[R8] standing places chosen by category are bought with a seat, and nowhere get a number @phone', async ({
  page,
}) => {
  const login = await page.request.post(`${server.url}/api/auth/login`, {
    headers: { 'x-requested-with': 'roetix' },
    data: { email: 'pembeli@contoh.id', password: 'tiket1234' },
  });
  expect(login.status(), await login.text()).toBe(200);

  await page.goto(`${server.url}/event/${festival}/categories`);
  const more = page.getByRole('button', { name: 'Tambah Festival' });
  await more.click();
  await more.click();
  await page.getByRole('link', { name: 'Beli Sekarang' }).click();
  await page.waitForURL(`**/event/${festival}/seats`);
  await expect(page.getByRole('group', { name: 'Jumlah Festival' })).toContainText('2');
  await expect(seen(page.getByText('2 / 5 selected'))).toBeVisible();
  await more.click();
  await page
    .getByRole('gridcell', { name: /kursi 1, .*tersedia/ })
    .first()
    .click();
  await expect(seen(page.getByText('4 / 5 selected'))).toBeVisible();
  await page.reload();
  await expect(seen(page.getByText('4 / 5 selected'))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await seen(page.getByRole('button', { name: 'Continue to Order Form' })).click();
  await page.waitForURL(`**/event/${festival}/order-form`);
  await expect(seen(page.getByText('3 × Festival'))).toBeVisible();
  await expect(seen(page.getByText('Berdiri', { exact: true }))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await seen(page.getByRole('button', { name: 'Proceed to Payment' })).click();
  await page.waitForURL(`**/event/${festival}/payment-method`);
  await beginPayment(page, festival);
  const bank = await page.getByRole('link', { name: 'Simulasi pembayaran' }).getAttribute('href');
  const paid = await page.request.post(new URL(bank ?? '', server.url).href, {
    data: { outcome: 'settlement' },
  });
  expect(paid.status()).toBe(200);
  await page
    .getByRole('dialog', { name: 'Pembayaran berhasil!' })
    .getByRole('link', { name: 'Pesanan Saya' })
    .click();
  await seen(page.getByRole('button', { name: 'Ticket Details' })).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Berdiri', { exact: true })).toHaveCount(3);
  await expectAccessible(page);
  await dialog
    .getByRole('article')
    .filter({ hasText: 'Festival' })
    .first()
    .getByRole('link', { name: /e-ticket/i })
    .click();
  await page.waitForURL('**/e-ticket/**');
  await expect(page.getByRole('definition').filter({ hasText: 'Berdiri' })).toBeVisible();
  await expect(page.getByText(/-0000/)).toHaveCount(0);
});
