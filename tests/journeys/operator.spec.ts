import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectDarkContrast } from '../support/browser/accessible.ts';
import { pressAt, tabTo } from '../support/browser/keyboard.ts';
import { test } from '../support/browser/own-server.ts';
import { signInAs } from '../support/browser/shop.ts';
import { staffPage } from '../support/browser/staff.ts';
import {
  beginPayment,
  concert,
  confirmOrder,
  expectPaid,
  fillForms,
  look,
  seen,
  settle,
} from './steps.ts';

// The one that can ask a bank for the holder of an account.
test.use({ gateways: 'xendit' });

async function fill(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label).first();
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}

const press = (page: Page, name: string) => pressAt(page, page.getByRole('button', { name }));

test.describe('at the width of a tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 }, isMobile: false, hasTouch: false });

  test('control room and desk work by keyboard alone (§15.20, §15.21) @phone', async ({ own }) => {
    const page = await staffPage(own, 'owner', fill);

    await page.goto(`/control/${concert}`);
    await expect(page.getByRole('heading', { name: 'Tindakan' })).toBeVisible();
    const said = page.getByRole('status').nth(1);
    await press(page, 'Jeda penjualan');
    await expect(said).toContainText('is paused');
    await press(page, 'Lanjutkan penjualan');
    await expect(said).toContainText('is open again');
    await fill(page, 'Email penerima', 'pembeli@contoh.id');
    await page.keyboard.press('Tab');
    await page.keyboard.type('A-1');
    await page.keyboard.press('Enter');
    await expect(said).toContainText(': 1 ticket,');
    const order = /RTX-\w+/.exec((await said.textContent()) ?? '')?.[0] ?? '';
    await look(page);
    await expectDarkContrast(page);

    await page.goto('/desk');
    await fill(page, /Kode pesanan/, order);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Pesanan ${order}` })).toBeVisible();
    await fill(page, /^Pemegang/, 'Dewi Lestari');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Selesai.')).toBeVisible();
    await press(page, 'Kirim ulang surel tiket');
    await look(page);
    await expectDarkContrast(page);

    const buyer = await own.newPage();
    await signInAs(buyer.context(), 'pembeli@contoh.id');
    const answer = await buyer.request.get(`/api/my/tickets/${concert}`);
    const { data: tickets } = (await answer.json()).data;
    expect(tickets).toMatchObject([{ seat_number: 'A-1', holder_name: 'Dewi Lestari' }]);
  });
});

test('a postponed event asks to keep or refund; a transfer goes back to an account that its bank knows (§13.20, §2.452, §2.453) @phone', async ({
  own,
}) => {
  const page = await own.newPage();
  await page.goto('/dev/go/payment-method');
  await page.waitForURL(`**/event/${concert}/payment-method`);
  await beginPayment(page, concert, /BCA/);
  await settle(page);
  await expectPaid(page);
  await own.operate(
    'event',
    'postpone',
    concert,
    '--to',
    '2031-01-01T19:00+07:00',
    '--yes',
    concert,
  );

  const refund = page.getByRole('link', { name: /^Pengembalian/ }).first();
  await page.goto('/transaction-history');
  await refund.click();
  await expect(page.getByText('Simpan tiket atau minta uang kembali?')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Simpan tiket' }).click();
  await expect(page.getByText(/^Tiket Anda simpan\./)).toBeVisible();
  // Keeping binds nobody until the deadline.
  await page.getByRole('button', { name: 'Pilih semua' }).click();
  await page.getByRole('button', { name: 'Minta uang kembali' }).click();
  await look(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Minta uang kembali' }).click();

  // The method takes nothing back: the page follows the refund until it asks for an account.
  await page.getByRole('link', { name: 'Isi rekening' }).click();
  await page.getByLabel('Bank').selectOption('bca');
  await page.getByLabel('Nomor rekening').fill('12345678');
  await page.getByLabel('Nama pemilik rekening').fill('Siti Contoh Aminah');
  await look(page);
  await page.getByRole('button', { name: 'Periksa rekening' }).click();
  await expect(page.getByText('Nama ini sesuai dengan catatan bank.')).toBeVisible();
  await look(page);
  const link = page.url();
  await page.getByRole('button', { name: 'Benar, kirim ke rekening ini' }).click();
  await expect(page.getByText(/^(Rekening sudah kami terima|Uangnya sudah dikirim)/)).toBeVisible();

  await page.goto('/transaction-history');
  await refund.click();
  await expect(page.getByText('Selesai. Uangnya sudah dikirim.')).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('Uangnya sudah dikirim.')).toBeVisible();
});

test('the second night of the folder in the guide: by presale code, a standing place and a seat of an arc (§2.153, §2.212) @phone', async ({
  own,
}) => {
  const series = 'konser-kami';
  const second = `${series}-malam-2`;
  const output = await own.operate('event', 'apply', `docs/guide/examples/${series}`);
  expect(output).toContain(`${series}: applied`);
  const page = await own.newPage();
  await signInAs(page.context(), 'pembeli@contoh.id');
  const answer = await page.request.get(`/api/event/${series}`);
  const { shows } = (await answer.json()).data as { shows: { starts_at: string }[] };
  const startsAt = shows[1]?.starts_at ?? '';

  await page.goto(`/event/${series}`);
  await seen(page.getByRole('button', { name: 'Buy Now' })).click();
  const dialog = page.getByRole('dialog', { name: 'Choose Your Show' });
  const dates = dialog.getByRole('group', { name: 'Pilih tanggal' }).getByRole('radio');
  await expect(dates).toHaveCount(2);
  await dates.last().check();
  await expect(dialog.getByRole('radio', { name: /Malam Kedua/ })).toBeChecked();
  await dialog.getByLabel('Kode prapenjualan').fill('kami setia');
  await dialog.getByRole('button', { name: 'Continue' }).click();

  await page.waitForURL(`**/event/${second}/seats`);
  await page.getByRole('button', { name: 'Tempat berdiri' }).click();
  const places = page.getByRole('dialog', { name: 'Tempat berdiri' });
  await places.getByRole('button', { name: 'Tambah Festival' }).click();
  await places.getByRole('button', { name: 'Tutup' }).click();
  const best = page.getByRole('form', { name: 'Kursi terbaik' });
  await best.getByLabel('Kategori kursi').selectOption('Tribun');
  await best.getByRole('button', { name: 'Carikan' }).click();
  await expect(seen(page.getByText('2 / 5 selected'))).toBeVisible();
  await look(page);
  await seen(page.getByRole('button', { name: 'Continue to Order Form' })).click();
  await page.waitForURL(`**/event/${second}/order-form`);
  await expect(seen(page.getByText('1 × Festival'))).toBeVisible();
  await expect(seen(page.getByText('Berdiri', { exact: true }))).toBeVisible();
  await fillForms(page);
  await confirmOrder(page, second);
  await beginPayment(page, second);
  await settle(page);

  const success = await expectPaid(page);
  const saved = page.waitForEvent('download');
  await success.getByRole('button', { name: /kalender/i }).click();
  const calendar = readFileSync(await (await saved).path(), 'utf8');
  const local = startsAt.slice(0, 19).replace(/[-:]/g, '');
  expect(calendar).toContain(`DTSTART;TZID=Asia/Makassar:${local}`);

  await page.goto('/my-tickets');
  await page.getByRole('button', { name: 'Ticket Details' }).first().click();
  const tickets = page.getByRole('dialog');
  await expect(tickets.getByText(/Tribun-/).first()).toBeVisible();
  await look(page);
  // A place without a seat nowhere gets a number.
  const standing = tickets.getByRole('article').filter({ hasText: 'Festival' });
  await standing.getByRole('link', { name: /e-ticket/i }).click();
  await page.waitForURL('**/e-ticket/**');
  await expect(page.getByRole('definition').filter({ hasText: 'Berdiri' })).toBeVisible();
  await expect(page.getByText(/-0000/)).toHaveCount(0);
});
