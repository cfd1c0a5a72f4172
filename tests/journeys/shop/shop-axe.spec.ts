import { expect } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessible.ts';
import { expectOnScreen } from '../../support/browser/on-screen.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { expectNoSidewaysScroll } from '../steps.ts';
import { literals } from './shop-literals.ts';
import { type ShopState, shopStates } from './shop-states.ts';

const narrowest = 320;

test('every literal of the table belongs to a state that is opened @desktop', () => {
  const names = Object.values(shopStates).flatMap((group) => group.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(literals).filter((name) => !names.includes(name))).toEqual([]);
});

for (const [group, states] of Object.entries<readonly ShopState[]>(shopStates)) {
  test(`${group}: each state shows its words, passes axe and fits 320 px`, async ({
    page,
    calls,
    isPhone,
    signIn,
  }) => {
    const problems = watchProblems(page);
    const device = isPhone ? 'phone' : 'desktop';
    for (const { name, isWide = false, open } of states) {
      if (!isPhone && !isWide) continue;
      await test.step(name, async () => {
        await open({ page, calls, isPhone, signIn });
        const words = literals[name];
        await expectOnScreen(page, [...(words?.both ?? []), ...(words?.[device] ?? [])]);
        await expectAccessible(page);
        const size = page.viewportSize();
        if (!isPhone || size === null) return;
        await page.setViewportSize({ ...size, width: narrowest });
        await expectNoSidewaysScroll(page);
        await page.setViewportSize(size);
      });
    }
    expect(problems).toEqual([]);
  });
}
