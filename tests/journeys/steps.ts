import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessible.ts';
import { readQr } from '../support/browser/read-qr.ts';

export const concert = 'konser-senja-jakarta';
export const party = 'pesta-rakyat-bandung';
export const password = 'tiket1234';
/** A number of an identity card that is well formed, of nobody. */
export const exampleNik = '3171016104950001';

/** The visible one of several copies a layout draws for phone and desktop. */
export const seen = (locator: Locator) => locator.locator('visible=true').first();

/** No page of ours scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `sideways scroll on ${new URL(page.url()).pathname}`).toBeLessThanOrEqual(0);
}

/** Axe finds nothing, and nothing scrolls sideways; with a width, there too. */
export async function look(page: Page, narrow?: number) {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const size = page.viewportSize();
  if (narrow === undefined || size === null) return;
  await page.setViewportSize({ ...size, width: narrow });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(size);
}

/** Fills the open sign-in form, page or modal. */
export async function signIn(page: Page, email: string) {
  const form = page.locator('form').filter({ has: page.locator('input[type=password]') });
  await form.getByLabel('Email').fill(email);
  await form.locator('input[type=password]').fill(password);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
}

/** 'Continue' of the open dialog: an event has one show, which is chosen already. */
export async function confirmShow(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Choose Your Show' });
  await expect(dialog.getByRole('radio')).toBeChecked();
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** Chooses free seats by their place among the free ones. */
export async function chooseSeats(page: Page, places: readonly number[]) {
  const free = page.getByRole('gridcell', { name: /, tersedia$/ });
  await expect(free.first()).toBeVisible();
  const names = await Promise.all(
    places.map(async (place) => (await free.nth(place).getAttribute('aria-label')) ?? ''),
  );
  for (const name of names) {
    await page.getByRole('gridcell', { name }).click();
  }
  await expect(
    page.getByText(`${places.length} / 5 selected`).locator('visible=true').first(),
  ).toBeVisible();
}

/** Chooses free seats by their place among the free ones, and holds them. */
export async function holdSeats(page: Page, slug: string, places: readonly number[]) {
  await page.waitForURL(`**/event/${slug}/seats`);
  await chooseSeats(page, places);
  const hold = seen(page.getByRole('button', { name: 'Continue to Order Form' }));
  await expect(hold).toBeEnabled();
  await hold.click();
  await page.waitForURL(`**/event/${slug}/order-form`);
}

/** Fills every field of every form the way a buyer would. */
export async function fillForms(page: Page) {
  await expect(page.getByRole('heading', { name: 'Detail Pesanan', level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  for (const field of await main.locator('input, textarea').all()) {
    const type = (await field.getAttribute('type')) ?? 'text';
    if (type === 'date') await field.fill('1995-04-21');
    else if (type === 'email') await field.fill('tamu@contoh.id');
    else if (type === 'tel') await field.fill('81234567890');
    else if (type === 'number') await field.fill('1');
    else if (type === 'text') {
      // The number of an identity card is the one text that is asked for in digits.
      const isDigits = (await field.getAttribute('inputmode')) === 'numeric';
      await field.fill(isDigits ? exampleNik : 'Tamu Uji');
    }
  }
  for (const area of await main.locator('textarea').all()) await area.fill('Tidak ada.');
  for (const group of await main.locator('fieldset').all()) {
    const choices = group.locator('input[type=radio], input[type=checkbox]');
    if ((await choices.count()) > 0) await choices.first().check();
  }
  for (const list of await main.locator('select').all()) {
    if ((await list.inputValue()) === '') await list.selectOption({ index: 1 });
  }
}

/** Sends the forms through the confirmation. */
export async function confirmOrder(page: Page, slug: string) {
  await seen(page.getByRole('button', { name: 'Continue to Payment' })).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/RTX-/).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Beli Sekarang' }).click();
  await page.waitForURL(`**/event/${slug}/payment-method`);
}

/** Chooses a way to pay and begins the payment. */
export async function beginPayment(page: Page, slug: string, method = /QRIS/) {
  await page.getByRole('radio', { name: method }).check();
  await seen(page.getByRole('button', { name: 'Bayar Sekarang' })).click();
  await page.waitForURL(`**/event/${slug}/payment`);
  await expect(page.getByRole('button', { name: 'Periksa Status Pembayaran' })).toBeVisible();
}

/** The bank says yes, from outside the page. */
export async function settle(page: Page) {
  const bank = await page.getByRole('link', { name: 'Simulasi pembayaran' }).getAttribute('href');
  const answer = await page.request.post(bank ?? '', { data: { outcome: 'settlement' } });
  expect(answer.status()).toBe(200);
}

/** The page says that the payment succeeded; the server says the same. */
export async function expectPaid(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Pembayaran berhasil!' });
  await expect(dialog).toBeVisible();
  expect((await sessionOf(page))?.state).toBe('completed');
  return dialog;
}

/** Text of a QR code that is on screen, read from its pixels the way a scanner would. */
export async function scan(code: Locator): Promise<string> {
  await code.scrollIntoViewIfNeeded();
  const found = await readQr(await code.screenshot({ scale: 'css' }), 40);
  if (found === null) throw new Error('No QR code could be read from the picture.');
  return found;
}

/** The purchase session as the server tells it to this page's browser. */
export async function sessionOf(page: Page) {
  const answer = await page.request.get('/api/session', {
    headers: { 'x-requested-with': 'roetix' },
  });
  const body = (await answer.json()) as {
    data: { session: { state: string; expires_at: string | null } | null };
  };
  return body.data.session;
}

/** The newest code mailed to an address. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    const letters = await request.get(`/dev/mail?to=${encodeURIComponent(email)}`, {
      headers: { accept: 'application/json' },
    });
    const [newest] = (await letters.json()) as { text: string }[];
    code = /\b(\d{6})\b/.exec(newest?.text ?? '')?.[1] ?? '';
    expect(code).not.toBe('');
  }).toPass();
  return code;
}

/** Paths of everything that the worker of the public pages has stored. */
export function storedIn(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const cache = await caches.open('roetix-pages-1');
    return (await cache.keys()).map(({ url }) => {
      const { pathname, search } = new URL(url);
      return pathname + search;
    });
  });
}

export const expectStored = (page: Page, path: string) =>
  expect.poll(() => storedIn(page)).toContain(path);

/** The note of a page that began without network. */
export const noteOf = (page: Page) =>
  page.getByRole('complementary', { name: 'Tidak ada jaringan' });

/** Goes back as the browser's own button does, and waits until the page has noticed. */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('popstate', () => setTimeout(resolve), { once: true });
        history.back();
      }),
  );
}
