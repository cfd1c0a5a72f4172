import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { test } from '../support/flows/journey.ts';
import {
  beginPayment,
  concert,
  confirmOrder,
  expectNoSidewaysScroll,
  fillForms,
  holdSeats,
  scan,
  seen,
  sessionOf,
  settle,
  signIn,
} from './steps.ts';

// Purchases through the adapters that sell, against the twins of their gateways (decision 072).
test.use({ serverEnv: { PAYMENT_GATEWAYS: 'midtrans,xendit' } });

/** The charges of a twin, the newest last. */
async function chargesAt(request: APIRequestContext, twin: string) {
  const answer = await request.get(`/dev/gateway/twins/${twin}`);
  const body = (await answer.json()) as {
    data: { charges: { paymentId: string; method: string; status: string }[] };
  };
  return body.data.charges;
}

async function atMethods(page: Page) {
  await page.goto('/dev/go/payment-method');
  await page.waitForURL(`**/event/${concert}/payment-method`);
}

/** Steps of the way that stands open. */
const steps = (page: Page) =>
  seen(page.getByRole('region', { name: 'Cara Pembayaran' }).getByRole('list'));

async function look(page: Page) {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

async function paid(page: Page, request: APIRequestContext) {
  await settle(page, request);
  await expect(page.getByRole('dialog', { name: 'Pembayaran berhasil!' })).toBeVisible();
  expect((await sessionOf(page))?.state).toBe('completed');
}

test('a purchase by virtual account, from the seats to the tickets @phone', async ({
  page,
  request,
}) => {
  await page.goto(`/auth/login?returnTo=/event/${concert}/queue`);
  await signIn(page, 'pembeli@contoh.id');
  await holdSeats(page, concert, [0]);
  await fillForms(page);
  await confirmOrder(page, concert);
  await beginPayment(page, concert, /BCA/);
  await expect(page.getByText('Nomor Virtual Account BCA')).toBeVisible();
  await expect(page.getByText(/^8800 \d{4} /)).toBeVisible();
  await expect(steps(page)).toContainText('m-Transfer › BCA Virtual Account');
  await look(page);
  expect((await chargesAt(request, 'midtrans')).at(-1)).toMatchObject({
    method: 'bca',
    status: 'pending',
  });
  await paid(page, request);
  expect((await chargesAt(request, 'midtrans')).at(-1)?.status).toBe('settlement');
});

test('a purchase by a bill of Mandiri, by a push of OVO and by QRIS @phone', async ({
  page,
  request,
}) => {
  await atMethods(page);
  await beginPayment(page, concert, /Mandiri/);
  await expect(page.getByText('Kode Perusahaan MANDIRI')).toBeVisible();
  await expect(page.getByText('70012', { exact: true })).toBeVisible();
  await expect(steps(page)).toContainText('Masukkan Kode Perusahaan, lalu Kode Bayar');
  await look(page);
  await paid(page, request);

  await atMethods(page);
  await beginPayment(page, concert, /OVO/);
  await expect(page.getByText('Buka aplikasi OVO Anda dan setujui pembayarannya')).toBeVisible();
  await expect(page.getByRole('timer').first()).toContainText('00:00:');
  await look(page);
  await paid(page, request);

  await atMethods(page);
  await beginPayment(page, concert);
  expect(await scan(page.getByRole('img', { name: /Kode QR/ }))).toMatch(/^SIMULASI-QRIS-/);
  await expect(steps(page)).toContainText('Simpan QR');
  await look(page);
  await paid(page, request);
});

test('a denied wallet leaves the same seats for QRIS, at another gateway @phone', async ({
  page,
  request,
}) => {
  await atMethods(page);
  await beginPayment(page, concert, /LinkAja/);
  const held = (await seen(page.getByText(/^Kursi: /)).textContent()) ?? '';
  const [charge] = (await chargesAt(request, 'xendit')).slice(-1);
  expect(charge).toMatchObject({ method: 'linkaja', status: 'pending' });
  const denied = await request.post(`/dev/gateway/${charge?.paymentId}`, {
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
  expect((await chargesAt(request, 'midtrans')).at(-1)).toMatchObject({
    method: 'qris',
    status: 'pending',
  });
  await paid(page, request);
});
