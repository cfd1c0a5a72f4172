import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../support/browser/own-server.ts';
import { signInAs } from '../support/browser/shop.ts';
import { staffPage } from '../support/browser/staff.ts';
import { nextGuest, scan } from '../support/gate.ts';
import { concert, look, party } from './steps.ts';

test.use({ gateways: 'simulated' });

const buyer = 'pembeli@contoh.id';

const press = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name }).first().click();
const group = (page: Page, name: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, level: 3 }) })
    .last();
/** What the server said to the last act. */
const said = (page: Page, words: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: words })).toBeVisible();

async function enterRoom(page: Page, name: string | RegExp, link: string): Promise<void> {
  await page.goto('/staff');
  await look(page);
  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('link', { name: link })
    .click();
}

test('sales, support and door do each of their acts in the browser @phone', async ({ own }) => {
  const waiting = await own.newPage();
  await signInAs(waiting.context(), 'pembeli2@contoh.id');
  const order = await test.step('sales, in the control room', async () => {
    const page = await staffPage(own, 'sales');
    await enterRoom(page, /Konser Senja Jakarta/, 'Ruang kendali');
    const sale = group(page, 'Penjualan');
    await press(sale, 'Jeda penjualan');
    await said(page, 'is paused');
    await press(sale, 'Lanjutkan penjualan');
    await said(page, 'is open again');
    const queue = group(page, 'Antrean');
    for (const [label, button] of [
      [/^Kapasitas/, 0],
      [/^Masuk per menit/, 1],
    ] as const) {
      await queue.getByLabel(label).fill('500');
      await queue.getByRole('button', { name: 'Atur' }).nth(button).click();
      await said(page, '500');
    }
    await queue.getByLabel('Berapa orang').fill('3');
    await press(queue, 'Persilakan masuk sekarang');
    await press(queue, 'Sungguh: 3 orang masuk sekarang');
    await said(page, /people/);
    await queue.getByLabel('Pesan untuk semua').fill('Pintu dibuka pukul tujuh');
    await press(queue, 'Kirim');
    await expect(page.getByText('Sedang tampil: Pintu dibuka')).toBeVisible();
    const seats = group(page, 'Kursi dan tiket gratis');
    for (const [button, words] of [
      ['Simpan dari penjualan', 'Held back'],
      ['Lepas ke penjualan', 'Given out'],
    ] as const) {
      await seats.getByLabel('Kursi, dipisah koma').first().fill('a-1, A-2 a-3');
      await press(seats, button);
      await said(page, words);
    }
    await seats.getByLabel(/^Email penerima/).fill(buyer);
    await seats.getByLabel('Kursi, dipisah koma').last().fill('A-1, A-2, A-3');
    await press(seats, 'Beri tiket gratis');
    await said(page, '3 tickets');
    const code = /RTX-\w+/.exec((await page.getByText(/RTX-/).textContent()) ?? '')?.[0] ?? '';
    const methods = group(page, 'Metode pembayaran');
    await press(methods, 'Matikan QRIS');
    await press(methods, 'Matikan sungguh QRIS');
    await said(page, 'not offered');
    await press(methods, 'Nyalakan QRIS');
    await press(methods, 'Nyalakan QRIS');
    await said(page, 'offered again');
    await look(page);
    await sale.getByLabel(/^Ketik/).fill('konser');
    await press(sale, 'Tutup penjualan');
    await expect(page.getByText(/Nothing was changed/)).toBeVisible();
    await sale.getByLabel(/^Ketik/).fill(concert);
    await press(sale, 'Tutup penjualan');
    await said(page, 'closed');
    return code;
  });

  const seatMoved = await test.step('support, at the desk and in the control room', async () => {
    const page = await staffPage(own, 'support');
    await waiting.request.post(`/api/event/${party}/session/queue/join`, {
      headers: { 'x-requested-with': 'roetix' },
      data: {},
    });
    await enterRoom(page, /Pesta Rakyat/, 'Ruang kendali');
    await page.getByLabel('Email pembeli').fill('pembeli2@contoh.id');
    await page.getByLabel('Alasan, dibaca pembeli').fill('Akun ganda');
    await press(page, 'Keluarkan pembeli');
    await press(page, 'Sungguh keluarkan pembeli2@contoh.id');
    await said(page, 'removed');
    await page.goto('/desk');
    await expect(page.getByText('Tidak ada yang menunggu.')).toBeVisible();
    await page.getByLabel(/^Kode pesanan/).fill(order);
    await press(page, 'Cari');
    await expect(page.getByRole('heading', { name: `Pesanan ${order}` })).toBeVisible();
    const ticket = (place: string) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByText(place, { exact: true }) })
        .first();
    await ticket('A-1').getByLabel('Pemegang A-1').fill('Dewi Lestari');
    await press(ticket('A-1'), 'Ganti nama');
    await expect(page.getByText('Pemegang: Dewi Lestari')).toBeVisible();
    await ticket('A-1')
      .getByLabel(/^Kursi tujuan/)
      .fill('a-5');
    await press(ticket('A-1'), 'Pindah kursi');
    await expect(ticket('A-5')).toBeVisible();
    await press(ticket('A-5'), 'Terbitkan ulang');
    await press(ticket('A-5'), 'Terbitkan ulang');
    await expect(page.getByText('Selesai.')).toBeVisible();
    await press(ticket('A-2'), 'Batalkan, kursi tetap terjual');
    await press(ticket('A-2'), /^Sungguh batalkan; kursi/);
    await expect(ticket('A-2').getByText(/batal/).first()).toBeVisible();
    await press(ticket('A-3'), 'Batalkan, jual lagi kursinya');
    await press(ticket('A-3'), 'Sungguh batalkan dan jual lagi');
    await expect(ticket('A-3').getByText(/batal/).first()).toBeVisible();
    await press(page, 'Kirim ulang surel tiket');
    await expect(page.getByText('Selesai.')).toBeVisible();
    await look(page);
    return 'A-5';
  });

  await test.step('door: a pass with names, a practice, an entry, and the entry taken back', async () => {
    const page = await staffPage(own, 'door');
    await enterRoom(page, /Konser Senja Jakarta/, 'Pintu');
    await page.getByLabel(/^Tampilkan nama/).check();
    await page.getByLabel('Cabut pas lama').check();
    await press(page, 'Buat pas pintu');
    await expect(page.getByText(/^Berlaku sampai/)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Pas ini hanya tampil sekali/ })).toBeVisible();
    await look(page);
    await page.getByRole('link', { name: 'Buka pintu di perangkat ini' }).click();
    await page.getByLabel('Nama pintu ini').fill('Pintu Utara');
    await press(page, 'Buka pintu');
    await expect(page.getByText('Semua tersinkron', { exact: true })).toBeVisible();

    const holder = await own.newPage();
    await signInAs(holder.context(), buyer);
    const held = await (await holder.request.get(`/api/my/tickets/${concert}`)).json();
    const own5 = (held.data.data as { qr_code: string; seat_number: string }[]).find(
      ({ seat_number }) => seat_number === seatMoved,
    );
    const code = own5?.qr_code ?? '';
    await press(page, 'Mulai latihan');
    const rehearsed = await scan(page, code);
    await expect(rehearsed).toContainText('LATIHAN');
    await look(page);
    await nextGuest(page);
    await press(page, 'Akhiri latihan');
    for (const _ of ['once', 'again']) {
      const shown = await scan(page, code);
      await expect(shown).toContainText('SAH');
      await expect(shown).toContainText('Dewi Lestari');
      await nextGuest(page);
      await press(page, 'Tarik kembali masuknya A-5');
      await expect(page.getByText('DITARIK KEMBALI').first()).toBeVisible();
      await expect(page.getByText('Semua tersinkron', { exact: true })).toBeVisible();
    }
    await look(page);
  });
});
