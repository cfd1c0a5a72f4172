import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser/own-server.ts';
import {
  beginPayment,
  concert,
  expectPaid,
  expectStored,
  look,
  noteOf,
  seen,
  sessionOf,
  settle,
} from './steps.ts';

/** Steps of the way to pay that stands open. */
const steps = (page: Page) =>
  seen(page.getByRole('region', { name: 'Cara Pembayaran' }).getByRole('list'));

test('a virtual account, a bill, a push and QRIS are paid at the gateways; a denied wallet leaves its seats to another (§2.300, §2.303) @phone', async ({
  own,
}) => {
  const page = await own.newPage();
  const atMethods = async () => {
    await page.goto('/dev/go/payment-method');
    await page.waitForURL(`**/event/${concert}/payment-method`);
  };
  /** The newest charge of the twin of a gateway. */
  const chargeAt = async (twin: string) => {
    const answer = await page.request.get(`/dev/gateway/twins/${twin}`);
    const body = (await answer.json()) as {
      data: { charges: { paymentId: string; method: string; status: string }[] };
    };
    return body.data.charges.at(-1);
  };
  for (const [method, says, how] of [
    [/BCA/, /^8800 \d{4} /, 'm-Transfer › BCA Virtual Account'],
    [/Mandiri/, /^70012$/, 'Masukkan Kode Perusahaan, lalu Kode Bayar'],
    [/OVO/, /^Buka aplikasi OVO Anda dan setujui pembayarannya/, ''],
  ] as const) {
    await atMethods();
    await beginPayment(page, concert, method);
    await expect(page.getByText(says).first()).toBeVisible();
    if (how !== '') await expect(steps(page)).toContainText(how);
    await look(page);
    await settle(page);
    await expectPaid(page);
  }

  await atMethods();
  await beginPayment(page, concert, /LinkAja/);
  const held = (await seen(page.getByText(/^Kursi: /)).textContent()) ?? '';
  const charge = await chargeAt('xendit');
  expect(charge).toMatchObject({ method: 'linkaja', status: 'pending' });
  const denied = await page.request.post(`/dev/gateway/${charge?.paymentId}`, {
    data: { outcome: 'deny' },
  });
  expect(denied.status()).toBe(200);
  await expect(page.getByText('Pembayaran ditolak')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Pilih metode lain' }).click();
  await page.waitForURL(`**/event/${concert}/payment-method`);
  await expect(seen(page.getByText(held, { exact: true }))).toBeVisible();
  await beginPayment(page, concert);
  await expect(seen(page.getByText(held, { exact: true }))).toBeVisible();
  await expect(steps(page)).toContainText('Simpan QR');
  expect(await chargeAt('midtrans')).toMatchObject({ method: 'qris', status: 'pending' });
  await settle(page);
  await expectPaid(page);
  expect((await chargeAt('midtrans'))?.status).toBe('settlement');
});

test('a server killed while a payment runs loses neither seats nor payment, and pages seen before open meanwhile (§16.20) @phone', async ({
  own,
}) => {
  const page = await own.newPage();
  const shop = await page.context().newPage();
  await shop.goto('/');
  await expectStored(shop, '/');
  await page.goto('/dev/go/awaiting-qris');
  await page.waitForURL(`**/event/${concert}/payment`);
  // The code of the page is there: a browser cannot fetch it from a killed server.
  await expect(page.getByRole('link', { name: 'Simulasi pembayaran' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const before = await sessionOf(page);

  await own.kill();
  await shop.goto('/');
  await expect(noteOf(shop)).toContainText('Tidak ada jaringan.');
  await expect(shop.locator('article').first()).toBeVisible();
  await own.restart();
  expect(await sessionOf(page)).toMatchObject({
    state: 'payment_processing',
    expires_at: before?.expires_at,
  });
  await settle(page);
  await expectPaid(page);
  await expect(noteOf(shop)).toHaveCount(0);
});
