// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  type CardVariant,
  EventCard,
  EventCardSkeleton,
} from '../../../../src/screens/home/event-card.tsx';
import { summary } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

const logoOf = (container: HTMLElement) => container.querySelector('.organizer img');

describe('an event card', () => {
  it.each([
    ['without a logo', null],
    ['whose logo cannot be shown', '/media/logos/kosong.svg'],
  ])('shows the default logo for an organiser %s, never a poster placeholder', (_, logo) => {
    const { container } = draw(
      <EventCard
        event={summary({ organizer: { logo, name: 'Pelita Kota' } })}
        variant="featured"
      />,
    );
    const image = logoOf(container);
    if (logo !== null && image !== null) fireEvent.error(image);
    expect(logoOf(container)).toHaveAttribute('src', '/media/default-logo.svg');
  });

  it.each([
    ['notYet', '2026-03-01T10:00:00+07:00', 'Segera dijual', /Dibuka Minggu, 1 Maret 2026/],
    ['over', '2026-03-07T19:30:00+07:00', 'Penjualan berakhir', /dimulai Sabtu, 7 Maret 2026/],
    ['closed', null, 'Penjualan ditutup', /menutup penjualan/],
    ['cancelled', null, 'Dibatalkan', /membatalkan/],
  ] as const)('offers no tickets of an event that is %s, and says so', (state, at, badge, text) => {
    const sale = { state, at, in_seconds: null };
    draw(<EventCard event={summary({ sale })} variant="upcoming" />);
    expect(screen.getByText(badge)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link')).toHaveTextContent(/^Lihat detail/);
    expect(screen.queryByText('Get Tickets')).toBeNull();
  });

  it('shows a placeholder for a missing poster, the same one each time', () => {
    const placeholderOf = () => {
      const { container, unmount } = draw(<EventCard event={summary()} variant="upcoming" />);
      const poster = container.querySelector('.poster img');
      if (poster !== null) fireEvent.error(poster);
      const src = container.querySelector('.poster img')?.getAttribute('src');
      unmount();
      return src;
    };
    const first = placeholderOf();
    expect(first).toMatch(/^\/placeholders\/[1-6]\.svg$/);
    expect(placeholderOf()).toBe(first);
  });

  it('names date and venue before the organiser', () => {
    const { container } = draw(<EventCard event={summary()} variant="featured" />);
    const text = container.textContent ?? '';
    const order = ['Konser Senja Jakarta', 'Sabtu, 7 Maret 2026', '19:30 WIB', 'Taman Cakrawala'];
    const places = [...order, 'Suara Sore Kreasi', 'Start From', 'Rp250.000'].map((part) =>
      text.indexOf(part),
    );
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it('sizes its pictures, so that nothing shifts when they load', () => {
    const { container } = draw(<EventCard event={summary()} variant="promo" />);
    for (const image of container.querySelectorAll('img')) {
      expect(image).toHaveAttribute('width');
      expect(image).toHaveAttribute('height');
    }
    expect(screen.getByText('Promo')).toBeVisible();
  });

  it.each<CardVariant>(['featured', 'promo', 'upcoming'])(
    'keeps its place as %s while it is on its way, with the same parts, and unread',
    (variant) => {
      const parts = (element: Element | null) =>
        [...(element?.querySelector('.body')?.children ?? [])].map((child) =>
          child.className.replace('factBones', 'facts').split(' ').at(-1),
        );
      const card = draw(<EventCard event={summary()} variant={variant} />).container;
      const bones = draw(<EventCardSkeleton variant={variant} />).container;
      expect(parts(bones)).toEqual(parts(card));
      expect(bones.firstElementChild).toHaveAttribute('aria-hidden', 'true');
      expect(bones.querySelector(`.card.${variant} .poster`)).not.toBeNull();
    },
  );
});
