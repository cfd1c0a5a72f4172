import { expect, type Page } from '@playwright/test';
import { id } from '../../../src/text/id.ts';
import { expectFocusWithin } from '../../support/browser/accessible.ts';
import { test } from '../../support/browser/shop.ts';
import { concert } from '../steps.ts';
import { eventStands } from './shop-states.ts';

/** The focus is on something that can be seen, and shows it. */
async function expectFocusShown(page: Page, after: string) {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'none'), after)
    .not.toMatch(/^(BODY|HTML|none)$/);
  const read = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { width, height, bottom, top } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      // A field may be drawn by the box round it, as the search of the header is.
      const isDrawn = [element, element.parentElement, element.parentElement?.parentElement].some(
        (one) => {
          if (!one) return false;
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
          return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
        },
      );
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return {
        what: `${element.tagName.toLowerCase()} ${name}`,
        isThere: width > 0 && height > 0 && style.visibility === 'visible',
        isInView: bottom > 0 && top < innerHeight,
        // The frame of a page or dialog takes the focus to begin at; it is no control.
        isDrawn: isDrawn || element.tabIndex < 0,
      };
    });
  // Polled: the skip link slides in, and a page scrolls to its focus.
  await expect
    .poll(read, { message: after, intervals: [20, 50, 100] })
    .toMatchObject({ isThere: true, isInView: true, isDrawn: true });
}

/** Presses Tab until the focus is on what has this role and name, as a reader of the page would; every stop shows itself. */
async function tabTo(page: Page, role: 'button' | 'link' | 'tab' | 'combobox', name: RegExp) {
  const goal = page.getByRole(role, { name }).locator('visible=true').first();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    await expectFocusShown(page, `Tab ${presses + 1} on the way to ${role} ${name}`);
  }
  throw new Error(`60 presses of Tab did not reach the ${role} ${name}.`);
}

async function press(page: Page, key: string) {
  await page.keyboard.press(key);
  await expectFocusShown(page, `after ${key}`);
}

test('by keyboard alone from home by the search to an event, its tabs and its sign-in @desktop', async ({
  page,
}) => {
  await page.goto('/');
  // Drawn by the server, the page answers once the browser knows who is there.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await press(page, 'Tab');
  await expect(page.getByRole('link', { name: id['common.skipToContent'] })).toBeFocused();
  await tabTo(page, 'combobox', new RegExp(`^${id['header.search']}$`));
  await page.keyboard.type('senja');
  const option = page.getByRole('option', { name: /Konser Senja Jakarta/ });
  await expect(option).toBeVisible();
  await press(page, 'ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
  await page.waitForURL(`**/event/${concert}`);
  await eventStands(page);
  await expectFocusShown(page, 'on the event page');

  await tabTo(page, 'tab', /^About$/);
  for (const name of ['Facility', 'Terms & Conditions', 'Privacy Policy']) {
    await press(page, 'ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  }
  await press(page, 'Home');
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  await tabTo(page, 'button', /See more/);
  await press(page, 'Enter');
  await expect(page.getByRole('dialog', { name: 'Terms & Conditions' })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('button', { name: /See more/ })).toBeFocused();

  // From the top again: the price and its button stand before the tabs.
  await page.reload();
  await eventStands(page);
  await tabTo(page, 'button', /^Buy Now$/);
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: id['login.title'] });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel(id['login.email'])).toBeFocused();
  await expectFocusWithin(page, 8);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectFocusShown(page, 'after the sign-in was closed');
  await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeFocused();
});

test('Choose Your Show by keyboard alone: opened, walked, closed @desktop', async ({
  page,
  signIn,
}) => {
  await signIn('pembeli@contoh.id');
  await page.goto(`/event/${concert}`);
  await eventStands(page);
  await tabTo(page, 'button', /^Buy Now$/);
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose Your Show' });
  await expect(dialog).toBeVisible();
  await expectFocusShown(page, 'in the dialog');
  const first = dialog.getByRole('radio').first();
  for (let stop = 0; stop < 5; stop += 1) {
    if (await first.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(first).toBeFocused();
  // An event with one date has it chosen.
  await expect(first).toBeChecked();
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await expectFocusShown(page, 'after Escape');
  await expect(page.getByRole('button', { name: 'Buy Now' }).first()).toBeFocused();
});

test('the menus of the header open, walk and close by keyboard @phone', async ({ page }) => {
  await page.goto('/contact-us');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
  await tabTo(page, 'button', new RegExp(`^${id['header.province']}`));
  await press(page, 'Enter');
  const field = page.getByRole('combobox', { name: id['header.provinceSearch'] });
  await expect(field).toBeFocused();
  await page.keyboard.type('jakarta');
  await expect(page.getByRole('option', { name: 'DKI Jakarta' })).toBeVisible();
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(field).toHaveCount(0);
  await expectFocusShown(page, 'after a province was chosen');
  await expect(page.getByRole('button', { name: /Jakarta/ })).toBeFocused();

  const search = page.getByRole('banner').getByRole('button', { name: id['header.search'] });
  await search.focus();
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Find Events' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await expect(search).toBeFocused();
});
