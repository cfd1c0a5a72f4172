import { expect, type Page } from '@playwright/test';
import { pageNames, pageOf } from '../../../contract/pages.ts';
import { id } from '../../../src/text/id.ts';
import { expectOnScreen, pressRetry } from '../../support/browser/on-screen.ts';
import { test, watchProblems } from '../../support/browser/shop.ts';
import { concert } from '../steps.ts';
import { comeFromOutside, openSearch } from './shop-states.ts';

/** Every call but the one that tells who is there: without that nobody is known, and the page waits for it (ruling R21). */
const everyCall = /\/api\/(?!auth\/me)/;

interface FailingPage {
  readonly path: string;
  /** Where it ends when the rules lead elsewhere (§2, ruling 1.2-A). */
  readonly leadsTo?: string;
  /** What it says. */
  readonly says: readonly string[];
  /** A control of its main part that leads on. */
  readonly wayOn: string;
}

const onHome = { leadsTo: '/', says: [id['home.listFailed']], wayOn: id['common.retry'] };

/** Every page that the route table (§2) leads a visitor to, when nothing of the API works; what leads where is proven without a browser. */
const forVisitors: readonly FailingPage[] = [
  { path: '/login', says: ['Login', 'Email'], wayOn: 'Sign Up' },
  { path: '/register', says: ['Sign Up', 'Email'], wayOn: 'Login' },
  { path: '/verify', says: [], wayOn: 'Login' },
  {
    path: `/event/${concert}/queue`,
    leadsTo: '/auth/login',
    says: ['Login', 'Email'],
    wayOn: 'Sign Up',
  },
  { path: `/event/${concert}/seats`, ...onHome },
  {
    path: `/event/${concert}/categories`,
    says: ['Failed to load category data'],
    wayOn: 'Try Again',
  },
  { path: `/event/${concert}/payment`, ...onHome },
  {
    path: '/e-ticket/3f0f8f1e-0000-4000-8000-000000000000',
    says: ['Failed to load e-ticket. Using fallback data.'],
    wayOn: id['common.retry'],
  },
  { path: '/profile', leadsTo: '/login', says: ['Login', 'Email'], wayOn: 'Sign Up' },
  { path: '/contact-us', says: ['Contact Us'], wayOn: 'Send Message' },
  { path: '/create-event', says: [], wayOn: '' },
  { path: '/tidak-ada', says: ['Halaman Tidak Ditemukan'], wayOn: 'Kembali ke Beranda' },
];

/** Their own steps reach them from another page: the server draws them with content when their address is opened. */
const reachedFromOutside = ['/', '/search'];

/** Open pages of the table without a row above: each has a heading and a control that leads on. */
const otherPages = pageNames.flatMap((name): FailingPage[] => {
  const { path, entry } = pageOf(name);
  const isListed =
    reachedFromOutside.includes(path) || forVisitors.some((failing) => failing.path === path);
  return entry !== 'anyone' || /[:*]/.test(path) || isListed ? [] : [{ path, says: [], wayOn: '' }];
});

/** What the purchase and the account say while the account itself is still known: every call fails but the one that tells who is there, which is all /profile reads. */
const forBuyers: readonly FailingPage[] = [
  {
    path: `/event/${concert}/queue`,
    says: ['Error: Failed to check queue session'],
    wayOn: 'Try Again',
  },
  { path: `/event/${concert}/seats`, says: ['Queue Access Issue'], wayOn: 'Retry Join Queue' },
  { path: '/my-tickets', says: [id['tickets.loadFailed']], wayOn: id['common.retry'] },
  {
    path: '/e-ticket/3f0f8f1e-0000-4000-8000-000000000000',
    says: ['Failed to load e-ticket. Using fallback data.'],
    wayOn: id['common.retry'],
  },
  {
    path: '/transaction-history',
    says: [id['history.loadFailed']],
    wayOn: id['common.retry'],
  },
];

/** No event of anybody's invention: without an answer there is neither a card nor a price. */
async function expectNoInventedEvent(page: Page) {
  // An article that says its own failure, as that of the terms, invents nothing.
  const articles = page.getByRole('main').getByRole('article');
  await expect(articles.filter({ hasNot: page.getByRole('alert') })).toHaveCount(0);
  // The filter of the search offers prices of its own.
  const outsideFilters = page.locator(':not(fieldset *)');
  await expect(page.getByRole('main').getByText(/Rp\d/).and(outsideFilters)).toHaveCount(0);
}

/** The named control, or any link of the main part, can be seen and pressed. */
async function expectWayOn(page: Page, name: string) {
  const main = page.getByRole('main');
  const controls = main.getByRole('link').or(main.getByRole('button'));
  const named = name === '' ? controls : controls.filter({ hasText: name });
  const wayOn = named.locator('visible=true').first();
  await expect(wayOn).toBeVisible();
  await expect(wayOn).toBeEnabled();
}

async function expectSaid(page: Page, { path, leadsTo = path, says, wayOn }: FailingPage) {
  await expect.poll(() => new URL(page.url()).pathname, `from ${path}`).toBe(leadsTo);
  await expect(page.getByRole('main').locator('h1, h2').first()).toBeVisible();
  await expectOnScreen(page, says);
  await expectWayOn(page, wayOn);
  await expectNoInventedEvent(page);
}

test('with every call answering 500 each page of a visitor says so and leads on @phone', async ({
  page,
  calls,
}) => {
  const problems = watchProblems(page);
  await calls.fail(everyCall);

  await test.step('/', async () => {
    await comeFromOutside(page, 'home');
    await expect(page.getByText(id['home.listFailed'])).toHaveCount(3);
    await expectSaid(page, { path: '/', says: [id['home.listFailed']], wayOn: id['common.retry'] });
  });
  await test.step('search suggestions', async () => {
    await openSearch({ page, isPhone: true }, 'konser');
    await expectOnScreen(page, ['Failed to search events', 'View All Results']);
    await page.keyboard.press('Enter');
  });
  await test.step('/search', async () => {
    await page.waitForURL(/\/search\?q=konser$/);
    await expectSaid(page, {
      path: '/search',
      says: ['Failed to search events'],
      wayOn: id['common.retry'],
    });
  });
  for (const failing of [...forVisitors, ...otherPages]) {
    await test.step(failing.path, async () => {
      await page.goto(failing.path);
      await expectSaid(page, failing);
    });
  }
  await test.step('and while nobody can tell who is there', async () => {
    await calls.fail(/\/api\/auth\/me/);
    await page.goto('/my-tickets');
    await expectOnScreen(page, [id['page.connecting']]);
    expect(new URL(page.url()).pathname).toBe('/my-tickets');
  });
  expect(problems).toEqual([]);
});

test('[F26] with every other call answering 500 each page of a buyer says so and leads on @desktop', async ({
  page,
  calls,
  signIn,
}) => {
  const problems = watchProblems(page);
  await signIn('pembeli@contoh.id');
  await calls.fail(/\/api\/(?!auth\/me$)/);
  for (const failing of forBuyers) {
    await test.step(failing.path, async () => {
      await page.goto(failing.path);
      await expectSaid(page, failing);
    });
  }
  expect(problems).toEqual([]);
});

test('with the server itself failing every call the three public pages say so @desktop', async ({
  page,
  faults,
}) => {
  const problems = watchProblems(page);
  await faults.add({ path: '/api/*', status: 500 });
  const rows: readonly FailingPage[] = [
    { path: '/', says: [id['home.listFailed']], wayOn: id['common.retry'] },
    { path: '/search', says: ['Failed to search events'], wayOn: id['common.retry'] },
    { path: `/event/${concert}`, says: ['Failed to load event details'], wayOn: 'Try Again' },
  ];
  for (const row of rows) {
    await test.step(row.path, async () => {
      await page.goto(row.path);
      await expectSaid(page, row);
    });
  }
  await faults.clear();
  await pressRetry(page.getByRole('main').getByRole('button', { name: 'Try Again' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Konser Senja Jakarta' })).toBeVisible();
  expect(problems).toEqual([]);
});
