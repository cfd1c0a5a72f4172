import { expect, type Page } from '@playwright/test';
import { registry, type ScenarioName } from '../../server/dev/scenarios/registry.ts';
import { expectAccessible } from '../support/browser/accessible.ts';
import { test } from '../support/flows/journey.ts';
import { expectNoSidewaysScroll, sessionOf } from './steps.ts';

/** Opens a situation from the desk, as a tester does, and waits for the words that it promises. */
async function choose(page: Page, name: ScenarioName) {
  const { title, words } = registry[name];
  await page.goto('/dev');
  await page.getByLabel('Find a situation').fill(name);
  await page.getByRole('link', { name: title, exact: true }).click();
  for (const one of words) await expectWords(page, one);
  await expect(page.getByText('Scenario desk:')).toHaveCount(0);
}

async function expectWords(page: Page, words: string) {
  await expect(page.locator('body')).toContainText(words, { useInnerText: true });
}

test('the desk puts server and browser into what it names @desktop', async ({ page }) => {
  await page.goto('/dev');
  await expect(page.getByRole('heading', { level: 1, name: 'Scenario desk' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await choose(page, 'queued-third');
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuetext', /3/);
  page.on('dialog', (dialog) => dialog.accept());
  await choose(page, 'seat-conflict');
  await choose(page, 'voucher-refused');
  await choose(page, 'late-settlement');
  expect((await sessionOf(page))?.state).toBe('completed');
  // What the situation before left in the browser is gone.
  await choose(page, 'fresh-visitor');
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['roetix:v1:locale']);
});

test('the desk works on a phone, and its tools show what they did @phone', async ({ page }) => {
  // The questions of a place elsewhere and of a live draft (rulings R3 and R4).
  for (const name of ['session-elsewhere', 'draft-returned'] as const) {
    await choose(page, name);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await choose(page, 'login-refused');
  await choose(page, 'code-mail-late');

  await page.goto('/dev');
  await page.getByText('Tools', { exact: true }).click();
  await expect(page.getByText('E-mails arrive after')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
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
  page.on('framenavigated', (frame) =>
    visited.push(new URL(frame.url()).pathname + new URL(frame.url()).search),
  );
  await page.goto('/dev/go/promoted?inspect');
  await expectWords(page, 'Choose Your Seats');
  expect(visited).toContain('/event/pesta-rakyat-bandung/queue?inspect');
});
