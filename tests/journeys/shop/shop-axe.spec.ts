import { expect } from '@playwright/test';
import { expectAccessible, expectDarkContrast } from '../../support/browser/accessible.ts';
import { expectUsableAtTwiceTheText } from '../../support/browser/large-text.ts';
import { expectOnScreen } from '../../support/browser/on-screen.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { expectNoSidewaysScroll } from '../steps.ts';
import { type ShopState, shopStates } from './shop-states.ts';

for (const [group, states] of Object.entries<readonly ShopState[]>(shopStates)) {
  test(`${group}: each state shows its words, passes axe in both themes, fits 320 px and 200 % text`, async ({
    page,
    calls,
    isPhone,
    signIn,
  }) => {
    const problems = watchProblems(page);
    for (const { name, isWide = false, says = [], open } of states) {
      if (!isPhone && !isWide) continue;
      await test.step(name, async () => {
        await open({ page, calls, isPhone, signIn });
        await expectOnScreen(page, says);
        await expectAccessible(page);
        const size = page.viewportSize();
        // The colours are the same at every width.
        if (!isPhone || size === null) return;
        await expectDarkContrast(page);
        await page.setViewportSize({ ...size, width: 320 });
        await expectNoSidewaysScroll(page);
        await page.setViewportSize(size);
        await expectUsableAtTwiceTheText(page);
      });
    }
    expect(problems).toEqual([]);
  });
}
