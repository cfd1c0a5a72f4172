import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import type { ETicket } from '../../../contract/ticket/tickets.ts';
import { ticketHtml } from '../../../server/domain/ticket/documents-html.ts';
import { readTicket } from '../../../server/domain/ticket/ticket-issue.ts';
import { localTime, longDate, parseInstant } from '../../../src/text/format.ts';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { expectOnScreen, pressRetry } from '../../support/browser/on-screen.ts';
import { readQr } from '../../support/browser/read-qr.ts';
import { onFreshServer, test, watchProblems } from '../../support/browser/shop.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { expectNoSidewaysScroll } from '../steps.ts';

onFreshServer();

const ticketCall = '**/api/e-ticket/*';
const failed = 'Failed to load e-ticket. Using fallback data.';
const terms = [
  'Nama pada tiket harus sesuai dengan kartu identitas yang berlaku.',
  'Pajak dan biaya tercantum pada rincian pesanan.',
  'Maksimal 6 tiket per transaksi per kategori.',
  'Surat kuasa wajib bermeterai Rp10.000.',
];
/** CSS pixels of a millimetre. */
const millimetre = 96 / 25.4;

/** Buys a ticket on the server and signs the browser in as its buyer. */
async function buyTicket(page: Page): Promise<ETicket> {
  const stage = await page.request.post('/dev/scenarios/e-ticket');
  expect(stage.status(), await stage.text()).toBe(200);
  const path = (await stage.json()).data.lands_on as string;
  const answer = await page.request.get(`/api${path}`);
  return (await answer.json()).data.ticket;
}

/** A code is that of the ticket, the public keys prove it, and a changed letter of it is proved by none. */
async function expectProved(page: Page, ticket: ETicket, code: string | null) {
  const answer = await page.request.get('/api/gate/keys');
  const keys = (await answer.json()).data.keys.map((key: { public_key: string }) => key.public_key);
  expect(code).toBe(ticket.qr_code);
  expect(readTicket(keys, code ?? '')).toMatchObject({ ticketId: ticket.id });
  for (const at of [12, Math.floor((code?.length ?? 0) / 2), (code?.length ?? 0) - 4]) {
    const letters = [...(code ?? '')];
    letters[at] = letters[at] === 'A' ? 'B' : 'A';
    expect(readTicket(keys, letters.join('')), `letter ${at}`).toBeNull();
  }
}

/** What a scanner held to a code on screen reads; it is given the white around it that the page leaves. */
async function readCode(code: Locator) {
  await code.scrollIntoViewIfNeeded();
  return readQr(await code.screenshot());
}

/** Prints a page as its reader would: one A4 page with these words and none of the others. */
async function printed(page: Page, words: readonly string[]) {
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatchObject({ width: 210, height: 297 });
  const text = pages[0]?.text.replace(/\s+/g, ' ') ?? '';
  for (const word of words) expect(text).toContain(word);
  for (const word of [
    'Kembali ke Pesanan Saya',
    'Simpan tiket',
    'Print PDF',
    'Perbesar kode',
    'Transaction',
  ]) {
    expect(text).not.toContain(word);
  }
  return pages[0]?.qr ?? null;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const codeOf = (page: Page) => page.getByRole('img', { name: 'Kode QR tiket' });

async function downloadBy(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await press(page, name);
  return started;
}

test('a ticket is read, printed and kept: on screen, on paper, as HTML, PDF and calendar entry @desktop', async ({
  page,
  calls,
  browser,
}, testInfo) => {
  const problems = watchProblems(page);
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', document.title);
  });
  const ticket = await buyTicket(page);
  const startsAt = parseInstant(ticket.event_date) ?? 0;
  const words = [
    ticket.event_name,
    ticket.venue_name,
    longDate(startsAt),
    localTime(startsAt),
    ticket.holder_name,
    ticket.order_id,
    ticket.category_name,
    ticket.seat_number ?? '',
    ticket.organizer_name ?? '',
    ticket.ticket_code,
    'Syarat dan Ketentuan',
    ...terms,
  ];
  expect(longDate(startsAt)).toMatch(/^(?:Senin|Selasa|Rabu|Kamis|Jumat|Sabtu|Minggu), \d/);
  expect(localTime(startsAt)).toBe('18:30 WIB');

  await calls.hold(ticketCall);
  await page.goto(`/e-ticket/${ticket.id}`);
  await expectOnScreen(page, ['E-Ticket', 'Loading e-ticket...']);
  await expectAccessible(page);
  await calls.mend();
  await page.reload();
  await expectOnScreen(page, [...words, 'Simpan ke kalender']);
  await expect(page.getByRole('button', { name: 'Print PDF' })).toBeHidden();
  await press(page, 'Simpan tiket');
  await expectOnScreen(page, ['Print PDF', 'Download', 'Simpan PDF']);
  await expect(page.getByRole('article').locator('img')).toHaveJSProperty('naturalWidth', 200);
  await expectAccessible(page);
  await expectProved(page, ticket, await readCode(codeOf(page)));

  await press(page, 'Print PDF');
  await expect(page.locator('html')).toHaveAttribute('data-printed', /^E-Ticket/);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const box = await codeOf(page).boundingBox();
  expect((box?.width ?? 0) / millimetre).toBeGreaterThanOrEqual(40);
  await expectProved(page, ticket, await printed(page, words));
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  const link = page.getByRole('link', { name: /Lihat peta/ });
  const map = new URL((await link.getAttribute('href')) ?? '');
  expect([map.origin, map.searchParams.get('query')]).toEqual([
    'https://www.google.com',
    ticket.venue_name,
  ]);

  const calendar = await downloadBy(page, 'Simpan ke kalender');
  expect(calendar.suggestedFilename()).toBe(`ticket-${ticket.ticket_code}.ics`);
  const entry = readFileSync(await calendar.path(), 'utf8').replaceAll('\r\n ', '');
  const start = `${ticket.event_date.slice(0, 10).replaceAll('-', '')}T183000`;
  expect(entry).toContain(`\r\nDTSTART;TZID=Asia/Jakarta:${start}\r\n`);
  expect(entry).toContain('\r\nTZOFFSETTO:+0700\r\n');
  expect(entry).toContain(`\r\nSUMMARY:${ticket.event_name}\r\n`);

  const pdf = await downloadBy(page, 'Simpan PDF');
  expect(pdf.suggestedFilename()).toBe(`ticket-${ticket.ticket_code}.pdf`);
  const [sheet, ...more] = await readPdf(readFileSync(await pdf.path()));
  expect([sheet?.width, sheet?.height, more]).toEqual([210, 297, []]);
  await expectProved(page, ticket, sheet?.qr ?? null);

  await page.getByRole('link', { name: 'Kembali ke Pesanan Saya' }).click();
  await page.getByRole('button', { name: /^Ticket Details/ }).click();
  const whole = await downloadBy(page, 'Simpan semua tiket (PDF)');
  expect(whole.suggestedFilename()).toBe('tickets-konser-senja-jakarta.pdf');
  expect(await readPdf(readFileSync(await whole.path()))).toHaveLength(2);
  await page.goto(`/e-ticket/${ticket.id}`);
  await press(page, 'Simpan tiket');

  const html = await downloadBy(page, 'Download');
  expect(html.suggestedFilename()).toBe(`ticket-${ticket.ticket_code}.html`);
  const kept = testInfo.outputPath(html.suggestedFilename());
  await html.saveAs(kept);
  const offline = await browser.newContext({ offline: true, locale: 'id-ID' });
  const opened = await offline.newPage();
  const troubles = watchProblems(opened);
  await opened.goto(pathToFileURL(kept).href);
  await expectOnScreen(opened, words);
  await expectAccessible(opened);
  await expectProved(page, ticket, await readCode(codeOf(opened)));
  await expectProved(page, ticket, await printed(opened, words));
  await opened.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(opened);

  // Whatever the names are, they stay text, and the paper stays one page.
  const name = '<script>document.title="run"</script><img src=x onerror=alert(1)>';
  const long = 'Panjang sekali namanya '.repeat(40);
  writeFileSync(
    kept,
    ticketHtml(
      {
        banner: null,
        startsAt: new Date(startsAt),
        timeZone: 'Asia/Jakarta',
        asksLater: false,
        ticket: { ...ticket, holder_name: name, event_name: long },
      },
      'Roetix',
    ),
  );
  await opened.reload();
  await expect(opened.getByText(name)).toBeVisible();
  await expect(opened).toHaveTitle(`E-ticket ${ticket.ticket_code}`);
  expect(await opened.locator('script, img').count()).toBe(0);
  await printed(opened, ['Panjang sekali']);
  expect(troubles).toEqual([]);
  await offline.close();

  await calls.fail('**/api/tickets/*/pdf', '**/api/e-ticket/*/html');
  await press(page, 'Simpan PDF');
  await expectOnScreen(page, ['Failed to download ticket PDF. Please try again.']);
  await expectAccessible(page);
  await press(page, 'Download');
  await expectOnScreen(page, ['Tiket belum dapat diunduh. Coba lagi.']);
  await expect(page.getByText('Failed to download ticket PDF.')).toBeHidden();
  expect(problems).toEqual([]);
});

test('the code fills the screen at the gate, and every page without a ticket says why @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await page.addInitScript(() => {
    const held = { shared: [] as string[], locks: 0 };
    Object.assign(window, { held });
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        held.shared.push(...files.map(({ name, type }) => `${name} ${type}`));
      },
    });
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: async () => {
          held.locks += 1;
          const release = async () => {
            held.locks -= 1;
          };
          return { release };
        },
      },
    });
  });
  const held = () =>
    page.evaluate(() => (window as unknown as { held: { shared: string[]; locks: number } }).held);
  const ticket = await buyTicket(page);

  await calls.fail(ticketCall);
  await page.goto(`/e-ticket/${ticket.id}`);
  await expectOnScreen(page, [failed]);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await expectAccessible(page);
  await calls.mend();
  await pressRetry(page.getByRole('button', { name: 'Coba lagi' }));
  await expectOnScreen(page, [ticket.event_name, ticket.ticket_code]);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });

  const enlarge = page.getByRole('button', { name: 'Perbesar kode' });
  const large = page.getByRole('dialog', { name: 'Kode QR tiket' });
  // The button under the code lies over it.
  await codeOf(page).tap({ force: true });
  await expect(large.getByText(ticket.ticket_code)).toBeVisible();
  const code = large.getByRole('img', { name: 'Kode QR tiket' });
  expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(320);
  await expectAccessible(page);
  await expectProved(page, ticket, await readCode(code));
  expect((await held()).locks).toBe(1);
  for (const change of [{ colorScheme: 'dark' }, { forcedColors: 'active' }] as const) {
    await page.emulateMedia(change);
    await expect(large).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(large).toHaveCSS('color', 'rgb(0, 0, 0)');
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  await page.touchscreen.tap(180, 300);
  await expect(large).toBeHidden();
  await expect(enlarge).toBeFocused();
  await enlarge.press('Enter');
  await expect(large).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(enlarge).toBeFocused();

  await press(page, 'Bagikan');
  await expect
    .poll(async () => (await held()).shared)
    .toEqual([`ticket-${ticket.ticket_code}.pdf application/pdf`]);

  const changed = async (change: Partial<ETicket>) => {
    await calls.mend();
    await calls.change(ticketCall, () => ({ ticket: { ...ticket, ...change } }));
    await page.reload();
    await expectOnScreen(page, [ticket.holder_name]);
  };
  await changed({ qr_code: null, organizer_name: null, organizer_logo: '/media/logos/none.svg' });
  expect(await readCode(codeOf(page))).toBe(ticket.ticket_code);
  const logo = page.getByRole('article').locator('img');
  await expect(logo).toHaveAttribute('src', '/media/default-logo.svg');
  await expect(page.getByText('Penyelenggara', { exact: true })).toHaveCount(3);
  const long = 'Panjang sekali namanya '.repeat(40);
  await changed({ qr_code: null, ticket_code: '', event_name: long, venue_name: long });
  await expectOnScreen(page, ['Kode QR belum tersedia.']);
  await expect(codeOf(page)).toHaveCount(0);
  await expectAccessible(page);
  expect(await printed(page, ['Panjang sekali', ...terms])).toBeNull();

  // A response without a ticket: no ticket is invented for it.
  await calls.mend();
  await calls.answer(ticketCall, {});
  await page.reload();
  await expectOnScreen(page, [failed]);
  await expect(page.getByRole('article')).toHaveCount(0);

  await calls.mend();
  await page.goto('/e-ticket');
  await expectOnScreen(page, ['No ticket ID provided']);
  await expect(page.getByRole('button', { name: 'Coba lagi' })).toHaveCount(0);
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.goto(`/e-ticket/${ticket.id}`);
  await expectOnScreen(page, [failed]);
  await expect(page.getByRole('link', { name: 'Masuk untuk melihat tiket ini' })).toHaveAttribute(
    'href',
    `/auth/login?returnTo=/e-ticket/${ticket.id}`,
  );
  await expectAccessible(page);

  await signIn('pembeli2@contoh.id');
  const answered = page.waitForResponse((answer) =>
    answer.url().endsWith(`/e-ticket/${ticket.id}`),
  );
  await page.goto(`/e-ticket/${ticket.id}`);
  await answered;
  await expectOnScreen(page, [failed]);
  for (const secret of [ticket.holder_name, ticket.ticket_code, ticket.order_id]) {
    await expect(page.getByText(secret)).toHaveCount(0);
  }
  expect(problems).toEqual([]);
});
