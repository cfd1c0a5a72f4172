import { expect } from '@playwright/test';
import { id } from '../../../src/text/id.ts';
import { expectAccessible, expectDarkContrast } from '../../support/browser/accessible.ts';
import { expectUsableAtTwiceTheText } from '../../support/browser/large-text.ts';
import { expectOnScreen } from '../../support/browser/on-screen.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { concert, expectNoSidewaysScroll } from '../steps.ts';
import { literals } from './shop-literals.ts';
import { type ShopState, shopStates } from './shop-states.ts';

const narrowest = 320;

test('every literal of the table belongs to a state that is opened @desktop', () => {
  const names = Object.values(shopStates).flatMap((group) => group.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(Object.keys(literals).filter((name) => !names.includes(name))).toEqual([]);
});

for (const [group, states] of Object.entries<readonly ShopState[]>(shopStates)) {
  test(`${group}: each state shows its words, passes axe in both themes, fits 320 px and 200 % text`, async ({
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
        await expectDarkContrast(page);
        const size = page.viewportSize();
        if (!isPhone || size === null) return;
        await page.setViewportSize({ ...size, width: narrowest });
        await expectNoSidewaysScroll(page);
        await page.setViewportSize(size);
        await expectUsableAtTwiceTheText(page);
      });
    }
    expect(problems).toEqual([]);
  });
}

// Phones and wide screens are looked at in every state above.
test('axe finds nothing in both themes at 768 px @desktop', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const look = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await expectAccessible(page);
    await expectDarkContrast(page);
  };
  for (const path of ['/', `/event/${concert}`, '/search', '/login', '/staff']) await look(path);
  await signIn('pembeli@contoh.id');
  for (const path of [`/event/${concert}/categories`, '/my-tickets', '/profile']) await look(path);
});

test('a chosen theme holds from the first paint of the next page, whatever the system says @desktop', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  const dark = page.getByRole('contentinfo').getByRole('button', { name: id['common.themeDark'] });
  await dark.click();
  await expect(dark).toHaveAttribute('aria-pressed', 'true');
  const chosen = await ground();
  expect(chosen).not.toBe(light);
  const answer = await page.request.get('/search', { headers: { accept: 'text/html' } });
  expect(await answer.text()).toContain('<html data-theme="dark"');
  await page.goto('/search');
  expect(await ground()).toBe(chosen);
  await expect(dark).toHaveAttribute('aria-pressed', 'true');
});
