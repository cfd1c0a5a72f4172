import { expect, type Page } from '@playwright/test';
import { languages } from '../../../contract/texts/locale.ts';
import { registry, type ScenarioName } from '../../../tools/desk/scenarios/registry.ts';
import { expectAccessible, expectDarkContrast } from '../../support/browser/accessible.ts';
import { expectMeasures } from '../../support/browser/measures.ts';
import { expectOnScreen } from '../../support/browser/on-screen.ts';
import { test } from '../../support/browser/shop.ts';

/** Every step of the purchase, the pages of an account, and what stands over or in place of them when something fails. */
const states: readonly ScenarioName[] = [
  'queued-third',
  'seats-fresh',
  'seats-limit',
  'order-form',
  'no-forms',
  'payment-method',
  'methods-none',
  'awaiting-qris',
  'awaiting-va',
  'kicked',
  'session-expired',
  'session-elsewhere',
  'code-page',
  'my-tickets',
  'e-ticket',
  'history',
];

/** The most that a page may move while it is drawn, and no input asked for it. */
const mostShift = 0.02;

/** Adds up the shifts of the layout of the page that is shown now. */
async function watchShift(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    let path = '';
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as {
        value: number;
        hadRecentInput: boolean;
      }[]) {
        // One page that follows another is no shift of either.
        const isSame = path === location.pathname;
        path = location.pathname;
        if (isSame && !entry.hadRecentInput)
          (window as unknown as { shift: number }).shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift);
}

/** Changes the language in place, under an open dialog too. */
async function speak(page: Page, locale: keyof typeof languages) {
  await page.evaluate((name) => {
    document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click();
  }, languages[locale].name);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
}

test('no step moves, cuts a text or has a control too small for a finger, in both languages and themes @phone', async ({
  page,
}) => {
  const shift = await watchShift(page);
  for (const name of states) {
    await test.step(name, async () => {
      await page.goto(`/dev/go/${name}`);
      await page.waitForURL(({ pathname }) => !pathname.startsWith('/dev/'));
      await expectOnScreen(page, registry[name].words);
      await expectAccessible(page);
      await expectDarkContrast(page);
      expect(await shift(), `layout shift of ${name}`).toBeLessThanOrEqual(mostShift);
      await expectMeasures(page, { controls: true });
      await speak(page, 'en');
      await expectMeasures(page);
      await speak(page, 'id');
    });
  }
});
