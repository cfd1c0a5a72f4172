import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { URI } from 'otpauth';
import { expectAccessible, expectDarkContrast } from '../support/browser/accessible.ts';
import { startAppServer } from '../support/browser/app-server.ts';
import { bundleServer } from '../support/browser/server-bundle.ts';
import { signInAs } from '../support/browser/shop.ts';
import { expectNoSidewaysScroll } from './steps.ts';

test.use({ viewport: { width: 768, height: 1024 } });

/** Presses Tab until the element has the focus: what cannot be reached this way fails. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach the element.');
}

async function fill(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label).first());
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('control room and desk work by keyboard alone, at the width of a tablet @desktop', async ({
  browser,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'roetix-staff-'));
  const server = await startAppServer({ env: { DATA_DIR: data } });
  try {
    const invite = ['invite', 'rani@uji.id', '--name', 'Rani', '--roles', 'owner'];
    const output = execFileSync(
      process.execPath,
      [(await bundleServer()).operator.staff, ...invite],
      { env: { ...process.env, DATA_DIR: data }, encoding: 'utf8' },
    );
    const path = /\/staff#\S+/.exec(output)?.[0] ?? '';
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    await page.goto(path);
    const secret = (await page.locator('code').textContent()) ?? '';
    const uri = `otpauth://totp/roetix?secret=${secret}`;
    await fill(page, 'Kata sandi baru', 'sepeda-ungu-7-di-atas-awan');
    await fill(page, 'Kode autentikator', URI.parse(uri).generate());
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Nama')).toBeVisible();

    await page.goto('/control/konser-senja-jakarta');
    await expect(page.getByRole('heading', { name: 'Tindakan' })).toBeVisible();
    const said = page.getByRole('status').last();
    await press(page, page.getByRole('button', { name: 'Jeda penjualan' }));
    await expect(said).toContainText('is paused');
    await press(page, page.getByRole('button', { name: 'Lanjutkan penjualan' }));
    await expect(said).toContainText('is open again');
    await fill(page, 'Email penerima', 'pembeli@contoh.id');
    await page.keyboard.press('Tab');
    await page.keyboard.type('A-1');
    await page.keyboard.press('Enter');
    await expect(said).toContainText(': 1 ticket,');
    const order = /RTX-\w+/.exec((await said.textContent()) ?? '')?.[0] ?? '';
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expectDarkContrast(page);

    await page.goto('/desk');
    await fill(page, /Kode pesanan/, order);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Pesanan ${order}` })).toBeVisible();
    await fill(page, /^Pemegang/, 'Dewi Lestari');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Selesai.')).toBeVisible();
    await press(page, page.getByRole('button', { name: 'Kirim ulang surel tiket' }));
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await expectDarkContrast(page);

    const buyer = await browser.newContext({ baseURL: server.url });
    await signInAs(buyer, 'pembeli@contoh.id');
    const answer = await buyer.request.get('/api/my/tickets/konser-senja-jakarta');
    const { data: tickets } = (await answer.json()).data;
    expect(tickets).toMatchObject([{ seat_number: 'A-1', holder_name: 'Dewi Lestari' }]);
  } finally {
    await server.stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
});
