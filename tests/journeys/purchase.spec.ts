import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { test } from '../support/flows/journey.ts';
import { eventStands } from './shop/shop-states.ts';
import {
  beginPayment,
  concert,
  confirmOrder,
  confirmShow,
  expectNoSidewaysScroll,
  fillForms,
  holdSeats,
  scan,
  seen,
  sessionOf,
  settle,
  signIn,
} from './steps.ts';

async function look(page: Page) {
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
}

test('from Buy Now, signed out, to an e-ticket that scans @phone', async ({ page, request }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) problems.push(message.text());
  });

  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Every Great Event');
  await expect(page.getByRole('link', { name: /Get Tickets/ }).first()).toBeVisible();
  await look(page);

  await page.goto(`/event/${concert}`);
  await eventStands(page);
  await look(page);
  await page.getByRole('button', { name: 'Buy Now' }).locator('visible=true').first().click();
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeVisible();
  await look(page);
  await signIn(page, 'pembeli@contoh.id');
  await expect(page.getByText('Login successful! Redirecting...')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Login' })).toBeHidden();

  // What was begun signed out goes on by itself (ruling R11).
  await confirmShow(page);
  await expect(page).not.toHaveURL(/buy=1/);
  await page.waitForURL(`**/event/${concert}/seats`);
  await expect(page.getByRole('gridcell', { name: /, tersedia$/ }).first()).toBeVisible();
  await look(page);
  await holdSeats(page, concert, [0, 1]);

  await fillForms(page);
  await look(page);
  await confirmOrder(page, concert);
  await expect(page.getByText('Complete payment method selection in:')).toBeVisible();
  await look(page);
  await beginPayment(page, concert);
  await expect(page.getByText('Real-time monitoring aktif')).toBeVisible();
  await look(page);
  const qris = await scan(page.getByRole('img', { name: /Kode QR/ }));
  expect(qris).toMatch(/^000201.*5303360.*SIMULASI.*6304[0-9A-F]{4}$/);

  // With every timer of the page stopped, polling is out: only the broker can bring the news.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await settle(page, request);
  await expect(page.getByRole('dialog', { name: 'Pembayaran berhasil!' })).toBeVisible();
  await page.clock.resume();
  await look(page);
  expect((await sessionOf(page))?.state).toBe('completed');

  await page
    .getByRole('dialog')
    .getByRole('link', { name: 'Pesanan Saya' })
    .or(page.getByRole('dialog').getByRole('button', { name: 'Pesanan Saya' }))
    .click();
  await page.waitForURL('**/my-tickets');
  await expect(page.getByText('Konser Senja Jakarta').first()).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Ticket Details' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Kode tiket').first()).toBeVisible();
  await expect(dialog.getByRole('link', { name: /e-ticket/i })).toHaveCount(2);
  await look(page);
  await dialog
    .getByRole('link', { name: /e-ticket/i })
    .first()
    .click();
  await page.waitForURL('**/e-ticket/**');
  await expect(page.getByText('Tamu Uji').first()).toBeVisible();
  await look(page);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const ticket = (await (await page.request.get(`/api/e-ticket/${id}`)).json()) as {
    data: { ticket: { qr_code: string } };
  };
  expect(await scan(page.getByRole('img', { name: /Kode QR/ }).first())).toBe(
    ticket.data.ticket.qr_code,
  );
  expect(problems).toEqual([]);
});

test('[F17] with the broker stopped the whole purchase completes by polling @phone', async ({
  page,
  request,
}) => {
  await request.post('/dev/broker', { data: { up: false } });
  await page.clock.install();
  await page.goto(`/auth/login?returnTo=/event/${concert}/queue`);
  await signIn(page, 'pembeli@contoh.id');
  await holdSeats(page, concert, [3]);
  await fillForms(page);
  await confirmOrder(page, concert);
  await beginPayment(page, concert);
  await expect(page.getByText('Monitoring offline')).toBeVisible();
  await settle(page, request);
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('dialog', { name: 'Pembayaran berhasil!' })).toBeVisible();
});

test("'Ganti metode' keeps the seats and the time that is left, and the other method pays @phone", async ({
  page,
  request,
}) => {
  await page.goto('/dev/go/awaiting-qris');
  await page.waitForURL(`**/event/${concert}/payment`);
  const bank = page.getByRole('link', { name: 'Simulasi pembayaran' });
  const first = await bank.getAttribute('href');
  const seats = page.getByText(/^Kursi: /);
  const held = (await seen(seats).textContent()) ?? '';
  const before = await sessionOf(page);
  expect(before?.state).toBe('payment_processing');

  await page.getByRole('button', { name: 'Ganti metode' }).click();
  await page.waitForURL(`**/event/${concert}/payment-method`);
  await expect(page.getByText('kursi Anda masih dipegang')).toBeVisible();
  await expect(seen(page.getByText(held, { exact: true }))).toBeVisible();
  await expect(seen(page.getByRole('timer'))).toBeVisible();
  await look(page);
  expect(await sessionOf(page)).toMatchObject({
    state: 'payment_selection',
    expires_at: before?.expires_at,
  });

  await beginPayment(page, concert, /GoPay/);
  await expect(seen(page.getByText(held, { exact: true }))).toBeVisible();
  expect(await bank.getAttribute('href')).not.toBe(first);
  expect(await sessionOf(page)).toMatchObject({
    state: 'payment_processing',
    expires_at: before?.expires_at,
  });
  await settle(page, request);
  await expect(page.getByRole('dialog', { name: 'Pembayaran berhasil!' })).toBeVisible();
  expect((await sessionOf(page))?.state).toBe('completed');
});

test('[F02][F03][F04][F06][F15] a refresh on every step lands on the same step with the same deadline @desktop', async ({
  page,
}) => {
  await page.goto(`/auth/login?returnTo=/event/${concert}/queue`);
  await signIn(page, 'pembeli@contoh.id');

  async function staysOver(step: string, mark: () => Promise<void>) {
    await mark();
    await look(page);
    const before = await sessionOf(page);
    const address = page.url();
    await page.reload();
    await mark();
    expect(page.url(), step).toBe(address);
    const after = await sessionOf(page);
    expect(after, step).toMatchObject({ state: before?.state, expires_at: before?.expires_at });
    await expect(page.getByRole('timer').locator('visible=true').first()).toBeVisible();
  }

  await page.waitForURL('**/seats');
  await staysOver('seats', async () => {
    await expect(page.getByRole('gridcell', { name: /, tersedia$/ }).first()).toBeVisible();
  });
  const chosen = page.getByRole('gridcell', { name: /, tersedia$/ }).nth(6);
  const name = (await chosen.getAttribute('aria-label')) ?? '';
  await chosen.click();
  await expect(page.getByText('1 / 5 selected').locator('visible=true').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 / 5 selected').locator('visible=true').first()).toBeVisible();
  await expect(
    page.getByRole('gridcell', { name: name.split(',')[0] ?? '' }).first(),
  ).toBeVisible();
  await page
    .getByRole('button', { name: 'Continue to Order Form' })
    .locator('visible=true')
    .first()
    .click();
  await page.waitForURL('**/order-form');

  const holder = page.getByLabel('Nama Lengkap').first();
  await expect(holder).toBeVisible();
  await holder.fill('Nama Yang Diketik');
  await holder.blur();
  await staysOver('order form', async () => {
    await expect(page.getByLabel('Nama Lengkap').first()).toHaveValue('Nama Yang Diketik');
  });
  await fillForms(page);
  await confirmOrder(page, concert);
  await staysOver('payment method', async () => {
    await expect(page.getByRole('radio', { name: /QRIS/ })).toBeVisible();
  });
  await beginPayment(page, concert);
  let code = '';
  await staysOver('payment', async () => {
    const shown = await scan(page.getByRole('img', { name: /Kode QR/ }));
    if (code !== '') expect(shown).toBe(code);
    code = shown;
  });
  for (let turn = 0; turn < 3; turn += 1) {
    await page.goBack({ timeout: 2_000 }).catch(() => undefined);
    await expect(page).toHaveURL(`/event/${concert}/payment`);
  }
});
