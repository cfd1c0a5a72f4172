// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { provinceKey, storageName } from '../../../../contract/stored/stored-key.ts';
import { ProvinceSelect } from '../../../../src/app/header/province-select.tsx';
import type { HomeList } from '../../../../src/app/reads/queries.ts';
import { EventSection } from '../../../../src/screens/home/event-section.tsx';
import { useList } from '../../../../src/screens/home/use-list.ts';
import { summary } from '../../screens/public-data.tsx';
import { type Asked, openShop, type Page, westJava } from '../../screens/shop-window.tsx';

const stored = () => JSON.parse(localStorage.getItem(storageName(provinceKey)) ?? 'null');
const button = () => screen.getByRole('button', { name: /^Provinsi: / });
const optionNames = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const open = async () => {
  await userEvent.click(button());
  await screen.findByRole('option', { name: 'Bali' });
};

// The list is a lazy module, preloaded here so that no test waits for it.
beforeAll(() => import('../../../../src/app/header/province-list.tsx'));
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

describe('the province of the header (§2.26)', () => {
  const select = () => openShop(<ProvinceSelect />, () => ({ items: [] }));

  it('shows all provinces at first, in full and short, and asks for nothing until it is opened', async () => {
    const { asked } = select();
    expect(button()).toHaveAccessibleName('Provinsi: Semua Provinsi');
    expect(button()).toHaveTextContent('Semua ProvinsiAll');
    expect(asked).toEqual([]);
    await open();
    expect(asked.map(({ path, query }) => [path, query])).toEqual([
      ['/locations/provinces/{countryId}', { page: 1, per_page: 34, include: 'country' }],
    ]);
    expect(optionNames()).toEqual(['Semua Provinsi', 'Bali', 'DKI Jakarta', 'Jawa Barat']);
    expect(screen.getByRole('option', { current: true })).toHaveTextContent('Semua Provinsi');
  });

  it('filters by any part of the name in any case', async () => {
    select();
    await open();
    const field = screen.getByRole('combobox', { name: 'Search province...' });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute('placeholder', 'Search province...');
    await userEvent.type(field, 'JA');
    expect(optionNames()).toEqual(['DKI Jakarta', 'Jawa Barat']);
    await userEvent.type(field, 'x');
    expect(screen.queryByRole('option')).toBeNull();
    expect(screen.getByText('Tidak ada provinsi yang cocok.')).toBeVisible();
  });

  it('is chosen with the keyboard, shown, remembered, and cleared by the first entry', async () => {
    const { unmount } = select();
    await open();
    await userEvent.keyboard('barat{ArrowDown}{Enter}');
    expect(button()).toHaveAccessibleName('Provinsi: Jawa Barat');
    expect(button()).toHaveTextContent('Jawa BaratJawa');
    expect(button()).toHaveFocus();
    expect(stored()).toEqual(westJava);
    unmount();

    select();
    expect(button()).toHaveAccessibleName('Provinsi: Jawa Barat');
    await open();
    expect(screen.getByRole('option', { current: true })).toHaveTextContent('Jawa Barat');
    await userEvent.click(screen.getByRole('option', { name: 'Semua Provinsi' }));
    expect(button()).toHaveAccessibleName('Provinsi: Semua Provinsi');
    expect(stored()).toBeNull();
  });

  it('reads every page of the provinces', async () => {
    const named = (n: number) => ({ id: n, name: `Provinsi ${n}`, code: `P${n}` });
    const many = Array.from({ length: 38 }, (_, n) => named(n + 1));
    const { asked } = openShop(<ProvinceSelect />, () => ({ items: [] }), '/', many);
    await userEvent.click(button());
    await screen.findByRole('option', { name: 'Provinsi 38' });
    expect(asked.map(({ query }) => `${query.page} ${query.per_page}`)).toEqual(['1 34', '2 34']);
    expect(optionNames()).toHaveLength(39);
  });

  it('follows the choice of another tab, and its removal', () => {
    select();
    const tell = (value: string | null) => {
      const key = storageName(provinceKey);
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
      act(() => {
        window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
      });
    };
    tell(JSON.stringify(westJava));
    expect(button()).toHaveAccessibleName('Provinsi: Jawa Barat');
    tell(null);
    expect(button()).toHaveAccessibleName('Provinsi: Semua Provinsi');
  });

  it.each([
    ['/search?q=jazz&page=3&province_id=17', 'Jawa Barat', '/search?q=jazz&province_id=12'],
    ['/search?province_id=17', 'Semua Provinsi', '/search'],
    ['/event/x?page=3', 'Bali', '/event/x?page=3'],
  ])('at %s with %s leads to %s', async (at, name, to) => {
    openShop(<ProvinceSelect />, () => ({ items: [] }), at);
    await open();
    await userEvent.click(screen.getByRole('option', { name }));
    expect(screen.getByTestId('address')).toHaveTextContent(to);
  });
});

function List({ name }: { readonly name: HomeList }) {
  const shown = { variant: name, size: 1, list: useList(name), empty: null };
  return <EventSection title={`home.${name}`} {...shown} />;
}
const lists = (
  <>
    <ProvinceSelect />
    {(['featured', 'promo', 'upcoming'] as const).map((name) => (
      <List key={name} name={name} />
    ))}
  </>
);

describe('the lists of the home page (§2.75)', () => {
  const named = ({ path, query }: Asked): Page => ({
    items: [summary({ title: `${path} ${query.page} ${query.province_id ?? 'semua'}` })],
    pages: 4,
  });
  const choose = async (name: string) => {
    await open();
    await userEvent.click(screen.getByRole('option', { name }));
  };

  it('show no event of the previous province, and ignore its late response (§4.100)', async () => {
    let late: (page: Page) => void = () => {};
    const { asked } = openShop(lists, (one) =>
      one.path === '/event-list' && one.query.province_id === 17
        ? new Promise<Page>((resolve) => {
            late = resolve;
          })
        : named(one),
    );
    expect(await screen.findByText('/event-list 1 semua')).toBeVisible();
    await choose('Bali');
    expect(screen.queryByText('/event-list 1 semua')).toBeNull();
    await choose('Jawa Barat');
    expect(await screen.findByText('/event-list 1 12')).toBeVisible();
    const dropped = asked.find(
      ({ path, query }) => path === '/event-list' && query.province_id === 17,
    );
    expect(dropped?.signal.aborted).toBe(true);
    await act(async () => late({ items: [summary({ title: 'Terlambat' })] }));
    expect(screen.queryByText('Terlambat')).toBeNull();
    expect(screen.getByText('/event-list 1 12')).toBeVisible();
  });
});
