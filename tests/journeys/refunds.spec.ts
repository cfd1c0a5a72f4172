import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browser/own-server.ts';
import { signInAs } from '../support/browser/shop.ts';
import { staffPage } from '../support/browser/staff.ts';
import { look } from './steps.ts';

test.use({ gateways: 'simulated' });

const theatre = 'teater-tanpa-form-solo';
const seminar = 'seminar-gratis-yogya';
const buyer = 'pembeli@contoh.id';

/** One call of the shop, as the pages make them; returns its data. */
async function call(request: APIRequestContext, path: string, data: object = {}) {
  const headers = { 'x-requested-with': 'roetix' };
  const answer = await request.post(path, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}

/** Plays the payer. */
const bankSays = (request: APIRequestContext, paymentId: string, outcome: string) =>
  call(request, `/dev/gateway/${paymentId}`, { outcome });

async function pay(request: APIRequestContext, slug: string, method = 'qris') {
  const body = { payment_method_code: method };
  const path = `/api/event/${slug}/create-payment`;
  return (await call(request, path, body)).payment as { id: string; order_code: string };
}

/** Holds seats of an event without forms, and begins to pay for them. */
async function begin(
  request: APIRequestContext,
  slug: string,
  seats: readonly string[],
  method?: string,
) {
  const event = `/api/event/${slug}`;
  await call(request, `${event}/session/queue/join`);
  await call(request, `${event}/order-draft`, { seats, voucher_code: null });
  await call(request, `${event}/order-draft/form-submission`, { form_submissions: {} });
  return pay(request, slug, method);
}

const heading = (page: Page, code: string) =>
  page.getByRole('heading', { name: `Pesanan ${code}` });

async function atDesk(page: Page, code: string): Promise<void> {
  await page.goto('/desk');
  await page.getByLabel(/Kode pesanan/).fill(code);
  await page.keyboard.press('Enter');
  await expect(heading(page, code)).toBeVisible();
}

const ticketAt = (page: Page, place: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(place, { exact: true }) });

/** Presses a button that asks once more. */
async function sure(scope: Page | Locator, name: string, again: string): Promise<void> {
  await scope.getByRole('button', { name, exact: true }).click();
  await scope.getByRole('button', { name: again, exact: true }).click();
}

async function openRefund(page: Page, code: string): Promise<void> {
  await page.goto(`/transaction-history/${code}/refund`);
  await expect(page.getByText(`Pesanan ${code}`)).toBeVisible();
}

test('a single ticket, goodwill, a free ticket, a double payment and a dashboard refund, by the buyer and at the desk (§13.1, §2.451) @phone', async ({
  own,
}) => {
  const page = await own.newPage();
  const { request } = page.context();
  await signInAs(page.context(), buyer);
  const paid = await begin(request, theatre, ['A-1', 'A-2', 'A-3']);
  await bankSays(request, paid.id, 'settlement');
  await own.operate(
    'event',
    ...['postpone', theatre, '--to', '2031-01-01T19:00+07:00', '--refunds', '--yes', theatre],
  );

  await test.step('one ticket by its buyer', async () => {
    await openRefund(page, paid.order_code);
    await page.getByRole('button', { name: 'Minta uang kembali' }).click();
    await expect(page.getByText('Pilih dulu tiket yang dikembalikan.')).toBeVisible();
    await page.getByRole('checkbox', { name: /^A-1/ }).check();
    await look(page);
    await page.getByRole('button', { name: 'Minta uang kembali' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('tiket A-1 tidak berlaku lagi');
    await expect(dialog).toContainText('Tiket lain dari pesanan ini tetap berlaku.');
    await look(page);
    await dialog.getByRole('button', { name: 'Minta uang kembali' }).click();
    await expect(page.getByText('Selesai. Uangnya sudah dikirim.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^A-1/ })).toBeDisabled();
    await look(page);
  });

  const desk = await staffPage(own, 'owner');
  await test.step('one ticket and goodwill at the desk', async () => {
    await atDesk(desk, paid.order_code);
    const ticket = ticketAt(desk, 'A-2');
    await ticket.getByLabel(/^Uang kembali dalam rupiah/).fill('50000');
    await ticket.getByRole('button', { name: 'Ajukan untuk tiket ini' }).click();
    await expect(desk.getByText('menunggu keputusan')).toBeVisible();
    await look(desk);
    await desk
      .getByRole('button', { name: 'Setujui: Rp50.000 dikembalikan, tiket A-2 batal' })
      .click();
    await expect(desk.getByText('Tiket A-2')).toBeVisible();
    await expect(ticketAt(desk, 'A-2').getByText(/batal/)).toBeVisible();

    const goodwill = async () => {
      await desk.getByLabel(/^Uang kebijaksanaan/).fill('10000');
      await desk.getByRole('button', { name: 'Ajukan kebijaksanaan' }).click();
      await expect(desk.getByText('menunggu keputusan')).toBeVisible();
    };
    await goodwill();
    await desk.getByLabel('Alasan, dibaca pembeli').fill('Belum waktunya');
    await desk.getByRole('button', { name: /^Tolak/ }).click();
    await expect(desk.getByText(/Belum waktunya/).first()).toBeVisible();
    await goodwill();
    await desk.getByRole('button', { name: 'Kembali ke daftar' }).click();
    await expect(desk.getByText('Menunggu keputusan (1)')).toBeVisible();
    await look(desk);
    await desk
      .getByRole('button', { name: new RegExp(paid.order_code) })
      .last()
      .click();
    await desk.getByRole('button', { name: /^Setujui: .* tiket tetap berlaku$/ }).click();
    await expect(desk.getByText('menunggu keputusan')).toHaveCount(0);
    await openRefund(page, paid.order_code);
    await expect(page.getByText('Dari penyelenggara; tiketnya tetap berlaku')).toHaveCount(2);
    await look(page);
  });

  await test.step('free tickets', async () => {
    const free = await begin(request, seminar, ['A-1', 'A-2']);
    await openRefund(page, free.order_code);
    await page.getByRole('checkbox', { name: /^A-1/ }).check();
    await page.getByRole('button', { name: 'Lepas tiket' }).click();
    await look(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Lepas tiket' }).click();
    await expect(page.getByText('Sudah Anda lepas.')).toBeVisible();
    await atDesk(desk, free.order_code);
    const last = ticketAt(desk, 'A-2');
    await sure(last, 'Batalkan, jual lagi kursinya', 'Sungguh batalkan dan jual lagi');
    await expect(ticketAt(desk, 'A-2').getByText(/batal/)).toBeVisible();
  });

  await test.step('an order that was paid twice', async () => {
    const other = await own.newPage();
    const { request: hers } = other.context();
    await signInAs(other.context(), 'pembeli2@contoh.id');
    const first = await begin(hers, theatre, ['B-1'], 'bca');
    await bankSays(hers, first.id, 'expire');
    const second = await pay(hers, theatre);
    await bankSays(hers, second.id, 'settlement');
    await bankSays(hers, first.id, 'settlement');
    await openRefund(other, first.order_code);
    await expect(other.getByText('Pembayaran yang tidak terpakai')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Isi rekening' })).toBeVisible();
    await look(other);
    await atDesk(desk, first.order_code);
    await desk.getByLabel('Referensi bank').fill('TRF-1');
    await desk.getByRole('button', { name: /^Catat: .* sudah dibayar/ }).click();
    await expect(desk.getByText('Selesai.')).toBeVisible();
    await look(desk);
    await openRefund(other, first.order_code);
    await expect(other.getByText('Referensi: TRF-1')).toBeVisible();
  });

  await test.step('a refund that staff made in the dashboard of the gateway', async () => {
    await bankSays(request, paid.id, 'refund');
    await openRefund(page, paid.order_code);
    await expect(page.getByText(/^Seluruh pesanan/)).toBeVisible();
    await look(page);
    await atDesk(desk, paid.order_code);
    await expect(desk.getByText('Seluruh pesanan')).toBeVisible();
    await look(desk);
  });
});
