// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { EventSummary } from '../../../../contract/catalogue.ts';
import { EventCard, shortName } from '../../../../src/screens/home/event-card.tsx';
import { HomeView } from '../../../../src/screens/home/home.view.tsx';
import { list, summary } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

const home = (change: Partial<Parameters<typeof HomeView>[0]> = {}) =>
  draw(
    <HomeView
      featured={list()}
      promo={list()}
      upcoming={list()}
      chips={null}
      last={<p>Bagian akhir</p>}
      {...change}
    />,
  );

describe('an event card', () => {
  it('shows title, organiser, date, time, venue and the lowest price, and leads to the event by one link', () => {
    draw(<EventCard event={summary()} variant="featured" />);
    expect(screen.getByRole('heading', { name: 'Konser Senja Jakarta' })).toBeVisible();
    expect(screen.getByText('Suara Sore Kreasi')).toBeVisible();
    expect(screen.getByText('Sabtu, 7 Maret 2026')).toBeVisible();
    expect(screen.getByText('19:30 WIB')).toBeVisible();
    expect(screen.getByText('Taman Cakrawala')).toBeVisible();
    expect(screen.getByText('Start From')).toBeVisible();
    expect(screen.getByText('Rp250.000')).toBeVisible();
    const [link, ...others] = screen.getAllByRole('link');
    expect(others).toEqual([]);
    expect(link).toHaveAccessibleName('Get Tickets: Konser Senja Jakarta');
    expect(link).toHaveAttribute('href', '/event/konser-senja-jakarta');
  });

  it('says TBA for a date that is none, Gratis for nothing to pay, and names an unnamed organiser', () => {
    const { organizer: _, ...unnamed } = summary({ datetime: 'TBA', lowest_price: 0 });
    draw(<EventCard event={unnamed} variant="upcoming" />);
    expect(screen.getAllByText('TBA')).toHaveLength(2);
    expect(screen.getByText('Gratis')).toBeVisible();
    expect(screen.getAllByText('Penyelenggara')).not.toHaveLength(0);
  });

  it.each([
    ['Suara Sore Kreasi', 'Suara Sore…'],
    ['Pelita Kota', 'Pelita Kota'],
    ['Guyub', 'Guyub'],
  ])('cuts the organiser %s to %s', (name, short) => {
    expect(shortName(name)).toBe(short);
  });
});

describe('the home page', () => {
  it('opens with the headline and the two ways on', () => {
    home();
    expect(
      screen.getByRole('heading', { level: 1, name: "Every Great Event There's Roetix" }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Get Tickets' })).toHaveAttribute('href', '/search');
    expect(screen.getByRole('link', { name: 'Organize Event' })).toHaveAttribute(
      'href',
      '/create-event',
    );
  });

  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    summary({ id, title: `Acara ${id}`, image: `/${id}.svg` }),
  ) as [EventSummary, EventSummary, EventSummary, EventSummary, EventSummary];
  const posters = () =>
    screen.getAllByRole('article').map((card) => card.querySelector('img')?.getAttribute('src'));

  it('shows the first trending event large, and each event once', () => {
    home({
      featured: list({ items: [a, b] }),
      promo: list({ items: [b, c] }),
      upcoming: list({ items: [a, b, c, d, e] }),
    });
    expect(posters()).toEqual(['/a.svg', '/b.svg', '/c.svg', '/d.svg', '/e.svg']);
    const large = screen.getByRole('heading', { level: 2, name: 'Acara a' });
    expect(large).toBeVisible();
    expect(large.closest('article')).toHaveClass('star');
  });

  it('keeps the large poster while the trending list is turned', () => {
    home({
      featured: list({ items: [c, d], first: a, page: 2, totalPages: 2 }),
      promo: list({ items: [] }),
      upcoming: list({ items: [a, e] }),
    });
    expect(posters()).toEqual(['/a.svg', '/c.svg', '/d.svg', '/e.svg']);
  });

  it('leaves the only trending event in its list and shows an upcoming one large', () => {
    home({
      featured: list({ items: [a] }),
      promo: list({ items: [] }),
      upcoming: list({ items: [b, a, c] }),
    });
    expect(posters()).toEqual(['/b.svg', '/a.svg', '/c.svg']);
  });

  it('says so where all events of a list are shown above', () => {
    home({
      featured: list({ items: [a] }),
      promo: list({ items: [a] }),
      upcoming: list({ items: [a] }),
    });
    expect(posters()).toEqual(['/a.svg']);
    expect(
      screen.getAllByText('Semua acara di halaman daftar ini sudah tampil di atas.'),
    ).toHaveLength(2);
    expect(screen.queryByRole('heading', { name: 'No Upcoming Events' })).toBeNull();
  });

  it('takes the colours of the poster, and those of the shop without them', () => {
    const colours = { ground: '#102030', glow: '#405060' };
    const { container, unmount } = home({
      featured: list({ items: [{ ...a, colours }, b] }),
    });
    const stops = [...container.querySelectorAll('.palette stop')];
    expect(stops.map((stop) => stop.getAttribute('stop-color'))).toEqual(['#405060', '#102030']);
    unmount();
    const { container: plain } = home({ featured: list({ items: [a, b] }) });
    expect(plain.querySelector('.palette')).toBeNull();
  });

  it('reserves the large poster while its list loads, and keeps later lists waiting', () => {
    const waiting = list({ status: 'loading', items: [] });
    const { container, unmount } = home({ featured: waiting });
    expect(container.querySelectorAll('[aria-hidden="true"].star')).toHaveLength(1);
    expect(screen.queryByRole('article')).toBeNull();
    unmount();
    const none = list({ items: [] });
    const { container: empty } = home({ featured: none, promo: none, upcoming: none });
    expect(empty.querySelector('.star')).toBeNull();
  });

  it.each([
    ['featured', 'No Featured Events Yet', 'Explore All Events', '/search'],
    ['promo', 'No Promo Events Available', 'Browse Events', '/search'],
    ['upcoming', 'No Upcoming Events', 'Create Event', '/create-event'],
  ] as const)('says so when the %s list is empty', (name, words, action, path) => {
    home({ [name]: list({ items: [] }) });
    expect(screen.getByRole('heading', { name: words })).toBeVisible();
    expect(screen.getByRole('link', { name: action })).toHaveAttribute('href', path);
  });

  it('shows as many skeleton cards for a loading list as a page has', () => {
    const { container } = home({
      featured: list({ items: [a, b] }),
      upcoming: list({ status: 'loading', items: [] }),
    });
    expect(screen.getByText('Memuat daftar acara')).toBeInTheDocument();
    expect(container.querySelectorAll('[aria-hidden="true"].upcoming')).toHaveLength(6);
  });

  it('offers to try a failed list again', async () => {
    const onRetry = vi.fn();
    home({ promo: list({ status: 'failed', items: [], onRetry }) });
    await userEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('turns the pages of one list, and not past its ends', async () => {
    const onPage = vi.fn();
    home({ featured: list({ page: 1, totalPages: 4, onPage }) });
    const pager = within(screen.getByRole('navigation', { name: 'Trending Events' }));
    expect(pager.getByText('Halaman 1 dari 4')).toBeVisible();
    expect(pager.getByRole('button', { name: 'Sebelumnya' })).toBeDisabled();
    await userEvent.click(pager.getByRole('button', { name: 'Berikutnya' }));
    expect(onPage).toHaveBeenCalledExactlyOnceWith(2);
  });

  it('ends with the given part', () => {
    home();
    const heads = screen.getAllByRole('heading', { level: 2 });
    expect(heads.at(-1)).toHaveTextContent('Upcoming Events');
    expect(heads.at(-1)?.compareDocumentPosition(screen.getByText('Bagian akhir'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });
});
