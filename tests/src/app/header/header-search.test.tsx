// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { provinceKey, storageName } from '../../../../contract/stored/stored-key.ts';
import { HeaderSearch, HeaderSearchButton } from '../../../../src/app/header/header-search.tsx';
import { withModalDialogs } from '../../screens/modal-dialogs.ts';
import { summary } from '../../screens/public-data.tsx';
import { type Asked, openShop, type Page, westJava } from '../../screens/shop-window.tsx';

withModalDialogs();

const found = (title: string, slug = title.toLowerCase().replaceAll(' ', '-')) =>
  summary({ id: slug, slug, title });
const searches = (asked: readonly Asked[]) => asked.filter(({ path }) => path === '/event-search');
const address = () => screen.getByTestId('address').textContent;
const combobox = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Cari acara' });
const isOpen = () => combobox().getAttribute('aria-expanded');
const dialog = () => screen.queryByRole('dialog', { name: 'Find Events' });

beforeEach(() => {
  vi.useFakeTimers();
  // Testing Library advances only a clock that it recognises as Jest's.
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) });
  Element.prototype.scrollIntoView = vi.fn();
});

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
/** Lets the time pass, and the rows of calls that are due be fetched. */
const wait = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  });
/** Resolves with the result of `look` once every response has been rendered. */
const seen = async <T,>(look: () => T): Promise<T> => {
  await wait(1);
  return look();
};

// Loads the code of the suggestions in real time, before the tests fake the clock.
beforeAll(async () => {
  const { unmount } = openShop(<HeaderSearch />, () => ({ items: [] }));
  act(() => combobox().focus());
  await screen.findByText('Popular Categories');
  unmount();
});

describe('the search of the wide header (§2.40)', () => {
  const header = (answer: (asked: Asked) => Page | Promise<Page> = () => ({ items: [] })) =>
    openShop(
      <>
        <HeaderSearch />
        <button type="button">Lain</button>
      </>,
      answer,
    );

  it('opens on focus with popular categories and featured events, and asks for no search yet (§2.42)', async () => {
    const { asked } = header(() => ({ items: [found('Konser Senja')] }));
    expect(isOpen()).toBe('false');
    await user.click(combobox());
    expect(isOpen()).toBe('true');
    const popular = within(
      await seen(() => screen.getByRole('group', { name: 'Popular Categories' })),
    );
    expect(
      popular
        .getAllByRole('option')
        .map((option) => [option.textContent, option.getAttribute('href')]),
    ).toEqual([
      ['Music & Concerts', '/search?q=music+concert'],
      ['Arts & Culture', '/search?q=art+culture'],
      ['Food & Drink', '/search?q=food+drink'],
      ['Business', '/search?q=business+seminar'],
    ]);
    const featured = within(screen.getByRole('group', { name: 'Featured Events' }));
    expect(
      await seen(() => featured.getByRole('option', { name: /Konser Senja/ })),
    ).toHaveAttribute('href', '/event/konser-senja');
    await user.type(combobox(), '   ');
    await wait(300);
    expect(searches(asked)).toEqual([]);
  });

  it('asks once after 300 ms of rest, for three events, soonest first, in the chosen province (§9.34, §2.43)', async () => {
    localStorage.setItem(storageName(provinceKey), JSON.stringify(westJava));
    const { asked } = header(() => ({ items: [found('Konser Senja'), found('Konser Pagi')] }));
    await user.type(combobox(), ' konser ');
    expect(screen.getByRole('status')).toHaveTextContent('Searching...');
    await wait(299);
    expect(searches(asked)).toEqual([]);
    await wait(1);
    expect(searches(asked).map(({ query }) => query)).toEqual([
      {
        q: 'konser',
        best_first: 'true',
        page: 1,
        per_page: 3,
        sort_by: 'date',
        sort_direction: 'asc',
        province_id: 12,
      },
    ]);
    expect(await seen(() => screen.getByRole('option', { name: /Konser Pagi/ }))).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Menampilkan 2 dari 2 event');
    expect(screen.getByRole('option', { name: 'View All Results' })).toHaveAttribute(
      'href',
      '/search?q=konser&province_id=12',
    );
  });

  it('moves through the options by arrow keys, wrapping around, and Enter clicks the option', async () => {
    header(() => ({ items: [found('Konser Senja'), found('Konser Pagi')] }));
    await user.type(combobox(), 'konser');
    await wait(300);
    await seen(() => screen.getByRole('option', { name: /Konser Pagi/ }));
    const current = () =>
      document.getElementById(combobox().getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(current()).toBeUndefined();
    await user.keyboard('{ArrowUp}');
    expect(current()).toBe('View All Results');
    await user.keyboard('{ArrowDown}');
    expect(current()).toContain('Konser Senja');
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Konser Senja');
    await user.keyboard('{ArrowDown}{Enter}');
    expect(address()).toBe('/event/konser-pagi');
    expect(combobox()).toHaveValue('');
    expect(combobox()).toHaveFocus();
    expect(isOpen()).toBe('false');
  });

  it('takes Enter to the results page only with words, and then closes and clears (§2.45)', async () => {
    header();
    await user.type(combobox(), '  {Enter}');
    expect(address()).toBe('/');
    await user.type(combobox(), 'senja {Enter}');
    expect(address()).toBe('/search?q=senja');
    expect(combobox()).toHaveValue('');
    expect(isOpen()).toBe('false');
  });
});

describe('the search of narrow headers (§2.41)', () => {
  const modal = async (items: Page['items'] = [found('Konser Senja')]) => {
    const shop = openShop(<HeaderSearchButton />, () => ({ items }));
    await user.click(screen.getByRole('button', { name: 'Cari acara' }));
    await vi.waitFor(() => seen(() => expect(dialog()).toBeVisible()));
    return shop;
  };

  it('opens Find Events with the focus in its field, and gives it back when closed by the cross', async () => {
    await modal();
    expect(combobox()).toHaveFocus();
    expect(combobox().placeholder).toBe('Search for events, venues, or organizers...');
    expect(screen.getByText('Popular Categories')).toBeVisible();
    expect(await seen(() => screen.getByText('Konser Senja'))).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Tutup' }));
    expect(dialog()).toBeNull();
    expect(screen.getByRole('button', { name: 'Cari acara' })).toHaveFocus();
  });

  it('needs two letters, and asks for five events', async () => {
    const { asked } = await modal();
    await user.type(combobox(), 'k ');
    await wait(300);
    expect(searches(asked)).toEqual([]);
    expect(screen.getByText('Featured Events')).toBeVisible();
    await user.clear(combobox());
    await user.type(combobox(), 'ko');
    await wait(300);
    expect(searches(asked).map(({ query }) => [query.q, query.per_page])).toEqual([['ko', 5]]);
    expect(screen.queryByText('Featured Events')).toBeNull();
  });
});
