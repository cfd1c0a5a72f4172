import { expect, type Page } from '@playwright/test';
import { test } from '../../support/browser/shop.ts';
import { concert, seen } from '../steps.ts';

const timeUp = 'Time is up! Your session has expired. Please select your seats again.';
const minuteMs = 60_000;

/** The seconds a visible countdown shows; NaN for none, negative for what must never be seen. */
async function shownSeconds(page: Page): Promise<number> {
  const text = await seen(page.getByRole('timer')).textContent();
  const [, sign = '', digits = ''] = /(-?)(\d[\d:]*)/.exec(text ?? '') ?? [];
  const seconds = digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return digits === '' ? Number.NaN : sign === '-' ? -seconds : seconds;
}

/** The seconds the server gives the session of this browser. */
async function serverSeconds(page: Page): Promise<number> {
  const answer = await page.request.get('/api/session', {
    headers: { 'x-requested-with': 'roetix' },
  });
  const { data } = (await answer.json()) as {
    data: { session: { remaining_seconds: number } | null };
  };
  return data.session?.remaining_seconds ?? Number.NaN;
}

async function expectRightCountdown(page: Page) {
  await expect
    .poll(async () => Math.abs((await shownSeconds(page)) - (await serverSeconds(page))))
    .toBeLessThanOrEqual(2);
}

async function methodPage(page: Page) {
  await page.goto('/dev/go/payment-method');
  await page.waitForURL(`**/event/${concert}/payment-method`);
  await expect(page.getByRole('radio', { name: /QRIS/ })).toBeVisible();
}

test('[F32] a device clock that is wrong by two hours, or jumps, moves no countdown @phone', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() + 120 * minuteMs });
  await methodPage(page);
  await expectRightCountdown(page);
  // The page notices that its two clocks parted, and asks.
  const isAsked = page.waitForRequest(/\/api\/session(\?|$)/);
  await page.clock.setSystemTime(Date.now());
  await isAsked;
  await expectRightCountdown(page);
  await expect(page).toHaveURL(`/event/${concert}/payment-method`);
  await expect(page.getByText(timeUp)).toHaveCount(0);
});

test('[F33][F34] a laptop that slept is right at once, and over at once once its time is over (§18.2) @phone', async ({
  page,
  request,
}) => {
  await page.clock.install();
  await methodPage(page);
  const before = await shownSeconds(page);

  // Three minutes with the lid closed, within the five.
  await request.post('/dev/clock', { data: { advance_seconds: 180 } });
  await page.clock.fastForward(3 * minuteMs);
  await expectRightCountdown(page);
  expect(await shownSeconds(page)).toBeLessThan(before - 175);

  // Ten more: the page asks once, says so, and goes back to the seats.
  const reads: number[] = [];
  page.on('request', (sent) => {
    const isThere = page.url().endsWith('/payment-method');
    if (isThere && new URL(sent.url()).pathname === '/api/session') reads.push(reads.length);
  });
  await request.post('/dev/clock', { data: { advance_seconds: 600 } });
  // Noted by the page itself: the words go by themselves after five seconds.
  await page.evaluate((words) => {
    const note = () => {
      const { dataset } = document.documentElement;
      const timers = [...document.querySelectorAll('[role="timer"]')];
      // biome-ignore lint/performance/useDomNodeTextContent: only what is drawn counts.
      if (document.body.innerText.includes(words)) dataset.said = 'yes';
      if (timers.some((timer) => /-\d/.test(timer.textContent ?? ''))) dataset.negative = 'yes';
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }, timeUp);
  await page.clock.fastForward(10 * minuteMs);
  await page.waitForURL((url) => /\/(seats|queue)$/.test(url.pathname));
  await expect(page.locator('html')).toHaveAttribute('data-said', 'yes');
  await expect(page.locator('html')).not.toHaveAttribute('data-negative', 'yes');
  // Poll, deadline and wake fall due at once, and each newer wish drops the read before it: no burst.
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.length).toBeLessThanOrEqual(3);
});
