import { expect, type Page } from '@playwright/test';
import type { Show } from '../../../contract/catalogue.ts';
import { type PageName, pageNames, pageOf } from '../../../contract/pages.ts';
import { id } from '../../../src/text/id.ts';
import { answers } from '../../contract/samples.ts';
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
  /** Words that stand on it. */
  readonly says?: readonly string[];
  open(stage: Stage): Promise<unknown>;
}

const lists = ['**/api/featured-events*', '**/api/promo-events*', '**/api/event-list*'];
const searching = '**/api/event-search*';
const oneEvent = `**/api/event/${concert}`;
const purchases = ['**/api/history-purchases*', '**/api/purchase-history*'];

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

const buyNow = (page: Page) => seen(page.getByRole('button', { name: 'Buy Now' })).click();
const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** The header's search with these words in it: suggestions under the field, or the modal of a phone. */
async function openSearch({ page, isPhone }: Stage, words = '') {
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
  const name = new RegExp(`^${id['header.province']}`);
  await page.getByRole('banner').getByRole('button', { name }).click();
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

/** A state that an address opens by itself. */
const at = (name: string, path: string, says: readonly string[], isWide?: true): ShopState => ({
  name,
  says,
  ...(isWide && { isWide }),
  open: ({ page }) => page.goto(path),
});

const home: readonly ShopState[] = [
  {
    name: 'loading',
    says: ["Every Great Event There's", 'Get Tickets'],
    async open({ page, calls }) {
      await calls.hold(...lists);
      await comeFromOutside(page, 'home');
    },
  },
  {
    name: 'empty',
    says: ['No Featured Events Yet', 'No Promo Events Available', 'No Upcoming Events'],
    async open({ page, calls }) {
      await calls.mend();
      for (const list of lists) await calls.answer(list, []);
      await comeFromOutside(page, 'home');
    },
  },
  {
    name: 'failing',
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail(...lists, '**/api/locations/**');
      await comeFromOutside(page, 'home');
      await expect(page.getByText(id['home.listFailed'])).toHaveCount(3);
      await openProvinces(page);
    },
  },
  {
    name: 'loaded',
    isWide: true,
    says: ['About us', 'Contact Us', 'Be Our Partner', 'Get Started', 'Start From'],
    async open({ page, calls }) {
      await calls.mend();
      await page.goto('/');
    },
  },
  {
    name: 'menu open',
    says: ['Browse Events', 'Transaction History', 'My Tickets', 'Sign In'],
    open: ({ page }) => page.getByRole('banner').locator('summary').click(),
  },
  {
    name: 'province list open',
    isWide: true,
    says: ['Semua Provinsi', 'Jawa Barat'],
    async open({ page }) {
      await page.keyboard.press('Escape');
      await openProvinces(page);
    },
  },
  {
    name: 'search open',
    isWide: true,
    says: ['Popular Categories', 'Music & Concerts', 'Featured Events'],
    async open(stage) {
      await stage.page.keyboard.press('Escape');
      await openSearch(stage);
      await expect(stage.page.getByRole('option').nth(4)).toBeVisible();
    },
  },
  {
    name: 'search failing',
    // §8.30
    says: ['Failed to search events'],
    async open(stage) {
      await stage.calls.fail(searching);
      await openSearch(stage, 'pesta');
    },
  },
  {
    name: 'search results',
    isWide: true,
    says: ['Pesta Rakyat', 'View All Results'],
    async open(stage) {
      await stage.calls.mend();
      await openSearch(stage, 'bandung');
    },
  },
];

const search: readonly ShopState[] = [
  {
    name: 'loading',
    async open({ page, calls }) {
      await calls.hold(searching);
      await comeFromOutside(page, 'search');
      await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
    },
  },
  {
    name: 'failing',
    says: ['Failed to search events'],
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail(searching, '**/api/locations/**');
      await comeFromOutside(page, 'search');
    },
  },
  {
    name: 'filters',
    isWide: true,
    says: ['Menampilkan', 'Semua Provinsi', 'Festivals & Holidays', 'Reset Filter'],
    async open({ page, calls, isPhone }) {
      await calls.mend();
      await page.goto('/search?topic=music');
      if (isPhone) await page.getByRole('button', { name: /^Filter/ }).click();
      await expect(page.getByRole('radio', { name: 'Music & Concert' })).toBeChecked();
    },
  },
  {
    name: 'second page',
    isWide: true,
    async open({ page }) {
      await page.goto('/search?page=2');
      const number = page.getByRole('button', { name: 'Halaman 2' });
      await expect(number).toHaveAttribute('aria-current', 'page');
    },
  },
  at('empty', '/search?q=zebra+ungu', ['Tidak Ada Event Ditemukan', 'Reset Filter']),
];

const event: readonly ShopState[] = [
  {
    name: 'loading',
    async open({ page, calls }) {
      await calls.hold(oneEvent);
      await comeToEvent(page);
    },
  },
  {
    name: 'failing',
    says: ['Failed to load event details'],
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail(oneEvent);
      await comeToEvent(page);
    },
  },
  {
    name: 'with nothing but the least, its sale closed',
    says: ['Penyelenggara menutup penjualan tiket acara ini.'],
    async open({ page, calls }) {
      await calls.mend();
      await calls.change(oneEvent, (data) => ({
        ...data,
        eventType: '',
        organizer: { name: '', logo: '' },
        facilities: [],
        about: '',
        layout: null,
        sale: { state: 'closed', at: null, in_seconds: null },
      }));
      await comeToEvent(page);
      await openTab(page, 'Facility');
    },
  },
  {
    name: 'not found',
    says: ['Event not found'],
    async open({ page, calls }) {
      await calls.mend();
      await page.goto('/event/tidak-ada-begini');
    },
  },
  {
    name: 'loaded',
    isWide: true,
    says: ['About', 'Facility', 'Starting From', 'Buy Now', 'WIB', 'Open in Google Maps'],
    async open({ page }) {
      await page.goto(`/event/${concert}`);
      await eventStands(page);
    },
  },
  {
    name: 'terms',
    isWide: true,
    says: ['See more'],
    open: ({ page }) => openTab(page, 'Terms & Conditions'),
  },
  {
    name: 'all of the terms',
    isWide: true,
    async open({ page }) {
      await page.getByRole('button', { name: /See more/ }).click();
      await expect(page.getByRole('dialog', { name: 'Terms & Conditions' })).toBeVisible();
    },
  },
  {
    name: 'banner enlarged',
    isWide: true,
    async open({ page }) {
      await closeDialog(page);
      await page.getByRole('button', { name: id['event.enlargeBanner'] }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'seat map enlarged',
    async open({ page }) {
      await closeDialog(page);
      await page.getByRole('button', { name: id['event.enlargeMap'] }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'sign-in over it',
    says: ['Login', 'Email', 'Sign Up'],
    async open({ page }) {
      await closeDialog(page);
      await buyNow(page);
      await expect(page.getByRole('dialog', { name: id['login.title'] })).toBeVisible();
    },
  },
  {
    name: 'Choose Your Show on seven dates, in every availability',
    isWide: true,
    says: ['Choose Your Show', 'Available', 'Limited', 'Continue'],
    async open({ page, calls, signIn }) {
      await signIn('pembeli@contoh.id');
      const hour = 60 * 60 * 1000;
      await calls.change(oneEvent, (data) => ({
        ...data,
        // The seed's events have one show each.
        shows: [0, 1, 2, 3, 4, 5, 6].flatMap((day) =>
          (['available', 'limited', 'sold_out'] as const).map((availability, index) => {
            const show = (data.shows as Show[])[0] as Show;
            const later = (text: string) =>
              new Date(Date.parse(text) + (day * 24 + index) * hour).toISOString();
            return {
              ...show,
              id: `${day}-${index}`,
              name: ['Siang', 'Sore', 'Malam'][index],
              starts_at: later(show.starts_at),
              ends_at: later(show.ends_at),
              availability,
            };
          }),
        ),
      }));
      await comeToEvent(page);
      await buyNow(page);
      const dates = page
        .getByRole('dialog')
        .getByRole('group', { name: id['show.dates'] })
        .getByRole('radio');
      await dates.last().check();
      await page.getByRole('dialog').getByRole('radio', { name: /Sore/ }).check();
    },
  },
  {
    name: 'in English',
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
  return [at(name, path, [])];
});

const small: readonly ShopState[] = [
  at('contact', '/contact-us', ['Contact Us', 'Yogyakarta, Indonesia', 'Send Message'], true),
  {
    name: 'contact: nothing filled in',
    open: ({ page }) => page.getByRole('button', { name: 'Send Message' }).click(),
  },
  at('terms', '/terms', ['Ketentuan Layanan', '1. ']),
  at('privacy', '/privacy', ['Kebijakan Privasi', '1. ']),
  ...plainPages,
  at('login', '/login', ['Login', 'Email', 'Kata sandi'], true),
  {
    name: 'login: refused',
    async open({ page }) {
      await page.getByLabel(id['login.email']).fill('pembeli@contoh.id');
      await page.locator('input[type=password]').fill('bukan ini');
      await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
    },
  },
  at('register', '/register', ['Sign Up', 'Email', '+62'], true),
  {
    name: 'register: nothing filled in',
    says: ['Password must be at least 8 characters'],
    open: ({ page }) =>
      page.getByRole('main').getByRole('button', { name: 'Sign Up', exact: true }).click(),
  },
  // §2.404
  at('not found', '/tidak-ada', ['404', 'Halaman Tidak Ditemukan', 'Kembali ke Beranda'], true),
  { name: 'not found: in English', isWide: true, open: ({ page }) => switchToEnglish(page) },
];

const categories: readonly ShopState[] = [
  {
    name: 'loading',
    async open({ page, calls }) {
      await calls.hold('**/seatmap-categories');
      await page.goto(`/event/${concert}/categories`);
    },
  },
  {
    name: 'failing',
    says: ['Failed to load category data'],
    async open({ page, calls }) {
      await calls.mend();
      await calls.fail('**/seatmap-categories');
      await page.reload();
    },
  },
  {
    name: 'five chosen',
    isWide: true,
    says: ['Limit Reached', 'Rincian Pesanan', 'Beli Sekarang'],
    async open({ page, calls }) {
      await calls.mend();
      await page.goto(`/event/${concert}/categories`);
      const more = page.getByRole('button', { name: /^Tambah/ }).first();
      for (let ticket = 0; ticket < 5; ticket += 1) await more.click();
    },
  },
];

const signedIn: readonly ShopState[] = [
  {
    name: 'history strip empty',
    isWide: true,
    says: ['History Purchases', 'No Purchase History Yet', 'Explore Events'],
    async open({ page, signIn }) {
      await signIn('pembeli2@contoh.id');
      await page.goto('/');
    },
  },
  {
    name: 'menu open',
    isWide: true,
    open: ({ page }) => page.getByRole('banner').locator('summary:visible').click(),
  },
  {
    name: 'profile',
    isWide: true,
    async open({ page }) {
      await page.goto('/profile');
      await expect(page.getByRole('button', { name: id['profile.save'] })).toBeVisible();
    },
  },
  {
    name: 'history strip failing',
    // §8.28
    says: ['Unable to load purchase history at this time.'],
    async open({ page, calls }) {
      await calls.fail(...purchases);
      await page.goto('/');
    },
  },
  {
    name: 'history strip and bubble',
    isWide: true,
    says: ['History Purchases', 'Sesi Aktif', 'Sisa waktu', 'Lanjutkan', 'Cancel/Exit Session'],
    async open({ page, calls }) {
      await calls.mend();
      for (const call of purchases) await calls.answer(call, answers.purchaseHistory);
      await page.goto('/dev/go/bubble-order-form');
      await page.waitForURL((url) => url.pathname === '/');
      await expect(page.getByRole('button', { name: 'Lanjutkan' })).toBeVisible();
    },
  },
];

/** Every state of the public pages, a group a page. */
export const shopStates = { home, search, event, small, categories, signedIn } as const;
