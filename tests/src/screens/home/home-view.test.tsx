import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EventSummary } from '../../../../contract/catalogue.ts';
import { provinceKey, storageName } from '../../../../contract/stored/stored-key.ts';
import { type CardVariant, EventCard } from '../../../../src/screens/home/event-card.tsx';
import { HomeView } from '../../../../src/screens/home/home.view.tsx';
import { HomeChips } from '../../../../src/screens/home/home-chips.tsx';
import { useList } from '../../../../src/screens/home/use-list.ts';
import { button, itReads, press } from '../page.ts';
import { list, summary } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';
import { openShop, westJava } from '../shop-window.tsx';

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

describe('an event card (§2.51, §2.52, §2.54)', () => {
  const card = (change: Partial<EventSummary> = {}, variant: CardVariant = 'featured') =>
    draw(<EventCard event={summary(change)} variant={variant} />).container;
  const sale = (state: 'notYet' | 'over' | 'closed' | 'cancelled', at: string | null = null) => ({
    sale: { state, at, in_seconds: null },
  });

  itReads(card, [
    [['Segera dijual', /Dibuka Minggu, 1 Maret 2026/], sale('notYet', '2026-03-01T10:00:00+07:00')],
    [['Penjualan berakhir', /dimulai Sabtu, 7 Maret/], sale('over', '2026-03-07T19:30:00+07:00')],
    [['Penjualan ditutup', /menutup penjualan/, { no: 'Get Tickets' }], sale('closed')],
    [['Dibatalkan', /membatalkan/, { link: /^Lihat detail/ }], sale('cancelled')],
    ['Gratis', { lowest_price: 0 }],
  ]);

  it('names title, date, venue, organiser and price in this order, under one link', () => {
    const text = card().textContent ?? '';
    const order = [
      ...[
        'Konser Senja Jakarta',
        'Sabtu, 7 Maret 2026',
        '19:30 WIB',
        'Taman Cakrawala, Jakarta Pusat',
      ],
      ...['Suara Sore Kreasi', 'Start From', 'Rp250.000'],
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/event/konser-senja-jakarta']);
    expect(links[0]).toHaveAccessibleName('Get Tickets: Konser Senja Jakarta');
  });
});

function Upcoming() {
  const { items, totalPages } = useList('upcoming');
  return <p>{`${items.length} of 18, ${totalPages}`}</p>;
}

describe('the home page (§2.71, §2.73, §2.56, §2.70)', () => {
  const home = (change: Partial<Parameters<typeof HomeView>[0]> = {}) => {
    cleanup();
    return draw(
      <HomeView
        featured={list()}
        promo={list()}
        upcoming={list()}
        chips={null}
        last={<p>Bagian akhir</p>}
        {...change}
      />,
    ).container;
  };
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    summary({ id, title: `Acara ${id}`, image: `/${id}.svg` }),
  ) as [EventSummary, EventSummary, EventSummary, EventSummary, EventSummary];
  const listOf = (...items: EventSummary[]) => list({ items });
  const none = listOf();

  itReads(home, [
    [{ heading: "Every Great Event There's Roetix" }, {}],
    [{ heading: 'No Featured Events Yet' }, { featured: none }],
    [{ heading: 'No Promo Events Available' }, { promo: none }],
    [{ heading: 'No Upcoming Events' }, { upcoming: none }],
    ['Memuat daftar acara', { upcoming: list({ status: 'loading', items: [] }) }],
  ]);

  it.each([
    ['Get Tickets', '/search', {}],
    ['Organize Event', '/create-event', {}],
    ['Explore All Events', '/search', { featured: none }],
    ['Browse Events', '/search', { promo: none }],
    ['Create Event', '/create-event', { upcoming: none }],
  ])('leads by %s to %s', (name, path, change) => {
    home(change);
    expect(hrefOf(name)).toBe(path);
  });

  it.each([
    [
      'the first trending event large, and each event once',
      'abcde',
      { featured: listOf(a, b), promo: listOf(b, c), upcoming: listOf(a, b, c, d, e) },
    ],
    [
      'the large poster while the trending list is turned',
      'acde',
      {
        featured: list({ items: [c, d], first: a, page: 2, totalPages: 2 }),
        promo: none,
        upcoming: listOf(a, e),
      },
    ],
    [
      'the only trending event in its list and an upcoming one large',
      'bac',
      { featured: listOf(a), promo: none, upcoming: listOf(b, a, c) },
    ],
  ])('shows %s', (_, order, change) => {
    const container = home(change);
    const posters = [...container.querySelectorAll('article')].map((card) =>
      card.querySelector('img')?.getAttribute('src'),
    );
    expect(posters).toEqual([...order].map((id) => `/${id}.svg`));
    expect(container.querySelector('article')).toHaveClass('star');
  });

  it.each([
    ['nine on a desktop', true, '9 of 18, 2'],
    ['six on a phone, from the same read', false, '6 of 18, 3'],
  ])('has pages of upcoming events without those above: %s', async (_, isWide, shown) => {
    const nothing = () => undefined;
    const media = { matches: isWide, addEventListener: nothing, removeEventListener: nothing };
    vi.stubGlobal('matchMedia', () => media);
    const items = Array.from({ length: 9 }, (_event, index) => summary({ id: `${index}` }));
    const { asked } = openShop(<Upcoming />, () => ({ items, pages: 2 }));
    await screen.findByText(shown);
    expect(asked.map(({ query }) => query)).toEqual([
      { page: 1, per_page: 9, except: 'featured,promo', province_id: undefined },
    ]);
  });

  it('offers to try a failed list again, and turns the pages of one within its ends (§2.72)', () => {
    const onRetry = vi.fn();
    const onPage = vi.fn();
    home({
      promo: list({ status: 'failed', items: [], onRetry }),
      featured: list({ page: 1, totalPages: 4, onPage }),
    });
    press('Coba lagi');
    expect(onRetry).toHaveBeenCalledOnce();
    const pager = within(screen.getByRole('navigation', { name: 'Trending Events' }));
    expect(pager.getByText('Halaman 1 dari 4')).toBeVisible();
    expect(pager.getByRole('button', { name: 'Sebelumnya' })).toBeDisabled();
    fireEvent.click(pager.getByRole('button', { name: 'Berikutnya' }));
    expect(onPage).toHaveBeenCalledExactlyOnceWith(2);
  });
});

describe('the quick choices of the home page (§2.74)', () => {
  // The list is a lazy module, preloaded here so that no test waits for it.
  beforeAll(async () => {
    Element.prototype.scrollIntoView = vi.fn();
    await import('../../../../src/app/header/province-list.tsx');
  });
  const chips = () => openShop(<HomeChips />, () => ({ items: [] }));

  it('lead to the search with their filter, and the province that was chosen', () => {
    chips();
    expect(hrefOf('Malam ini')).toBe('/search?time=today');
    expect(hrefOf('Akhir pekan')).toBe('/search?time=this-weekend');
    expect(hrefOf('Gratis')).toBe('/search?price=free');
    cleanup();
    localStorage.setItem(storageName(provinceKey), JSON.stringify(westJava));
    chips();
    expect(hrefOf('Malam ini')).toBe('/search?time=today&province_id=12');
    expect(hrefOf('Dekat Anda: Jawa Barat')).toBe('/search?province_id=12');
  });

  it('ask for the province when none is chosen, close with Escape, and show its events', async () => {
    chips();
    press('Dekat Anda');
    await screen.findByRole('option', { name: 'Bali' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(button('Dekat Anda')).toHaveFocus();
    press('Dekat Anda');
    await userEvent.click(await screen.findByRole('option', { name: 'Bali' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/search?province_id=17');
    expect(screen.queryByRole('option')).toBeNull();
    expect(hrefOf('Dekat Anda: Bali')).toBe('/search?province_id=17');
  });
});
