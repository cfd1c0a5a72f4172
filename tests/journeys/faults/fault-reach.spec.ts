import { expect, type Page } from '@playwright/test';
import { onFreshServer, test, watchProblems } from '../../support/browser/shop.ts';
import { concert, exampleNik, expectNoSidewaysScroll, seen, sessionOf, settle } from '../steps.ts';

onFreshServer();

/** Most presses of Tab from one control of a page to another. */
const longestWay = 90;

/** What has the focus, as far as a reader of the page is told. */
interface Focused {
  readonly role: string;
  readonly name: string;
  readonly type: string;
  readonly inputMode: string;
  readonly isEmpty: boolean;
  readonly isChecked: boolean;
  /** Nothing lies over its middle (WCAG 2.4.11). */
  readonly isSeen: boolean;
}

function focused(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const field = element as HTMLInputElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const label = field.labels?.[0]?.textContent ?? element.textContent;
    const named = element.getAttribute('aria-label') ?? label ?? '';
    return {
      role: element.getAttribute('role') ?? element.tagName.toLowerCase(),
      name: named.replace(/\s+/g, ' ').trim(),
      type: field.type ?? '',
      inputMode: element.inputMode,
      isEmpty: field.value === '',
      isChecked: field.checked === true,
      isSeen:
        hit === null ||
        element.contains(hit) ||
        hit.contains(element) ||
        (field.labels !== null &&
          field.labels !== undefined &&
          [...field.labels].some((one) => one.contains(hit))),
    };
  });
}

/** Presses Tab until the focus is on what is looked for; on the way `act` may type or press. */
async function tabTo(
  page: Page,
  wanted: (stop: Focused) => boolean,
  act: (stop: Focused) => Promise<void> = async () => undefined,
): Promise<Focused> {
  const seen: string[] = [];
  for (let presses = 0; presses < longestWay; presses += 1) {
    const stop = await focused(page);
    if (wanted(stop)) {
      await expect.poll(async () => (await focused(page)).isSeen, stop.name).toBe(true);
      return stop;
    }
    await act(stop);
    seen.push(`${stop.role} ${stop.name.slice(0, 30)}`);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Not reached by Tab from ${new URL(page.url()).pathname}:\n${seen.join('\n')}`);
}

const button = (name: RegExp) => (stop: Focused) => stop.role === 'button' && name.test(stop.name);

async function pressButton(page: Page, name: RegExp) {
  await tabTo(page, button(name));
  await page.keyboard.press('Enter');
}

/** Answers the field that has the focus, the way its type asks for. */
async function answerField(page: Page, { role, type, inputMode, isEmpty, isChecked }: Focused) {
  const { keyboard } = page;
  if (type === 'radio' || type === 'checkbox') {
    if (!isChecked) await keyboard.press('Space');
  } else if (role === 'select') {
    if (isEmpty) await keyboard.press('ArrowDown');
  } else if (!isEmpty) return;
  // The same day and month in every order a browser may ask for them.
  else if (type === 'date') await keyboard.type('04041995');
  else if (type === 'email') await keyboard.type('tamu@contoh.id');
  else if (type === 'tel') await keyboard.type('81234567890');
  else if (type === 'text' && inputMode === 'numeric') await keyboard.type(exampleNik);
  else if (role === 'textarea' || type === 'text') await keyboard.type('Tamu Uji');
}

test('[F58] by keyboard alone, at 320 px and in a browser that keeps nothing the whole purchase completes @phone', async ({
  page,
  request,
  signIn,
}) => {
  const problems = watchProblems(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, area, {
        get: () => {
          throw new DOMException('Blocked by the settings of the browser.', 'SecurityError');
        },
      });
    }
  });
  await signIn('pembeli@contoh.id');
  await page.goto(`/event/${concert}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Konser Senja Jakarta' })).toBeVisible();

  await pressButton(page, /^Buy Now$/);
  await expect(page.getByRole('dialog', { name: 'Choose Your Show' })).toBeVisible();
  await tabTo(page, ({ type }) => type === 'radio');
  await page.keyboard.press('Space');
  await pressButton(page, /^Continue$/);

  await page.waitForURL(`**/event/${concert}/seats`);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await tabTo(page, ({ role }) => role === 'gridcell');
  for (let steps = 0; !/, tersedia$/.test((await focused(page)).name); steps += 1) {
    expect(steps).toBeLessThan(30);
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Space');
  await expect(page.getByText('1 / 5 selected').locator('visible=true').first()).toBeVisible();
  // A second seat from the list, without the map.
  await pressButton(page, /^Pilih dari daftar$/);
  await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeVisible();
  await tabTo(page, button(/^Pilih kursi ini$/), (stop) => answerField(page, stop));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText('2 / 5 selected').locator('visible=true').first()).toBeVisible();
  await pressButton(page, /^Continue to Order Form$/);

  await page.waitForURL(`**/event/${concert}/order-form`);
  await expect(page.getByRole('heading', { name: 'Detail Pesanan', level: 1 })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await tabTo(page, button(/^Continue to Payment$/), (stop) => answerField(page, stop));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(/RTX-/).first()).toBeVisible();
  await pressButton(page, /^Beli Sekarang$/);

  await page.waitForURL(`**/event/${concert}/payment-method`);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('radio', { name: /QRIS/ })).toBeVisible();
  await tabTo(page, ({ type }) => type === 'radio');
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: /QRIS/ })).toBeChecked();
  await pressButton(page, /^Bayar Sekarang/);

  await page.waitForURL(`**/event/${concert}/payment`);
  await expectNoSidewaysScroll(page);
  await pressButton(page, /^Periksa Status Pembayaran$/);
  await settle(page, request);
  const paid = page.getByRole('dialog', { name: 'Pembayaran berhasil!' });
  await expect(paid).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect((await sessionOf(page))?.state).toBe('completed');
  await page.keyboard.press('Escape');
  await page.waitForURL((url) => url.pathname === '/');
  expect(problems).toEqual([]);
});

test('in two tabs there is one draft and one payment, and both show it @desktop', async ({
  page,
  context,
  request,
}) => {
  await page.goto('/dev/go/payment-method');
  await page.waitForURL(`**/event/${concert}/payment-method`);
  const other = await context.newPage();
  await other.goto(`/event/${concert}/payment-method`);
  for (const tab of [page, other]) {
    await tab.getByRole('radio', { name: /QRIS/ }).check();
  }
  // Both are looked up first: the tab that hears of the other's payment leaves the page with its button.
  const buttons = await Promise.all(
    [page, other].map((tab) =>
      seen(tab.getByRole('button', { name: 'Bayar Sekarang' })).elementHandle(),
    ),
  );
  await Promise.all(
    buttons.map((button) => button?.evaluate((node) => (node as HTMLElement).click())),
  );
  const banks: (string | null)[] = [];
  for (const tab of [page, other]) {
    await tab.waitForURL(`**/event/${concert}/payment`);
    const bank = tab.getByRole('link', { name: 'Simulasi pembayaran' });
    banks.push(await bank.getAttribute('href'));
  }
  expect(new Set(banks).size).toBe(1);
  // A third tab at the seats is led to the payment, and gives nothing back on the way.
  const third = await context.newPage();
  await third.goto(`/event/${concert}/seats`);
  await third.waitForURL(`**/event/${concert}/payment`);
  await settle(page, request);
  for (const tab of [page, other, third]) {
    await expect(tab.getByRole('dialog', { name: 'Pembayaran berhasil!' })).toBeVisible();
  }
});
