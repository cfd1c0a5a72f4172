import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { id } from '../../../src/text/id.ts';
import { answers } from '../../contract/samples.ts';
import { expectOnScreen, pressRetry } from '../../support/browser/on-screen.ts';
import { type Calls, test, watchProblems } from '../../support/browser/shop.ts';
import { concert, seen } from '../steps.ts';
import { buyer, expectPager, historyCall, look, purchase, range } from './account-data.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const titles = (page: Page) => cards(page).getByRole('heading');
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const pages = id['history.pages'];

/** The transaction history as a buyer with these orders opens it. */
async function openHistory(page: Page, calls: Calls, orders: readonly unknown[]) {
  await calls.answer(historyCall, orders);
  await page.goto('/transaction-history');
  await expect(page.getByRole('heading', { level: 1, name: 'Riwayat Transaksi' })).toBeVisible();
}

/** The colour of the words of a badge, by the token it comes from. */
async function tokenOf(badge: Locator): Promise<string | undefined> {
  return badge.evaluate((element) => {
    const { color } = getComputedStyle(element);
    return ['success', 'warning', 'danger', 'ink-soft'].find((name) => {
      const probe = document.createElement('span');
      probe.style.color = `var(--color-${name})`;
      document.body.append(probe);
      const isIts = getComputedStyle(probe).color === color;
      probe.remove();
      return isIts;
    });
  });
}

test('badges, prices and filters of the history, three a page, five numbers @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await signIn(buyer.email);
  const badges = [
    ['completed', 'Completed', 'success'],
    ['pending', 'Pending', 'warning'],
    ['cancelled', 'Cancelled', 'danger'],
    ['failed', 'Failed', 'danger'],
    ['refunded', 'Dana dikembalikan', 'ink-soft'],
  ] as const;
  const orders = badges.map(([order_status], index) => purchase(index + 1, { order_status }));
  const more = range(13).map((n) => purchase(n + 5, { order_status: 'completed' }));
  await openHistory(page, calls, [
    { ...orders[0], total_price: '1650000.00' },
    { ...orders[1], datetime: 'TBA', image: null },
    { ...orders[2], title: 'Festival Musik Tahunan Nusantara Raya Bersama Seratus Musisi' },
    ...orders.slice(3),
    ...more,
  ]);

  await expect(cards(page)).toHaveCount(3);
  await expectOnScreen(page, [
    'Sabtu, 7 Maret 2026, 19:30 WIB',
    'TBA',
    'Rp1.650.000',
    'Rp550.000',
    'ID transaksi: RTX-1',
    'Invoice',
  ]);
  await expectPager(page, pages, { numbers: [1, 2, 3, 4, 5], at: 1, shut: ['Sebelumnya'] });
  await expect(page.getByRole('button', { name: /^Invoice/ })).toHaveCount(1);
  const showsBadge = async ([, word, token]: (typeof badges)[number], place: number) => {
    const badge = cards(page).nth(place).getByText(word, { exact: true });
    await expect(badge).toBeVisible();
    expect(await tokenOf(badge), word).toBe(token);
  };
  for (const [place, badge] of badges.slice(0, 3).entries()) await showsBadge(badge, place);
  await look(page);

  await page.getByRole('button', { name: 'Berikutnya' }).click();
  for (const [place, badge] of badges.slice(3).entries()) await showsBadge(badge, place);
  await expect(cards(page).first()).toBeInViewport();
  await look(page);
  await page.getByRole('button', { name: 'Halaman 5' }).click();
  await expectPager(page, pages, { numbers: [2, 3, 4, 5, 6], at: 5, shut: [] });
  await page.getByRole('button', { name: 'Halaman 6' }).click();
  await expectPager(page, pages, { numbers: [2, 3, 4, 5, 6], at: 6, shut: ['Berikutnya'] });

  // Another filter begins at its first page; what failed, or is of another kind, is under All alone.
  await tab(page, 'Completed').click();
  await expectPager(page, pages, { numbers: [1, 2, 3, 4, 5], at: 1, shut: ['Sebelumnya'] });
  await expect(titles(page)).toHaveText(['Konser 1', 'Konser 6', 'Konser 7']);
  await tab(page, 'Pending').click();
  await expect(titles(page)).toHaveText(['Konser 2']);
  await tab(page, 'Cancelled').click();
  await expect(titles(page)).toHaveText([/^Festival Musik/]);
  await expect(page.getByRole('navigation', { name: pages })).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('the history loading, failing and empty; an invoice that comes and one that does not; an id copied; the way to a payment that waits; Log Out @desktop', async ({
  page,
  context,
  calls,
  signIn,
}) => {
  await page.goto('/transaction-history');
  await expect(page, 'signed out').toHaveURL('/auth/login?returnTo=/transaction-history');

  await signIn(buyer.email);
  await calls.hold(historyCall);
  await page.goto('/transaction-history');
  await expect(page.getByRole('status').filter({ hasText: id['history.loading'] })).toBeAttached();
  await expect(page.locator('[aria-busy=true] > [aria-hidden=true]')).toHaveCount(3);
  await look(page);

  await calls.fail(historyCall);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(
    'Unable to load purchase history at this time.',
  );
  await look(page);

  await calls.answer(historyCall, []);
  await pressRetry(page.getByRole('button', { name: 'Coba lagi' }));
  for (const [name, text] of [
    ['All', "You don't have any transactions yet."],
    ['Completed', "You don't have any completed transactions yet."],
    ['Pending', "You don't have any pending transactions yet."],
    ['Cancelled', "You don't have any cancelled transactions yet."],
  ] as const) {
    await tab(page, name).click();
    const title = name === 'All' ? 'No Purchase History' : 'No transactions found';
    await expectOnScreen(page, [title, text]);
  }
  await look(page);

  await calls.answer('**/api/session*', {
    ...answers.session,
    session: { ...answers.session.session, state: 'payment_processing' },
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openHistory(page, calls, [
    purchase(1, { title: 'Konser Senja Jakarta', order_status: 'pending' }),
    purchase(2),
    purchase(3, { order_status: 'pending' }),
  ]);
  const pay = page.getByRole('link', { name: 'Lanjutkan pembayaran' });
  await expect(pay).toHaveCount(1);
  await expect(pay).toHaveAttribute('href', `/event/${concert}/payment`);
  await expect(cards(page).first().getByRole('link')).toHaveCount(1);
  await cards(page).nth(1).getByRole('button', { name: 'Salin ID' }).click();
  await expectOnScreen(page, ['Copied!']);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('RTX-2');

  const invoice = page.getByRole('button', { name: 'Invoice RTX-2' });
  const body = '%PDF-1.4 invoice of the test';
  await page.route('**/api/purchase-history/RTX-2/invoice', (route) =>
    route.fulfill({ contentType: 'application/pdf', body }),
  );
  const [download] = await Promise.all([page.waitForEvent('download'), invoice.click()]);
  expect(download.suggestedFilename()).toBe('invoice-RTX-2.pdf');
  expect(readFileSync(await download.path(), 'utf8')).toBe(body);
  await calls.fail('**/api/purchase-history/RTX-2/invoice');
  await invoice.click();
  await expect(cards(page).nth(1).getByRole('alert')).toHaveText(
    'Invoice belum dapat diunduh. Coba lagi.',
  );
  await look(page);

  await calls.mend();
  await page.getByRole('complementary').getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { name: 'Be Our Partner' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

/** The order a link led to: on its page, marked, in view and with the focus. */
async function expectBrought(page: Page, title: string, at: number) {
  await page.waitForURL('**/transaction-history');
  const card = cards(page).filter({ hasText: title });
  await expect(card).toBeFocused();
  await expect(card).toBeInViewport({ ratio: 1 });
  await expect(card).toHaveAttribute('data-marked', 'true');
  await expect(page.locator('[data-marked]')).toHaveCount(1);
  const pager = page.getByRole('navigation', { name: pages });
  await expect(pager.locator('[aria-current=page]')).toHaveText(String(at));
}

test('the strip failing and empty; two a page, it leads to its order in the history, each time @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await signIn(buyer.email);
  await calls.fail(historyCall);
  await page.goto('/');
  const strip = page.getByRole('main').locator('section').filter({ hasText: 'History Purchases' });
  await expect(strip.getByRole('alert')).toContainText(
    'Unable to load purchase history at this time.',
  );
  await calls.answer(historyCall, []);
  await pressRetry(strip.getByRole('button', { name: 'Coba lagi' }));
  await expectOnScreen(page, ['No Purchase History Yet']);
  await strip.getByRole('link', { name: 'Explore Events' }).click();
  await page.waitForURL('**/search');
  await expect(page.getByRole('searchbox')).toBeVisible();

  await calls.answer(
    historyCall,
    range(12).map((n) => purchase(n)),
  );
  await seen(page.getByRole('navigation').getByRole('link', { name: 'Home' })).click();
  await expect(strip.getByRole('article')).toHaveCount(2);
  await strip.scrollIntoViewIfNeeded();
  await expectOnScreen(page, [
    'History Purchases',
    'Konser 1',
    'Sabtu, 7 Maret 2026',
    '19:30 WIB',
    'Taman Cakrawala',
    'Transaction History',
  ]);
  const label = id['strip.title'];
  await expectPager(page, label, { numbers: [1, 2, 3], at: 1, shut: ['Sebelumnya'] });
  await look(page);
  const size = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ ...size, width: 640 });
  await expectPager(page, label, { numbers: [1, 2, 3, 4, 5], at: 1, shut: ['Sebelumnya'] });
  await page.setViewportSize({ ...size, width: 639 });
  await expectPager(page, label, { numbers: [1, 2, 3], at: 1, shut: ['Sebelumnya'] });
  await page.setViewportSize(size);

  const open = async (stripPage: number, title: string) => {
    for (let at = 2; at <= stripPage; at += 1) {
      await strip.getByRole('button', { name: 'Berikutnya' }).click();
      await expect(strip.locator('[aria-current=page]')).toHaveText(String(at));
    }
    await strip.getByRole('link', { name: new RegExp(`${title}$`) }).click();
  };
  await open(6, 'Konser 11');
  await expectBrought(page, 'Konser 11', 4);
  await look(page);
  // Who pages away and back is where they want to be.
  await page.getByRole('button', { name: 'Sebelumnya' }).click();
  await page.getByRole('button', { name: 'Berikutnya' }).click();
  await expect(page.getByRole('button', { name: 'Berikutnya' })).toBeDisabled();
  await expect(page.locator('[data-marked]')).not.toBeFocused();

  // The second time everything is there at once, and the page goes to its top in the same breath.
  await seen(page.getByRole('navigation').getByRole('link', { name: 'Home' })).click();
  await open(3, 'Konser 6');
  await expectBrought(page, 'Konser 6', 2);

  // Of an order that is not there the history opens where it begins.
  await page.evaluate(() => {
    window.history.replaceState({ ...window.history.state, own: { transactionId: 'RTX-0' } }, '');
  });
  await page.reload();
  await expect(titles(page)).toHaveText(['Konser 1', 'Konser 2', 'Konser 3']);
  await expect(page.locator('[data-marked]')).toHaveCount(0);
  expect(problems).toEqual([]);
});
