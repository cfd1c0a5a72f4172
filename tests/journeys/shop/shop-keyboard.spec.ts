import { expect, type Page } from '@playwright/test';
import { id } from '../../../src/text/id.ts';
import { expectFocusWithin } from '../../support/browser/accessible.ts';
import { expectFocusShown, press, tabTo } from '../../support/browser/keyboard.ts';
import { test } from '../../support/browser/shop.ts';
import { concert, seen } from '../steps.ts';
import { eventStands } from './shop-states.ts';

/** Reaches a control by Tab, by its role and name; every stop on the way shows itself. */
const reach = (page: Page, role: 'button' | 'tab' | 'combobox' | 'radio', name: RegExp) =>
  tabTo(page, seen(page.getByRole(role, { name })), ({ name: stop }) =>
    expectFocusShown(page, `on the way at ${stop}`),
  );

test('by keyboard alone from home by the search to an event, its tabs and its sign-in (§18.1) @desktop', async ({
  page,
}) => {
  await page.goto('/');
  // Drawn by the server, the page answers once the browser knows who is there.
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await press(page, 'Tab');
  await expect(page.getByRole('link', { name: id['common.skipToContent'] })).toBeFocused();
  await reach(page, 'combobox', new RegExp(`^${id['header.search']}$`));
  await page.keyboard.type('senja');
  const option = page.getByRole('option', { name: /Konser Senja Jakarta/ });
  await expect(option).toBeVisible();
  await press(page, 'ArrowDown');
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
  await page.waitForURL(`**/event/${concert}`);
  await eventStands(page);
  await expectFocusShown(page, 'on the event page');

  await reach(page, 'tab', /^About$/);
  for (const name of ['Facility', 'Terms & Conditions', 'Privacy Policy']) {
    await press(page, 'ArrowRight');
    await expect(page.getByRole('tab', { name })).toBeFocused();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  }
  await press(page, 'Home');
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  // §2.131
  await reach(page, 'button', /See more/);
  await press(page, 'Enter');
  await expect(page.getByRole('dialog', { name: 'Terms & Conditions' })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('button', { name: /See more/ })).toBeFocused();

  // From the top again: the price and its button stand before the tabs.
  await page.reload();
  await eventStands(page);
  await reach(page, 'button', /^Buy Now$/);
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
