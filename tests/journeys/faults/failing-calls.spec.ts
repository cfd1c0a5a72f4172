import { expect, type Page } from '@playwright/test';
import { pageNames, pageOf } from '../../../contract/pages.ts';
import { id } from '../../../src/text/id.ts';
import { expectOnScreen } from '../../support/browser/on-screen.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { comeFromOutside } from '../shop/shop-states.ts';
import { concert, seen } from '../steps.ts';

/** Every call but the one that tells who is there: without that nobody is known, and the page waits for it (§2.9). */
const everyOtherCall = /\/api\/(?!auth\/me)/;
const ticketFailed = 'Failed to load e-ticket. Using fallback data.';
const ticketPath = '/e-ticket/3f0f8f1e-0000-4000-8000-000000000000';

/** Pages that open to anybody by their address; the server draws home and search, and the browser asks for them by itself below. */
const openPages = pageNames
  .map((name) => pageOf(name))
  .filter(({ path, entry }) => entry === 'anyone' && !/[:*]/.test(path))
  .map(({ path }) => [path, []] as const)
  .filter(([path]) => !['/', '/search'].includes(path));

const visitors: readonly (readonly [path: string, says: readonly string[]])[] = [
  ...openPages,
  [`/event/${concert}/categories`, ['Failed to load category data']],
  [`/event/${concert}/seats`, [id['home.listFailed']]],
  [ticketPath, [ticketFailed]],
];
const buyers: typeof visitors = [
  [`/event/${concert}/queue`, ['Error: Failed to check queue session', 'Try Again']],
  [`/event/${concert}/seats`, ['Queue Access Issue', 'Retry Join Queue']],
  ['/my-tickets', [id['tickets.loadFailed'], id['common.retry']]],
  [ticketPath, [ticketFailed, id['common.retry']]],
  ['/transaction-history', [id['history.loadFailed'], id['common.retry']]],
];

/** It says what failed, leads on by a control, and shows no event of anybody's invention: neither a card nor a price. */
async function expectSaid(page: Page, says: readonly string[]) {
  const main = page.getByRole('main');
  await expect(main.locator('h1, h2').first()).toBeVisible();
  await expectOnScreen(page, says);
  await expect(seen(main.getByRole('link').or(main.getByRole('button')))).toBeEnabled();
  // An article that says its own failure, as that of the terms, invents nothing.
  const articles = main.getByRole('article').filter({ hasNot: page.getByRole('alert') });
  await expect(articles).toHaveCount(0);
  // The filter of the search offers prices of its own.
  await expect(main.getByText(/Rp\d/).and(page.locator(':not(fieldset *)'))).toHaveCount(0);
}

test('[F26] with every call answering 500 each page says so and leads on (§16.41) @phone', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await calls.fail(everyOtherCall);
  await comeFromOutside(page, 'home');
  await expect(page.getByText(id['home.listFailed'])).toHaveCount(3);
  await comeFromOutside(page, 'search');
  await expectSaid(page, ['Failed to search events', id['common.retry']]);
  const walk = async (rows: typeof visitors) => {
    for (const [path, says] of rows) {
      await test.step(path, async () => {
        await page.goto(path);
        await expectSaid(page, says);
      });
    }
  };
  await walk(visitors);
  await signIn('pembeli@contoh.id');
  await walk(buyers);
  expect(problems).toEqual([]);
});
