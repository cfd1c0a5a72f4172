import { expect, type Page } from '@playwright/test';
import { test, watchProblems } from '../support/browser/shop.ts';
import {
  beginPayment,
  chooseSeats,
  concert,
  confirmOrder,
  confirmShow,
  expectPaid,
  fillForms,
  goBack,
  holdSeats,
  look,
  mailedCode,
  password,
  scan,
  seen,
  sessionOf,
  settle,
} from './steps.ts';

/** What a person who is signed in presses from the event page to the QR code of one ticket, with every dialog of §2 (decision 146). */
const toSeat = ['Buy Now', 'Continue', /tersedia$/, 'Continue to Order Form'];
const toPay = /^Bayar Sekarang Rp[\d.]+ dengan \S/;
const withoutForms = [...toSeat, toPay];
const withForms = [...toSeat, 'Beli Sekarang', toPay];

/** Names what a person presses over every page of this tab; fields of a form, and the keys in them, are distinguished. */
async function listPresses(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener(
      'pointerdown',
      ({ isTrusted, target }) => {
        const isField = target instanceof Element && target.closest('form :is(label, input)');
        if (!isTrusted || isField || !(target instanceof Element)) return;
        const pressed = target.closest('button, a, label, [role=gridcell]') ?? target;
        const name = pressed.getAttribute('aria-label') ?? (pressed.textContent ?? '').trim();
        const before = JSON.parse(sessionStorage.getItem('presses') ?? '[]') as string[];
        sessionStorage.setItem('presses', JSON.stringify([...before, name]));
      },
      { capture: true },
    );
  });
  return (expected: readonly (string | RegExp)[]) =>
    expect
      .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('presses') ?? '[]')))
      .toEqual(
        expected.map((name) => (name instanceof RegExp ? expect.stringMatching(name) : name)),
      );
}

test('somebody new presses Buy Now once, and holds an e-ticket that scans after eight presses (§2.139, §2.421, §2.330) @phone', async ({
  page,
  request,
}) => {
  const problems = watchProblems(page);
  const presses = await listPresses(page);
  const email = 'pendatang@contoh.id';
  await page.goto(`/event/${concert}`);
  await seen(page.getByRole('button', { name: 'Buy Now' })).click();
  const login = page.getByRole('dialog', { name: 'Login' });
  await login
    .getByRole('button', { name: 'Sign Up' })
    .or(login.getByRole('link', { name: 'Sign Up' }))
    .click();
  const form = page.locator('form').filter({ has: page.getByLabel('Nama Depan') });
  await form.getByLabel('Nama Depan').fill('Suharti');
  await form.getByLabel('Nomor Telepon').fill('81234567890');
  await form.getByLabel('Email').fill(email);
  await form.locator('input[type=password]').fill(`${password}-7`);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/verify-code**');
  await look(page);
  const code = await mailedCode(request, email);
  const boxes = page.getByLabel('Kode verifikasi');
  await boxes.fill(code === '000000' ? '111111' : '000000');
  await expect(page.getByRole('alert')).toBeVisible();
  // A wrong code leaves empty boxes with the focus, and the sixth digit submits.
  await expect(boxes).toHaveValue('');
  await expect(boxes).toBeFocused();
  await page.keyboard.type(code);

  // What was begun signed out goes on by itself (§2.140).
  await expect(page.getByRole('dialog', { name: 'Choose Your Show' })).toBeVisible();
  await confirmShow(page);
  await expect(page).not.toHaveURL(/buy=1/);
  await holdSeats(page, concert, [0]);
  await fillForms(page);
  // Enter in a field is 'Continue to Payment'.
  await page.getByLabel('Nama Lengkap').first().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Beli Sekarang' }).click();
  await page.waitForURL(`**/event/${concert}/payment-method`);
  await expect(page.getByText('Complete payment method selection in:')).toBeVisible();
  // The method stands chosen.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
  await seen(page.getByRole('button', { name: /^Bayar Sekarang Rp[\d.]+ dengan \S/ })).click();
  await page.waitForURL(`**/event/${concert}/payment`);
  await expect(page.getByText('Real-time monitoring aktif')).toBeVisible();
  const qris = await scan(page.getByRole('img', { name: /Kode QR/ }));
  expect(qris).toMatch(/^000201.*5303360.*SIMULASI.*6304[0-9A-F]{4}$/);

  // With every timer of the page stopped, polling is out: only the broker can report it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await settle(page);
  const paid = await expectPaid(page);
  await page.clock.resume();
  expect(await scan(paid.getByRole('img', { name: /Kode QR/ }).first())).not.toBe('');
  await presses([withForms[0] ?? '', 'Sign Up', 'Sign Up', ...withForms.slice(1)]);
  await look(page);

  await paid.getByRole('link', { name: 'Pesanan Saya' }).click();
  await page.waitForURL('**/my-tickets');
  await page.getByRole('button', { name: 'Ticket Details' }).first().click();
  const tickets = page.getByRole('dialog').getByRole('link', { name: /e-ticket/i });
  await expect(tickets).toHaveCount(1);
  await tickets.first().click();
  await page.waitForURL('**/e-ticket/**');
  await expect(page.getByText('Tamu Uji').first()).toBeVisible();
  const answer = await page.request.get(`/api${new URL(page.url()).pathname}`);
  const { ticket } = (await answer.json()).data;
  expect(await scan(page.getByRole('img', { name: /Kode QR/ }).first())).toBe(ticket.qr_code);
  expect(problems).toEqual([]);
});

test("an event without forms takes five presses, and 'No Forms Required' is a line beside the methods (§2.254) @phone", async ({
  page,
  signIn,
}) => {
  const slug = 'layar-tancap-pesisir';
  const presses = await listPresses(page);
  await signIn('pembeli@contoh.id');
  await page.goto(`/event/${slug}`);
  await seen(page.getByRole('button', { name: 'Buy Now' })).click();
  await confirmShow(page);
  await page.waitForURL('**/seats');
  await chooseSeats(page, [0]);
  await seen(page.getByRole('button', { name: 'Continue to Order Form' })).click();
  await page.waitForURL('**/payment-method');
  await expect(page.getByText('No Forms Required')).toBeVisible();
  await look(page);
  await seen(page.getByRole('button', { name: toPay })).click();
  expect(await scan(page.getByRole('img', { name: /Kode QR/ }))).toMatch(/^000201/);
  await presses(withoutForms);
});

test("[F17] with the broker stopped 'Ganti metode' keeps seats and time, and the other method is paid by polling (§2.308, §1.9) @phone", async ({
  page,
  request,
}) => {
  await page.goto('/dev/go/awaiting-qris');
  await page.waitForURL(`**/event/${concert}/payment`);
  await request.post('/dev/broker', { data: { up: false } });
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Monitoring offline')).toBeVisible();
  const bank = page.getByRole('link', { name: 'Simulasi pembayaran' });
  const first = await bank.getAttribute('href');
  const held = (await seen(page.getByText(/^Kursi: /)).textContent()) ?? '';
  const before = await sessionOf(page);
  expect(before?.state).toBe('payment_processing');

  await page.getByRole('button', { name: 'Ganti metode' }).click();
  await page.waitForURL(`**/event/${concert}/payment-method`);
  await expect(page.getByText('kursi Anda masih dipegang')).toBeVisible();
  await expect(seen(page.getByText(held, { exact: true }))).toBeVisible();
  await expect(seen(page.getByRole('timer'))).toBeVisible();
  await look(page);
  await beginPayment(page, concert, /GoPay/);
  await expect(seen(page.getByText(held, { exact: true }))).toBeVisible();
  expect(await bank.getAttribute('href')).not.toBe(first);
  expect(await sessionOf(page)).toMatchObject({
    state: 'payment_processing',
    expires_at: before?.expires_at,
  });
  await settle(page);
  await page.clock.fastForward(30_000);
  await expectPaid(page);
});

test('[F02][F03][F04][F06][F15] a refresh on every step lands on the same step with the same deadline (§2.301) @desktop', async ({
  page,
  signIn,
}) => {
  await signIn('pembeli@contoh.id');
  await page.goto(`/event/${concert}/queue`);

  async function staysOver(step: string, mark: () => Promise<void>) {
    await mark();
    const before = await sessionOf(page);
    await page.reload();
    await mark();
    expect(new URL(page.url()).pathname).toBe(`/event/${concert}/${step}`);
    const after = await sessionOf(page);
    expect(after, step).toMatchObject({ state: before?.state, expires_at: before?.expires_at });
    await expect(seen(page.getByRole('timer'))).toBeVisible();
  }

  await page.waitForURL('**/seats');
  // Total and Continue stay in the window beside five seats.
  for (const more of ['2', '3', '4', '5']) {
    await page.getByRole('button', { name: 'Tambah jumlah kursi' }).click();
    await expect(page.getByRole('group', { name: 'Jumlah kursi' })).toContainText(more);
  }
  await page.getByRole('button', { name: 'Carikan' }).click();
  const next = page.getByRole('button', { name: 'Continue to Order Form' });
  await staysOver('seats', async () => {
    await expect(seen(page.getByText('5 / 5 selected'))).toBeVisible();
    await expect(next).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Total', { exact: true }).last()).toBeInViewport({ ratio: 1 });
  });
  await next.click();
  await page.waitForURL('**/order-form');

  const holder = page.getByLabel('Nama Lengkap').first();
  await holder.fill('Nama Yang Diketik');
  await holder.blur();
  await staysOver('order-form', () => expect(holder).toHaveValue('Nama Yang Diketik'));
  await fillForms(page);
  await confirmOrder(page, concert);
  await staysOver('payment-method', () =>
    expect(page.getByRole('radio', { name: /QRIS/ })).toBeVisible(),
  );
  await beginPayment(page, concert);
  const codes = new Set<string>();
  await staysOver('payment', async () => {
    codes.add(await scan(page.getByRole('img', { name: /Kode QR/ })));
  });
  expect(codes.size).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) {
    await goBack(page);
    await expect(page).toHaveURL(`/event/${concert}/payment`);
  }
});
