import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { onFreshServer, signInAs, test } from '../../support/browser/shop.ts';
import { concert, expectNoSidewaysScroll, party } from '../steps.ts';

onFreshServer();
// A response that is on its way when a test ends would fail it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const buyer = 'pembeli@contoh.id';
const theatre = 'teater-tanpa-form-solo';
const headers = { 'x-requested-with': 'roetix' };
const rejoin = 'Masuk antrean lagi';
const timeUp = 'Time is up! Your session has expired. Please select your seats again.';

/** Pages of the purchase, the situation of the desk that opens each, and what tells that it is there. */
const pages = {
  queue: { go: 'queued-third', slug: party, shows: 'Kamu Sedang Dalam Antrean' },
  seats: { go: 'seats-fresh', slug: concert, shows: 'Choose Your Seats' },
  'order-form': { go: 'order-form', slug: concert, shows: 'Attendee information required' },
  'payment-method': { go: 'payment-method', slug: concert, shows: 'QRIS' },
  payment: { go: 'awaiting-qris', slug: concert, shows: 'Cara Pembayaran' },
} as const;
type PageName = keyof typeof pages;

/** Opens a page with its session, and counts the joins that the page asks for from then on. */
async function open(page: Page, name: PageName) {
  const { go, slug, shows } = pages[name];
  await page.goto(`/dev/go/${go}`);
  await page.waitForURL(`**/event/${slug}/${name}`);
  await expect(page.getByText(shows).locator('visible=true').first()).toBeVisible();
  // A page is drawn before its session is read: an end that comes meanwhile is one of before the page.
  await page.waitForLoadState('networkidle');
  const joins: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/session/queue/join')) joins.push(sent.url());
  });
  return { slug, joins };
}

/** The words of an end, as the page or the notice of the next page says them. */
const said = (page: Page, words: string | RegExp) =>
  expect(page.locator('[data-ended], [data-farewell]').getByText(words).first()).toBeVisible();

/** The tab is looked at again, as after a sleep. */
const wake = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** The server ends the session of the page as told, where no tool of the desk does. */
async function endAs(page: Page, session: Record<string, unknown>) {
  await page.route(/\/api\/session(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { session: Record<string, unknown> } };
    const over = { ...body.data.session, remaining_seconds: null, has_draft: false, ...session };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, session: over } } });
  });
  await wake(page);
}

// Each of these ends on every page is a row of tests/machines/root/root-ended.test.ts; here is what server, broker and page make of them together.
test('[F61] given up elsewhere: the page says so, stays, and joins nothing @phone', async ({
  page,
}) => {
  const { slug, joins } = await open(page, 'order-form');
  await page.request.delete('/api/session', { headers });
  await said(page, 'Anda sudah keluar lewat tab atau perangkat lain');
  await expect(page).toHaveURL(new RegExp(`/${slug}/order-form$`));
  await expect(page.getByRole('button', { name: rejoin })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(joins).toEqual([]);
});

test('[F62] removed from the queue: the reason for three seconds, then on the event page until it is read @phone', async ({
  page,
  request,
}) => {
  const { slug, joins } = await open(page, 'queue');
  const done = await request.post(`/dev/queue/${slug}`, {
    data: { kick: buyer, reason: 'Melanggar aturan' },
  });
  expect(done.ok(), await done.text()).toBe(true);
  await said(page, /Kamu telah dikeluarkan dari antrean: Melanggar aturan/);
  await page.waitForURL(`**/event/${slug}`);
  await said(page, /Melanggar aturan/);
  await said(page, /sudah dilepas/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mengerti' }).click();
  await expect(page.locator('[data-farewell]')).toHaveCount(0);
  expect(joins).toEqual([]);
});

test('[F63][F64] time up on the methods and on the payment, and an event called off @phone', async ({
  page,
  request,
}) => {
  const methods = await open(page, 'payment-method');
  await request.post('/dev/clock', { data: { advance_seconds: 1_200 } });
  await wake(page);
  await expect(page.getByText(timeUp).first()).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(`**/event/${methods.slug}/seats`);
  await said(page, 'Waktu Anda habis');
  await expect(page.getByRole('button', { name: rejoin })).toBeVisible();
  expect(methods.joins).toEqual([]);

  // A payment tells its own end.
  const payment = await open(page, 'payment');
  await request.post('/dev/clock', { data: { advance_seconds: 1_200 } });
  await wake(page);
  await page.waitForURL(`**/event/${payment.slug}`);
  await said(page, 'Waktu Anda habis');
  expect(payment.joins).toEqual([]);

  const over = await open(page, 'seats');
  await endAs(page, { state: 'cancelled', end_reason: 'cancelled' });
  await said(page, 'Acara ini dibatalkan penyelenggara');
  await page.waitForURL(`**/event/${over.slug}`);
  await said(page, /Acara ini dibatalkan penyelenggara/);
  expect(over.joins).toEqual([]);
});

test('[F66] the turn that came to nobody is said on the queue page @phone', async ({ page }) => {
  const { joins } = await open(page, 'queue');
  await endAs(page, { state: 'cancelled', end_reason: 'absent' });
  await said(page, 'Giliran Anda tiba saat Anda sedang tidak ada');
  expect(joins).toEqual([]);
  // The server still holds the session, and a poll that said so would take the button away.
  await page.getByRole('button', { name: rejoin }).click();
  await expect.poll(() => joins.length).toBe(1);
});

test("[F67] 'Exit' in one tab is undone by no other, and a link joins nothing afterwards @phone", async ({
  page,
  context,
}) => {
  const { slug, joins } = await open(page, 'queue');
  const other = await context.newPage();
  await other.goto(`/event/${slug}/queue`);
  await expect(other.getByText('Kamu Sedang Dalam Antrean')).toBeVisible();
  const otherJoins: string[] = [];
  other.on('request', (sent) => {
    if (sent.url().endsWith('/session/queue/join')) otherJoins.push(sent.url());
  });
  await page.getByRole('button', { name: 'Keluar dari Antrean' }).click();
  await page.getByRole('button', { name: 'Lepaskan tempat' }).click();
  await page.waitForURL('/');
  await said(page, /Kamu telah keluar dari antrean/);
  await said(other, 'Anda sudah keluar lewat tab atau perangkat lain');
  for (const tab of [page, other]) {
    await expectNoSidewaysScroll(tab);
    await expectAccessible(tab);
  }
  for (const path of ['seats', 'queue']) {
    await other.goto(`/event/${slug}/${path}`);
    await said(other, 'Kamu telah keluar dari antrean');
  }
  expect([...joins, ...otherJoins]).toEqual([]);
  await other.getByRole('button', { name: rejoin }).click();
  await expect(other.getByText('Kamu Sedang Dalam Antrean')).toBeVisible();
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
  await expect(page.getByRole('timer').locator('visible=true').first()).toBeVisible();
  const joins: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/session/queue/join')) joins.push(sent.url());
  });

  // Asleep: no message and no answer reaches the phone.
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

test('[F62] removed: the notice stands in front of the dusk of the event page, and can be pressed @desktop', async ({
  page,
  request,
}) => {
  const { slug } = await open(page, 'seats');
  // An end that the page opened with stays on it; this one is to come while seats are chosen.
  await expect(page.getByRole('gridcell', { name: /, tersedia$/ }).first()).toBeVisible();
  await request.post(`/dev/queue/${slug}`, { data: { kick: buyer, reason: 'Melanggar aturan' } });
  await page.waitForURL(`**/event/${slug}`);
  await said(page, /Melanggar aturan/);
  // A press lands on what is in front.
  await page.getByRole('button', { name: 'Mengerti' }).click();
  await expect(page.locator('[data-farewell]')).toHaveCount(0);
});
