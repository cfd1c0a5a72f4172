import { expect, type Page } from '@playwright/test';
import type { Show } from '../../../contract/catalogue.ts';
import { type PageName, pageNames, pageOf } from '../../../contract/pages.ts';
import { id } from '../../../src/text/id.ts';
import type { Calls } from '../../support/browser/shop.ts';
import { concert, seen } from '../steps.ts';

/** What a state of a page is opened with. */
export interface Stage {
  readonly page: Page;
  readonly calls: Calls;
  readonly isPhone: boolean;
  readonly signIn: (email: string) => Promise<void>;
}

/** One state of one page; those of a group are opened in their order in one tab. */
export interface ShopState {
  readonly name: string;
  /** Laid out otherwise on a desktop, and opened there too; every other state on a phone alone. */
  readonly isWide?: true;
  open(stage: Stage): Promise<void>;
}

export const lists = ['**/api/featured-events*', '**/api/promo-events*', '**/api/event-list*'];
export const searching = '**/api/event-search*';
export const oneEvent = `**/api/event/${concert}`;

/** Opens a page by a link of the page nobody has, so that the browser itself asks for what it shows. */
export async function comeFromOutside(page: Page, to: 'home' | 'search') {
  await page.goto('/tidak-ada-di-sini');
  const link = to === 'home' ? id['notFound.home'] : id['notFound.search'];
  await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
  await page.waitForURL(to === 'home' ? /\/$/ : /\/search$/);
}

/** The event page, its own call made by the browser: from a card of the search results. */
export async function comeToEvent(page: Page, name = 'Konser Senja Jakarta') {
  await comeFromOutside(page, 'search');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('main').getByRole('link', { name }).click();
  await page.waitForURL('**/event/*');
}

/** The event is there and answers: Buy Now waits until it is known who is there. */
export async function eventStands(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Konser Senja Jakarta' })).toBeVisible();
  await expect(seen(page.getByRole('button', { name: 'Buy Now' }))).toBeEnabled();
}
const homeStands = (page: Page) =>
  expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
const buyNow = (page: Page) => seen(page.getByRole('button', { name: 'Buy Now' })).click();
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** The header's search with these words in it: suggestions under the field, or the modal of a phone. */
export async function openSearch({ page, isPhone }: Pick<Stage, 'page' | 'isPhone'>, words = '') {
  if (isPhone && (await page.getByRole('dialog').count()) === 0) {
    await page.getByRole('banner').getByRole('button', { name: id['header.search'] }).click();
  }
  const field = isPhone
    ? page.getByRole('dialog').getByRole('combobox')
    : page.getByRole('banner').getByRole('combobox').first();
  await field.click();
  await field.fill(words);
}

async function openProvinces(page: Page) {
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${id['header.province']}`) })
    .click();
  await expect(page.getByRole('combobox', { name: id['header.provinceSearch'] })).toBeFocused();
}

async function switchToEnglish(page: Page) {
  await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
}

const openTab = async (page: Page, name: string) => {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
};

const home: readonly ShopState[] = [
  {
    name: 'home: loading',
    async open({ page, calls }) {
      await calls.hold(...lists);
      await comeFromOutside(page, 'home');
    },
  },
  {
    name: 'home: empty',
    async open({ page, calls }) {
      await calls.mend();
      for (const list of lists) await calls.answer(list, []);
      await comeFromOutside(page, 'home');
    },
  },
  {
    name: 'home: failing',
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail(...lists, '**/api/locations/**');
      await comeFromOutside(page, 'home');
      await expect(page.getByText(id['home.listFailed'])).toHaveCount(3);
    },
  },
  {
    name: 'home: province list failing',
    open: ({ page }) => openProvinces(page),
  },
  {
    name: 'home: loaded',
    isWide: true,
    async open({ page, calls }) {
      await calls.mend();
      await page.goto('/');
      await homeStands(page);
      await expect(page.getByRole('heading', { name: 'Be Our Partner' })).toBeVisible();
    },
  },
  {
    name: 'home: menu open',
    open: ({ page }) => page.getByRole('banner').locator('summary').click(),
  },
  {
    name: 'home: province list open',
    isWide: true,
    async open({ page }) {
      await page.keyboard.press('Escape');
      await openProvinces(page);
      await expect(page.getByRole('option', { name: 'Jawa Barat' })).toBeVisible();
    },
  },
  {
    name: 'home: province without a match',
    open: ({ page }) =>
      page.getByRole('combobox', { name: id['header.provinceSearch'] }).fill('atlantis'),
  },
  {
    name: 'home: province chosen',
    isWide: true,
    async open({ page }) {
      await page.getByRole('combobox', { name: id['header.provinceSearch'] }).fill('barat');
      await page.getByRole('option', { name: 'Jawa Barat' }).click();
      await homeStands(page);
    },
  },
  {
    name: 'home: search open',
    isWide: true,
    async open(stage) {
      await openSearch(stage);
      await expect(stage.page.getByRole('option').nth(4)).toBeVisible();
    },
  },
  {
    name: 'home: search under way',
    async open(stage) {
      await stage.calls.hold(searching);
      await openSearch(stage, 'konser');
    },
  },
  {
    name: 'home: search failing',
    async open(stage) {
      await stage.calls.mend();
      await stage.calls.fail(searching);
      await openSearch(stage, 'pesta');
    },
  },
  {
    name: 'home: search results',
    isWide: true,
    async open(stage) {
      await stage.calls.mend();
      await openSearch(stage, 'bandung');
      await expect(stage.page.getByRole('option', { name: /Pesta Rakyat/ })).toBeVisible();
    },
  },
  {
    name: 'home: search without a match',
    open: (stage) => openSearch(stage, 'zebra ungu'),
  },
  {
    name: 'home: in English',
    async open({ page }) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await switchToEnglish(page);
    },
  },
];

const search: readonly ShopState[] = [
  {
    name: 'search: loading',
    async open({ page, calls }) {
      await calls.hold(searching);
      await comeFromOutside(page, 'search');
    },
  },
  {
    name: 'search: failing',
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail(searching, '**/api/locations/**');
      await comeFromOutside(page, 'search');
    },
  },
  {
    name: 'search: loaded',
    async open({ page, calls }) {
      await calls.mend();
      await page.goto('/search');
      await homeStands(page);
    },
  },
  {
    name: 'search: other results under way',
    async open({ page, calls, isPhone }) {
      await calls.hold(searching);
      if (isPhone) await page.getByRole('button', { name: /^Filter/ }).click();
      await page.getByRole('radio', { name: 'Music & Concert' }).check();
      await expect(page.locator('ul[aria-busy="true"]')).toBeVisible();
    },
  },
  {
    name: 'search: filters',
    isWide: true,
    async open({ page, calls, isPhone }) {
      await calls.mend();
      await page.goto('/search?topic=music');
      if (isPhone) await page.getByRole('button', { name: /^Filter/ }).click();
      await expect(page.getByRole('radio', { name: 'Music & Concert' })).toBeChecked();
    },
  },
  {
    name: 'search: second page',
    isWide: true,
    async open({ page }) {
      await page.goto('/search?page=2');
      await expect(page.getByRole('button', { name: 'Halaman 2' })).toHaveAttribute(
        'aria-current',
        'page',
      );
    },
  },
  {
    name: 'search: empty',
    open: async ({ page }) => void (await page.goto('/search?q=zebra+ungu')),
  },
  { name: 'search: in English', open: ({ page }) => switchToEnglish(page) },
];

const event: readonly ShopState[] = [
  {
    name: 'event: loading',
    async open({ page, calls }) {
      await calls.hold(oneEvent);
      await comeToEvent(page);
    },
  },
  {
    name: 'event: failing',
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail(oneEvent);
      await comeToEvent(page);
    },
  },
  {
    name: 'event: not found',
    async open({ page, calls }) {
      await calls.mend();
      await page.goto('/event/tidak-ada-begini');
    },
  },
  {
    name: 'event: with nothing but the least',
    async open({ page, calls }) {
      await calls.change(oneEvent, (data) => ({
        ...data,
        eventType: '',
        organizer: { name: '', logo: '' },
        facilities: [],
        about: '',
        layout: null,
      }));
      await comeToEvent(page);
      await openTab(page, 'Facility');
    },
  },
  {
    name: 'event: sale closed',
    async open({ page, calls }) {
      await calls.mend();
      await calls.change(oneEvent, (data) => ({
        ...data,
        sale: { state: 'closed', at: null, in_seconds: null },
      }));
      await comeToEvent(page);
    },
  },
  {
    name: 'event: loaded',
    isWide: true,
    async open({ page, calls }) {
      await calls.mend();
      await page.goto(`/event/${concert}`);
      await eventStands(page);
    },
  },
  { name: 'event: facilities', open: ({ page }) => openTab(page, 'Facility') },
  {
    name: 'event: terms',
    isWide: true,
    async open({ page }) {
      await openTab(page, 'Terms & Conditions');
      await expect(page.getByRole('button', { name: /See more/ })).toBeVisible();
    },
  },
  {
    name: 'event: all of the terms',
    isWide: true,
    async open({ page }) {
      await page.getByRole('button', { name: /See more/ }).click();
      await expect(page.getByRole('dialog', { name: 'Terms & Conditions' })).toBeVisible();
    },
  },
  {
    name: 'event: privacy',
    async open({ page }) {
      await closeDialog(page);
      await openTab(page, 'Privacy Policy');
    },
  },
  {
    name: 'event: all of the privacy policy',
    async open({ page }) {
      await page.getByRole('button', { name: /See more/ }).click();
      await expect(page.getByRole('dialog', { name: 'Privacy Policy' })).toBeVisible();
    },
  },
  {
    name: 'event: banner enlarged',
    isWide: true,
    async open({ page }) {
      await closeDialog(page);
      await page.getByRole('button', { name: id['event.enlargeBanner'] }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'event: seat map enlarged',
    async open({ page }) {
      await closeDialog(page);
      await page.getByRole('button', { name: id['event.enlargeMap'] }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'event: sign-in over it',
    async open({ page }) {
      await closeDialog(page);
      await buyNow(page);
      await expect(page.getByRole('dialog', { name: id['login.title'] })).toBeVisible();
    },
  },
  {
    name: 'event: registration over it',
    async open({ page }) {
      await page.getByRole('dialog').getByRole('button', { name: id['login.register'] }).click();
      await expect(page.getByRole('dialog', { name: id['register.title'] })).toBeVisible();
    },
  },
  {
    name: 'event: Choose Your Show',
    isWide: true,
    async open({ page, calls, signIn }) {
      await signIn('pembeli@contoh.id');
      // The seed's events have one show each.
      await calls.change(oneEvent, (data) => ({
        ...data,
        shows: ['available', 'limited', 'sold_out', 'waitlist'].map((availability) => ({
          ...(data.shows as object[])[0],
          id: availability,
          availability,
          is_free: availability === 'waitlist',
        })),
      }));
      await comeToEvent(page);
      await buyNow(page);
      await expect(page.getByRole('dialog', { name: 'Choose Your Show' })).toBeVisible();
      await page.getByRole('radio').first().check();
    },
  },
  {
    name: 'event: Choose Your Show on seven dates',
    isWide: true,
    async open({ page, calls }) {
      const day = 24 * 60 * 60 * 1000;
      await calls.change(oneEvent, (data) => ({
        ...data,
        shows: [0, 1, 2, 3, 4, 5, 6].flatMap((dates) =>
          [0, 4].map((hours) => {
            const show = (data.shows as Show[])[0] as Show;
            const later = (text: string) =>
              new Date(Date.parse(text) + dates * day + hours * (day / 24)).toISOString();
            return {
              ...show,
              id: `${dates}-${hours}`,
              name: hours === 0 ? 'Sore' : 'Malam',
              starts_at: later(show.starts_at),
              ends_at: later(show.ends_at),
              ...(dates === 0 && { availability: 'sold_out' }),
            };
          }),
        ),
      }));
      await comeToEvent(page);
      await buyNow(page);
      const dates = page.getByRole('group', { name: id['show.dates'] }).getByRole('radio');
      await expect(dates.nth(1)).toBeChecked();
      await dates.last().check();
      await page.getByRole('radio', { name: /Malam/ }).check();
    },
  },
  {
    name: 'event: in English',
    async open({ page }) {
      await closeDialog(page);
      await switchToEnglish(page);
    },
  },
];

/** Open pages with states of their own in these lists. */
const withStates: readonly PageName[] = ['home', 'search', 'contact-us', 'terms', 'privacy'];

/** Every other page that opens to anybody by its address alone. */
const plainPages = pageNames.flatMap((name): ShopState[] => {
  const { path, entry } = pageOf(name);
  if (entry !== 'anyone' || /[:*]/.test(path) || withStates.includes(name)) return [];
  return [{ name, open: async ({ page }) => void (await page.goto(path)) }];
});

const small: readonly ShopState[] = [
  {
    name: 'contact',
    isWide: true,
    open: async ({ page }) => void (await page.goto('/contact-us')),
  },
  {
    name: 'contact: nothing filled in',
    open: ({ page }) => page.getByRole('button', { name: 'Send Message' }).click(),
  },
  {
    name: 'contact: sent',
    async open({ page }) {
      await page.getByLabel(id['contact.fullName']).fill('Ayu');
      await page.getByLabel('Email', { exact: false }).last().fill('ayu@contoh.id');
      await page.getByLabel(id['contact.subject']).selectOption('other');
      await page.getByRole('button', { name: 'Send Message' }).click();
    },
  },
  {
    name: 'terms',
    async open({ page }) {
      await page.goto('/terms');
      await expect(page.getByRole('heading', { name: /^1\. / })).toBeVisible();
    },
  },
  {
    name: 'privacy',
    async open({ page }) {
      await page.goto('/privacy');
      await expect(page.getByRole('heading', { name: /^1\. / })).toBeVisible();
    },
  },
  ...plainPages,
  {
    name: 'not found',
    isWide: true,
    open: async ({ page }) => void (await page.goto('/tidak-ada')),
  },
  { name: 'not found: in English', isWide: true, open: ({ page }) => switchToEnglish(page) },
  {
    name: 'login',
    isWide: true,
    async open({ page }) {
      await page.goto('/tidak-ada');
      await page.getByRole('contentinfo').getByRole('button', { name: 'Bahasa Indonesia' }).click();
      await page.goto('/login');
    },
  },
  {
    name: 'login: refused',
    async open({ page }) {
      await page.getByLabel(id['login.email']).fill('pembeli@contoh.id');
      await page.locator('input[type=password]').fill('bukan ini');
      await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    },
  },
  { name: 'register', isWide: true, open: async ({ page }) => void (await page.goto('/register')) },
  {
    name: 'register: nothing filled in',
    open: ({ page }) =>
      page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click(),
  },
  { name: 'verify: nobody to verify', open: async ({ page }) => void (await page.goto('/verify')) },
  {
    name: 'verify-code: nobody to verify',
    open: async ({ page }) => void (await page.goto('/verify-code')),
  },
];

const categories: readonly ShopState[] = [
  {
    name: 'categories: loading',
    isWide: true,
    async open({ page, calls }) {
      await calls.hold('**/seatmap-categories');
      await page.goto(`/event/${concert}/categories`);
    },
  },
  {
    name: 'categories: failing',
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail('**/seatmap-categories');
      await page.reload();
    },
  },
  {
    name: 'categories: loaded',
    isWide: true,
    async open({ page, calls }) {
      await calls.mend();
      await page.reload();
      await expect(page.getByRole('listitem').locator('output').first()).toBeVisible();
    },
  },
  {
    name: 'categories: five chosen',
    isWide: true,
    async open({ page }) {
      const more = page.getByRole('button', { name: /^Tambah/ }).first();
      for (let ticket = 0; ticket < 5; ticket += 1) await more.click();
    },
  },
];

const signedIn: readonly ShopState[] = [
  {
    name: 'account: history strip empty',
    isWide: true,
    async open({ page, signIn }) {
      await signIn('pembeli2@contoh.id');
      await page.goto('/');
    },
  },
  {
    name: 'account: menu open',
    isWide: true,
    open: ({ page }) => page.getByRole('banner').locator('summary:visible').click(),
  },
  {
    name: 'account: profile',
    isWide: true,
    async open({ page }) {
      await page.goto('/profile');
      await expect(page.getByRole('button', { name: id['profile.save'] })).toBeVisible();
    },
  },
  {
    name: 'account: history strip failing',
    async open({ page, calls }) {
      await calls.fail('**/api/history-purchases*', '**/api/purchase-history*');
      await page.goto('/');
    },
  },
  {
    name: 'account: history strip loading',
    async open({ page, calls }) {
      await calls.mend();
      await calls.hold('**/api/history-purchases*', '**/api/purchase-history*');
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'History Purchases' })).toBeVisible();
    },
  },
  {
    name: 'account: history strip and bubble',
    isWide: true,
    async open({ page, calls }) {
      await calls.mend();
      await page.goto('/dev/go/history');
      await page.waitForURL('**/transaction-history');
      await page.goto('/');
      await expect(page.getByRole('button', { name: 'Lanjutkan' })).toBeVisible();
    },
  },
];

/** Every state of the public pages, a group a page. */
export const shopStates = { home, search, event, small, categories, signedIn } as const;
