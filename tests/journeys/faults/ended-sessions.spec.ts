import { expect, type Page } from '@playwright/test';
import { signInAs, test } from '../../support/browser/shop.ts';
import { concert, look, party, seen } from '../steps.ts';

const buyer = 'pembeli@contoh.id';
const theatre = 'teater-tanpa-form-solo';
const headers = { 'x-requested-with': 'roetix' };
const rejoin = 'Masuk antrean lagi';
const queued = 'Kamu Sedang Dalam Antrean';

/** Pages of the purchase, the situation of the desk that opens each, and what tells that it stands. */
const pages = {
  queue: { go: 'queued-third', slug: party, shows: queued },
  seats: { go: 'seats-fresh', slug: concert, shows: 'Choose Your Seats' },
  'order-form': { go: 'order-form', slug: concert, shows: 'Attendee information required' },
  payment: { go: 'awaiting-qris', slug: concert, shows: 'Cara Pembayaran' },
} as const;

/** Notes the joins that a page asks for from now on. */
function joinsOf(page: Page): string[] {
  const joins: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/session/queue/join')) joins.push(sent.url());
  });
  return joins;
}

/** Opens a page with its session. */
async function open(page: Page, name: keyof typeof pages) {
  const { go, slug, shows } = pages[name];
  const opened = page.waitForEvent('websocket');
  // A page is drawn before its session is read: an end that comes meanwhile is one of before the page.
  const isRead = page.waitForResponse(/\/api\/session(\?|$)/);
  await page.goto(`/dev/go/${go}`);
  await page.waitForURL(`**/event/${slug}/${name}`);
  await Promise.all([opened, isRead]);
  await expect(seen(page.getByText(shows))).toBeVisible();
  if (name === 'seats') await expect(page.getByRole('gridcell').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  return { slug, joins: joinsOf(page) };
}

/** The words of an end, as the page or the notice of the next page says them. */
const said = (page: Page, words: string | RegExp) =>
  expect(page.locator('[data-ended], [data-farewell]').getByText(words).first()).toBeVisible();

/** The tab is looked at again, as after a sleep. */
const wake = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test('[F62] removed: the reason, then on the event page in front of everything until it is read (§15.24, §4.26)', async ({
  page,
  request,
  isPhone,
}) => {
  const { slug, joins } = await open(page, isPhone ? 'queue' : 'seats');
  const done = await request.post(`/dev/queue/${slug}`, {
    data: { kick: buyer, reason: 'Melanggar aturan' },
  });
  expect(done.ok(), await done.text()).toBe(true);
  await page.waitForURL(`**/event/${slug}`);
  await said(page, /Melanggar aturan/);
  await said(page, /sudah dilepas/);
  await look(page);
  // A press lands on what is in front.
  await page.getByRole('button', { name: 'Mengerti' }).click();
  await expect(page.locator('[data-farewell]')).toHaveCount(0);
  expect(joins).toEqual([]);
});

test("[F67] 'Exit' in one tab is undone by no other, and a link joins nothing afterwards @phone", async ({
  page,
  context,
}) => {
  const { slug, joins } = await open(page, 'queue');
  const other = await context.newPage();
  const otherJoins = joinsOf(other);
  await other.goto(`/event/${slug}/queue`);
  await expect(other.getByText(queued)).toBeVisible();
  otherJoins.length = 0;
  await page.getByRole('button', { name: 'Keluar dari Antrean' }).click();
  await page.getByRole('button', { name: 'Lepaskan tempat' }).click();
  await page.waitForURL('/');
  await said(page, /Kamu telah keluar dari antrean/);
  await said(other, 'Anda sudah keluar lewat tab atau perangkat lain');
  for (const tab of [page, other]) await look(tab);
  await other.goto(`/event/${slug}/seats`);
  await said(other, 'Kamu telah keluar dari antrean');
  expect([...joins, ...otherJoins]).toEqual([]);
  await other.getByRole('button', { name: rejoin }).click();
  await expect(other.getByText(queued)).toBeVisible();
});

test('[F65][F68] paid on the laptop while the phone slept on the order form: said, and no place is taken @phone', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const laptop = await browser.newContext({ baseURL: baseURL ?? '' });
  await signInAs(laptop, buyer);
  await signInAs(page.context(), buyer);
  const call = async (method: string, path: string, data?: unknown) => {
    const answer = await laptop.request.fetch(`/api/event/${theatre}/${path}`, {
      method,
      headers: { ...headers, 'idempotency-key': `laptop-${path}` },
      ...(data === undefined ? {} : { data }),
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    return ((await answer.json()) as { data: unknown }).data;
  };
  await call('POST', 'session/queue/join', {});
  await call('POST', 'order-draft', { seats: ['A-1'], voucher_code: null });
  await page.goto(`/event/${theatre}/order-form`);
  await expect(seen(page.getByRole('timer'))).toBeVisible();
  const joins = joinsOf(page);

  // Asleep: no message and no response reaches the phone.
  await page.context().setOffline(true);
  await call('POST', 'order-draft/form-submission', { form_submissions: {} });
  await call('POST', 'create-payment', { payment_method_code: 'qris' });
  const { payment } = (await call('GET', 'payment/status')) as { payment: { id: string } };
  const settled = await request.post(`/dev/gateway/${payment.id}`, {
    data: { outcome: 'settlement' },
  });
  expect(settled.ok(), await settled.text()).toBe(true);
  await laptop.close();

  await page.context().setOffline(false);
  await wake(page);
  await said(page, 'Pesanan Anda sudah dibayar di tab atau perangkat lain');
  await page.getByRole('link', { name: 'Lihat tiket' }).click();
  await page.waitForURL('**/my-tickets');
  expect(joins).toEqual([]);
});
