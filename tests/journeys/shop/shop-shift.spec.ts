import { expect, type Page } from '@playwright/test';
import { test } from '../../support/browser/shop.ts';
import { concert } from '../steps.ts';
import { comeFromOutside, comeToEvent } from './shop-states.ts';

/** Milliseconds a response takes: long enough for a skeleton to be drawn before it. */
const slow = 400;

/** A smaller one moves no edge by a pixel that a person would see: a fallback face rounds its letters otherwise. */
const seenFrom = 0.001;

interface Shift {
  readonly value: number;
  readonly what: readonly string[];
}

/** Notes every shift of the layout that no input caused and that can be seen, from the first drawing of each document on. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    const seen: Shift[] = [];
    Object.assign(window, { shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      }[]) {
        if (entry.hadRecentInput) continue;
        const what = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName} ${node.className}` : String(node?.nodeName),
        );
        seen.push({ value: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      (from) =>
        (window as unknown as { shifts: Shift[] }).shifts.filter(({ value }) => value >= from),
      seenFrom,
    );
}

/** Every response of the API and every picture comes late, each by itself. */
async function slowDown(page: Page) {
  await page.route(/\/(api|media|placeholders)\//, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, slow));
    await route.continue().catch(() => undefined);
  });
}

/** Goes down the page step by step, as a finger would, until the last late picture is there. */
async function walkDown(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 500) await page.mouse.wheel(0, 500);
  await page.waitForLoadState('networkidle');
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          [...document.images].filter(
            (image) => !image.complete && image.checkVisibility() && image.loading !== 'lazy',
          ).length,
      ),
    )
    .toBe(0);
}

const cards = (page: Page) =>
  expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
const title = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Konser Senja Jakarta' })).toBeVisible();

test('nothing shifts when every answer is late, on pages drawn by the server and by the browser (§2.13)', async ({
  page,
  isPhone,
}) => {
  const shifts = await watchShifts(page);
  await slowDown(page);
  for (const [path, stands] of [
    ['/', cards],
    [`/event/${concert}`, title],
    ['/search', cards],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await stands(page);
      await walkDown(page);
      expect(await shifts()).toEqual([]);
    });
  }
  if (!isPhone) return;
  await comeFromOutside(page, 'home');
  await cards(page);
  await page.waitForLoadState('networkidle');
  expect(await shifts(), '/ by the browser').toEqual([]);
  await comeToEvent(page);
  await title(page);
  await page.waitForLoadState('networkidle');
  expect(await shifts(), '/search and the event by the browser').toEqual([]);
});
