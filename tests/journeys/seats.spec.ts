import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../support/browser/shop.ts';
import { concert, look, password, seen } from './steps.ts';

/** Share of an element's pixels that have the colour of what is chosen. */
async function chosenShare(seat: Locator): Promise<number> {
  const { data, info } = await sharp(await seat.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let hits = 0;
  for (let at = 0; at < data.length; at += 3) {
    const near = [0xb3, 0x0f, 0x58].every(
      (part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 24,
    );
    if (near) hits += 1;
  }
  return hits / (info.width * info.height);
}

test('best seats, two lost and made good, a seat from the list, a voucher refused: every state can be read and pressed (§2.210, §2.206) @phone', async ({
  page,
  playwright,
  app,
}) => {
  await page.goto('/dev/go/seats-fresh');
  await page.waitForURL(`**/event/${concert}/seats`);
  await expect(page.getByRole('gridcell', { name: /, tersedia$/ }).first()).toBeVisible();

  const chosen = page.getByRole('gridcell', { selected: true });
  for (const more of ['2', '3', '4', '5']) {
    await page.getByRole('button', { name: 'Tambah jumlah kursi' }).click();
    await expect(page.getByRole('group', { name: 'Jumlah kursi' })).toContainText(more);
  }
  await page.getByRole('button', { name: 'Carikan' }).click();
  await expect(seen(page.getByText('5 / 5 selected'))).toBeVisible();
  await expect(chosen).toHaveCount(5);
  await expect(chosen.first()).toBeInViewport();
  await expect.poll(() => chosenShare(chosen.nth(1))).toBeGreaterThan(0.3);
  await look(page);

  // Another buyer is quicker with two of the five: the broker reports it.
  const names = await chosen.evaluateAll((cells) =>
    cells.map((cell) => (cell as HTMLElement).dataset.seat ?? ''),
  );
  const lost = names.slice(0, 2);
  const other = await playwright.request.newContext({
    baseURL: app.url,
    extraHTTPHeaders: { 'x-requested-with': 'roetix' },
  });
  const api = `/api/event/${concert}`;
  await other.post('/api/auth/login', { data: { email: 'pembeli2@contoh.id', password } });
  await other.post(`${api}/session/queue/join`);
  const held = await other.post(`${api}/order-draft`, {
    data: { seats: lost },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(held.ok()).toBe(true);
  await expect(seen(page.getByText(`Kursi yang sudah diambil: ${lost.join(', ')}`))).toBeVisible();
  await look(page);
  await seen(page.getByRole('button', { name: 'Ambil 2 kursi pengganti' })).click();
  await expect(chosen).toHaveCount(5);
  await expect(page.getByRole('button', { name: /^Ambil/ })).toHaveCount(0);

  await chosen.first().dispatchEvent('click');
  await expect(chosen).toHaveCount(4);

  // From a small map that scrolls a little, the chosen seat is also zoomed in.
  await page.getByRole('button', { name: 'Lihat seluruh denah' }).click();
  await page.getByRole('button', { name: 'Perbesar' }).click();
  await page.getByText('Pilih dari daftar').click();
  const pick = (label: string) => page.getByLabel(label, { exact: true });
  await pick('Blok').selectOption({ index: 3 });
  await pick('Baris').selectOption({ index: 5 });
  await pick('Kursi').selectOption({ index: 20 });
  await look(page);
  await page.getByRole('button', { name: 'Pilih kursi ini' }).click();
  await expect(chosen).toHaveCount(5);
  // The map shows what the list chose, below the sheet, which stays open for the next seat.
  const picked = page.getByRole('gridcell', { name: /Baris O .*dipilih$/ });
  const width = page.viewportSize()?.width ?? 0;
  await expect.poll(async () => (await picked.boundingBox())?.x ?? -1).toBeGreaterThan(0);
  await expect.poll(async () => (await picked.boundingBox())?.x ?? width).toBeLessThan(width - 24);
  await page.getByRole('button', { name: 'Tutup', exact: true }).click();

  await page.getByRole('button', { name: 'Lihat rincian' }).click();
  const code = seen(page.getByLabel('Kode voucher'));
  await code.fill('kadaluarsa');
  await code.press('Enter');
  await expect(
    seen(page.getByText('Kode voucher tidak valid atau sudah kedaluwarsa')),
  ).toBeVisible();
  await look(page);
  await other.dispose();
});

test('a seat among 50,000 takes three presses from the whole hall, on a map of 420 px (§2.205, §2.221) @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dev/go/seats-stadium');
  await page.waitForURL('**/seats');
  const counter = seen(page.getByText(/^\d \/ 5 selected$/));
  await expect(counter).toHaveText('0 / 5 selected');
  const whole = page.getByRole('button', { name: 'Perkecil' });
  await expect(whole).toBeDisabled();
  const plane = page.getByRole('region', { name: 'Denah kursi' }).locator('> div').first();
  const { x, y, width, height } = (await plane.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  expect(height).toBeGreaterThanOrEqual(420);
  const facts = page.locator('header p > *');
  // The seeded date moves with the day; none is wider than this one.
  await expect(facts.last()).toHaveText(/^\d{1,2} \w{3}, \d\d:\d\d WI(?:B|T|TA)$/);
  await facts.last().evaluate((text) => {
    text.textContent = '28 Nov, 20:00 WITA';
  });
  for (const part of await facts.all()) {
    expect(await part.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
    expect(await part.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
  }
  const press = (across: number, down: number) =>
    page.touchscreen.tap(x + width * across, y + height * down);
  // The frame of the small map says how much is seen.
  const seenWidth = () =>
    page.locator('[aria-hidden] > canvas + span').evaluate((frame) => frame.style.width);
  await press(0.21, 0.45);
  await expect(whole).toBeEnabled();
  const section = await seenWidth();
  await press(0.5, 0.5);
  await expect.poll(seenWidth).not.toBe(section);
  await press(0.55, 0.5);
  await expect(counter).toHaveText('1 / 5 selected');
  await look(page);
});
