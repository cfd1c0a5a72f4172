import { chromium, expect } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { CHROMIUM_ARGS, locateChromium } from '../support/browser/browser.ts';
import { test } from '../support/browser/shop.ts';
import { slowed } from '../support/browser/slow-browser.ts';
import {
  buyTickets,
  nextGuest,
  openDoor,
  scan,
  seminar,
  theatre,
  voidTicket,
  waitUntilKept,
  writeFilm,
} from '../support/gate.ts';

test.use({ serviceWorkers: 'allow' });

test('a door online: valid once, then used; cancelled, foreign, forged and mistyped codes; a camera refused and a pass that ended (§14.61) @phone', async ({
  page,
  request,
}) => {
  const [first, second, cancelled] = await buyTickets(request, seminar, 3);
  const [foreign] = await buyTickets(request, theatre, 1);
  if (!first || !second || !cancelled || !foreign) throw new Error('Not all were bought.');

  await page.goto('/gate');
  await expect(page.getByRole('heading', { name: 'Buka pintu acara' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Pas pintu').fill('bukan-pas');
  await page.getByLabel('Nama pintu ini').fill('Pintu Utara');
  await page.getByRole('button', { name: 'Buka pintu' }).click();
  await expect(page.getByRole('alert')).toContainText('Pas ini tidak berlaku');
  await openDoor(page, seminar, 'Pintu Utara');
  expect(new URL(page.url()).hash).toBe('');

  // The door has not synchronised since: the server says so.
  await voidTicket(request, cancelled);
  const changed = `${first.qr.slice(0, -1)}${first.qr.endsWith('A') ? 'B' : 'A'}`;
  const verdicts = [
    [first.qr, 'SAH', first.seat],
    [first.short, 'SUDAH DIPAKAI', first.seat],
    [second.short.toLowerCase().replace('-', ' '), 'SAH', second.seat],
    [cancelled.qr, 'DIBATALKAN', 'Jangan izinkan masuk'],
    [foreign.qr, 'SALAH EVENT', 'acara lain'],
    [changed, 'PALSU', 'Jangan izinkan'],
    ['AAAA-1111', 'TIDAK DIKENAL', 'ketikannya'],
  ] as const;
  const looked = new Set<string>();
  for (const [code, word, more] of verdicts) {
    const shown = await scan(page, code);
    await expect(shown.getByRole('heading')).toHaveText(word);
    await expect(shown).toContainText(more);
    if (!looked.has(word)) await expectAccessible(page);
    looked.add(word);
    await nextGuest(page);
  }
  await expect(page.getByRole('listitem')).toHaveCount(verdicts.length);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Kamera', exact: true }).click();
  await expect(page.getByText('Kamera tidak diizinkan')).toBeVisible();
  await expectAccessible(page);

  await page.route('**/api/gate/*', (route) =>
    route.fulfill({ status: 401, json: { status: 401, message: 'Not valid', data: null } }),
  );
  await page.getByRole('button', { name: 'Sinkronkan' }).click();
  await expect(page.getByText('Pas tidak berlaku lagi')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Masukkan pas baru' }).click();
  await expect(page.getByRole('heading', { name: 'Buka pintu acara' })).toBeVisible();
});

test('two doors without network let one ticket in, and one of them is flagged after the sync (§14.62) @phone', async ({
  page,
  context,
  browser,
  request,
  baseURL,
}) => {
  const [ticket, other, cancelled, late] = await buyTickets(request, seminar, 4);
  if (!ticket || !other || !cancelled || !late) throw new Error('The tickets were not bought.');
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' });
  const south = await elsewhere.newPage();
  await voidTicket(request, cancelled);
  await openDoor(page, seminar, 'Pintu Utara');
  await openDoor(south, seminar, 'Pintu Selatan');
  await waitUntilKept(page);

  await context.setOffline(true);
  await elsewhere.setOffline(true);
  // The page opens again without network, knows its pass, and judges.
  await page.reload();
  await expect(page.getByText('Tanpa jaringan')).toBeVisible();
  await expect(await scan(page, ticket.qr)).toContainText('SAH');
  await expect(page.getByText('Diperiksa tanpa jaringan')).toBeVisible();
  await nextGuest(page);
  await expect(page.getByText('1 belum tersinkron')).toBeVisible();
  await expectAccessible(page);
  await expect(await scan(page, ticket.qr)).toContainText('SUDAH DIPAKAI');
  await nextGuest(page);
  await expect(await scan(page, cancelled.qr)).toContainText('DIBATALKAN');
  await nextGuest(page);
  await expect(await scan(page, other.short)).toContainText('PERLU JARINGAN');
  await expectAccessible(page);
  await nextGuest(page);
  await expect(page.getByRole('button', { name: 'Tutup pintu ini' })).toBeDisabled();

  await expect(await scan(south, ticket.qr)).toContainText('SAH');
  await nextGuest(south);
  // Voided while no door can hear of it.
  await voidTicket(request, late);
  await expect(await scan(south, late.qr)).toContainText('SAH');
  await nextGuest(south);

  // The later one is sent first: it is overtaken by the earlier one when that comes in.
  await elsewhere.setOffline(false);
  await expect(south.getByText('Semua tersinkron', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Semua tersinkron', { exact: true })).toBeVisible();
  await south.getByRole('button', { name: 'Sinkronkan' }).click();
  const attention = south.getByRole('alert');
  await expect(attention).toContainText('juga dipindai di Pintu Utara pukul');
  await expect(attention).toContainText('ternyata sudah dibatalkan');
  await expect(page.getByText('Perlu perhatian')).toBeHidden();
  await expectAccessible(south);
  await south.getByRole('button', { name: 'English' }).click();
  await expect(attention).toContainText('this ticket was also scanned at');
  await expect(attention).toContainText('this ticket turned out to be cancelled');
  await elsewhere.close();
});

test('a scanner that types: five codes a second apart are five people @phone', async ({
  page,
  request,
}) => {
  const tickets = await buyTickets(request, seminar, 5);
  await openDoor(page, seminar, 'Pintu Utara');
  const shown = page.locator('[data-verdict][class*=result]');
  for (const { qr, seat } of tickets) {
    await page.keyboard.type(qr, { delay: 2 });
    await page.keyboard.press('Enter');
    await expect(shown).toContainText(seat);
    await page.waitForTimeout(1_000);
  }
  await expect(shown).toBeHidden();
  await expect(page.getByRole('listitem')).toHaveCount(tickets.length);
});

test('a camera reads a ticket once, by the reader that the page brings (§14.63) @phone', async ({
  request,
  baseURL,
}, testInfo) => {
  const [ticket] = await buyTickets(request, seminar, 1);
  if (!ticket) throw new Error('The ticket was not bought.');
  const film = testInfo.outputPath('tiket.y4m');
  writeFilm(film, ticket.qr);
  const browser = slowed(
    await chromium.launch({
      executablePath: locateChromium(),
      args: [
        ...CHROMIUM_ARGS,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    }),
  );
  try {
    const context = await browser.newContext({ baseURL: baseURL ?? '', locale: 'id-ID' });
    const page = await context.newPage();
    // The camera of a test machine has no light: it claims to have one, and notes what is asked of it.
    await page.addInitScript(() => {
      const { prototype } = MediaStreamTrack;
      prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      prototype.applyConstraints = async (wish) => {
        document.documentElement.dataset.light = JSON.stringify(wish);
      };
    });
    const elsewhere: string[] = [];
    page.on('request', (asked) => {
      if (!asked.url().startsWith(baseURL ?? '')) elsewhere.push(asked.url());
    });
    await openDoor(page, seminar, 'Pintu Utara');
    await expect(page.getByRole('status').filter({ hasText: 'SAH' })).toBeVisible();
    // It stays in view, and is not held against its guest.
    await expect(page.getByText('Arahkan kamera')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(1);
    const light = page.locator('html');
    await page.getByRole('button', { name: 'Nyalakan senter' }).click();
    await expect(light).toHaveAttribute('data-light', '{"advanced":[{"torch":true}]}');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Matikan senter' }).click();
    await expect(light).toHaveAttribute('data-light', '{"advanced":[{"torch":false}]}');
    expect(elsewhere.filter((url) => !/^(?:data|blob):/.test(url))).toEqual([]);
    // Taken away and shown again on purpose: a door that opened again has forgotten what it saw last.
    await page.reload();
    await expect(page.getByRole('alert').filter({ hasText: 'SUDAH DIPAKAI' })).toBeVisible();
  } finally {
    await browser.close();
  }
});
