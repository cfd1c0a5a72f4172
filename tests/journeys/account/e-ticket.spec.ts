import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import type { ETicket } from '../../../contract/ticket/tickets.ts';
import { ticketHtml } from '../../../server/domain/ticket/documents-html.ts';
import { readTicket } from '../../../server/domain/ticket/ticket-issue.ts';
import { longDate, parseInstant } from '../../../src/text/format.ts';
import { expectOnScreen } from '../../support/browser/on-screen.ts';
import { readQr } from '../../support/browser/read-qr.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { expectNoSidewaysScroll, look } from '../steps.ts';

const ticketCall = '**/api/e-ticket/*';
const long = 'Panjang sekali namanya '.repeat(40);
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

/** A code is that of the ticket, and the public keys prove it. */
async function expectProved(page: Page, ticket: ETicket, code: string | null) {
  const answer = await page.request.get('/api/gate/keys');
  const keys = (await answer.json()).data.keys.map((key: { public_key: string }) => key.public_key);
  expect(code).toBe(ticket.qr_code);
  expect(readTicket(keys, code ?? '')).toMatchObject({ ticketId: ticket.id });
}

/** What a scanner held to a code on screen reads; it is given the white around it that the page leaves. */
async function readCode(code: Locator) {
  await code.scrollIntoViewIfNeeded();
  return readQr(await code.screenshot());
}

/** Prints a page as its reader would: one A4 page with these words and no button. */
async function printed(page: Page, words: readonly string[]) {
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatchObject({ width: 210, height: 297 });
  const text = pages[0]?.text.replace(/\s+/g, ' ') ?? '';
  for (const word of words) expect(text).toContain(word);
  for (const word of ['Kembali ke Pesanan Saya', 'Simpan tiket', 'Perbesar kode', 'Transaction']) {
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

test('a ticket is read, printed and kept: on screen, on paper, as HTML, PDF and calendar entry (§2.360, §2.365) @desktop', async ({
  page,
  browser,
}, testInfo) => {
  const problems = watchProblems(page);
  const ticket = await buyTicket(page);
  const startsAt = parseInstant(ticket.event_date) ?? 0;
  const words = [
    ticket.event_name,
    ticket.venue_name,
    longDate(startsAt),
    ticket.holder_name,
    ticket.order_id,
    ticket.category_name,
    ticket.seat_number ?? '',
    ticket.ticket_code,
    'Nama pada tiket harus sesuai dengan kartu identitas yang berlaku.',
    'Surat kuasa wajib bermeterai Rp10.000.',
  ];
  await page.goto(`/e-ticket/${ticket.id}`);
  await expectOnScreen(page, words);
  await press(page, 'Simpan tiket');
  await expect(page.getByRole('article').locator('img')).toHaveJSProperty('naturalWidth', 200);
  await look(page);
  await expectProved(page, ticket, await readCode(codeOf(page)));

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const box = await codeOf(page).boundingBox();
  expect((box?.width ?? 0) / millimetre).toBeGreaterThanOrEqual(40);
  await expectProved(page, ticket, await printed(page, words));
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });

  const calendar = await downloadBy(page, 'Simpan ke kalender');
  const entry = readFileSync(await calendar.path(), 'utf8');
  expect(entry).toContain(`\r\nSUMMARY:${ticket.event_name}\r\n`);
  const pdf = await downloadBy(page, 'Simpan PDF');
  expect(pdf.suggestedFilename()).toBe(`ticket-${ticket.ticket_code}.pdf`);
  const [sheet] = await readPdf(readFileSync(await pdf.path()));
  await expectProved(page, ticket, sheet?.qr ?? null);

  const html = await downloadBy(page, 'Download');
  const kept = testInfo.outputPath(html.suggestedFilename());
  await html.saveAs(kept);
  const offline = await browser.newContext({ offline: true });
  const opened = await offline.newPage();
  const troubles = watchProblems(opened);
  await opened.goto(pathToFileURL(kept).href);
  await expectOnScreen(opened, words);
  await look(opened, 320);
  await expectProved(page, ticket, await readCode(codeOf(opened)));
  await expectProved(page, ticket, await printed(opened, words));

  // Whatever the names are, they stay text, and the paper stays one page.
  const name = '<script>document.title="run"</script><img src=x onerror=alert(1)>';
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
  expect(problems).toEqual([]);
});

test('the code fills the screen at the gate and gives the focus back, in every theme black on white; a ticket too long stays one page (§2.364) @phone', async ({
  page,
  calls,
}) => {
  const problems = watchProblems(page);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        document.body.dataset.shared = files.map(({ name, type }) => `${name} ${type}`).join();
      },
    });
  });
  const ticket = await buyTicket(page);
  await page.goto(`/e-ticket/${ticket.id}`);
  await expectOnScreen(page, [ticket.event_name, ticket.ticket_code]);
  await look(page, 320);

  const enlarge = page.getByRole('button', { name: 'Perbesar kode' });
  const large = page.getByRole('dialog', { name: 'Kode QR tiket' });
  // The button under the code lies over it.
  await codeOf(page).tap({ force: true });
  await expect(large.getByText(ticket.ticket_code)).toBeVisible();
  const code = large.getByRole('img', { name: 'Kode QR tiket' });
  expect((await code.boundingBox())?.width).toBeGreaterThanOrEqual(320);
  await look(page);
  await expectProved(page, ticket, await readCode(code));
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
  await expect(page.locator('body')).toHaveAttribute(
    'data-shared',
    `ticket-${ticket.ticket_code}.pdf application/pdf`,
  );

  const changed = async (change: Partial<ETicket>) => {
    await calls.mend();
    await calls.change(ticketCall, () => ({ ticket: { ...ticket, ...change } }));
    await page.reload();
    await expectOnScreen(page, [ticket.holder_name]);
  };
  await changed({ qr_code: null, organizer_logo: '/media/logos/none.svg' });
  expect(await readCode(codeOf(page))).toBe(ticket.ticket_code);
  const logo = page.getByRole('article').locator('img');
  await expect(logo).toHaveAttribute('src', '/media/default-logo.svg');
  await changed({ qr_code: null, ticket_code: '', event_name: long, venue_name: long });
  await expectOnScreen(page, ['Kode QR belum tersedia.']);
  await expectNoSidewaysScroll(page);
  await look(page);
  expect(await printed(page, ['Panjang sekali', 'Surat kuasa'])).toBeNull();

  // Who may not see it learns nothing of it.
  await calls.mend();
  await page.context().clearCookies();
  await page.goto(`/e-ticket/${ticket.id}`);
  await expectOnScreen(page, ['Failed to load e-ticket. Using fallback data.']);
  await expect(page.getByText(ticket.holder_name)).toHaveCount(0);
  await look(page);
  expect(problems).toEqual([]);
});
