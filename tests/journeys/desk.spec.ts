import { expect, type Page } from '@playwright/test';
import { registry, type ScenarioName } from '../../tools/desk/scenarios/registry.ts';
import { test } from '../support/browser/shop.ts';
import { look } from './steps.ts';

/** Opens a situation from the desk, as a tester does, and waits for the words that it promises. */
async function choose(page: Page, name: ScenarioName) {
  const { title, words } = registry[name];
  await page.goto('/dev');
  await page.getByLabel('Find a situation').fill(name);
  await page.getByRole('link', { name: title, exact: true }).click();
  for (const one of words) {
    await expect(page.locator('body')).toContainText(one, { useInnerText: true });
  }
  await expect(page.getByText('Scenario desk:')).toHaveCount(0);
}

test('the desk puts server and browser into what it names, and its tools show what they did (§16.10) @phone', async ({
  page,
}) => {
  page.on('dialog', (dialog) => dialog.accept());
  // The questions of a place elsewhere and of a live draft (§4.34, §4.51).
  for (const name of ['session-elsewhere', 'draft-returned'] as const) {
    await choose(page, name);
    await look(page);
  }
  await choose(page, 'voucher-refused');
  // What the situation before left in the browser is gone.
  await choose(page, 'fresh-visitor');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['roetix:v1:locale']);

  await choose(page, 'code-mail-late');
  await page.goto('/dev');
  await page.getByText('Tools', { exact: true }).click();
  await expect(page.getByText('E-mails arrive after')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: '+15 min' }).click();
  await expect(page.getByText('15 min ahead of the system')).toBeVisible();
  await page.getByRole('button', { name: 'Take it down' }).click();
  await expect(page.getByText('broker down', { exact: true })).toBeVisible();
  await page.getByLabel('Answer').fill('503');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await expect(page.getByText('answers 503')).toBeVisible();
  await page.getByRole('button', { name: 'Reset people' }).click();
  await expect(page.getByText('0 faults', { exact: true })).toBeVisible();
  await expect(page.getByText('broker up', { exact: true })).toBeVisible();

  // The inspector is asked for on the page the situation lands on.
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  await page.goto('/dev/go/promoted?inspect');
  await expect(page.getByText('Choose Your Seats').first()).toBeVisible();
  expect(visited.some((url) => url.endsWith('/queue?inspect'))).toBe(true);
});
