import { fireEvent, render, screen } from '@testing-library/react';
import { type Navigator, Router } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { Link, NavLink } from '../../../../src/ui/navigation/link.tsx';

function open(at: string, link: React.ReactNode) {
  const navigator = {
    createHref: (to) => (typeof to === 'string' ? to : `${to.pathname}${to.search ?? ''}`),
    push: vi.fn(),
    replace: vi.fn(),
    go: vi.fn(),
  } satisfies Navigator;
  render(
    <Router location={at} navigator={navigator}>
      {link}
    </Router>,
  );
  return navigator;
}

describe('a link of the app', () => {
  it('navigates without a page load and passes its state', () => {
    const navigator = open(
      '/',
      <Link to="/search?q=jazz" state={{ from: 'home' }}>
        Cari
      </Link>,
    );
    const link = screen.getByRole('link', { name: 'Cari' });
    expect(link).toHaveAttribute('href', '/search?q=jazz');
    expect(fireEvent.click(link)).toBe(false);
    expect(navigator.push).toHaveBeenCalledOnce();
    expect(navigator.push.mock.calls[0]?.[0]).toMatchObject({
      pathname: '/search',
      search: '?q=jazz',
    });
    expect(navigator.push.mock.calls[0]?.[1]).toEqual({ from: 'home' });
  });

  it.each([
    ['a new tab', { ctrlKey: true }],
    ['a new tab on a Mac', { metaKey: true }],
    ['a new window', { shiftKey: true }],
    ['a download', { altKey: true }],
    ['the middle button', { button: 1 }],
  ])('leaves %s to the browser', (_what, press) => {
    const navigator = open('/', <Link to="/search">Cari</Link>);
    // jsdom opens no tabs: the default must not be prevented.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(screen.getByRole('link'), press);
    expect(navigator.push).not.toHaveBeenCalled();
  });
});

describe('a link of a navigation', () => {
  it.each([
    ['/', '/', true, true],
    ['/search', '/', true, false],
    ['/my-tickets', '/my-tickets', false, true],
    ['/my-tickets/konser', '/my-tickets', false, true],
    ['/my-ticketsandmore', '/my-tickets', false, false],
  ])('on %s the one to %s (end: %s) is current: %s', (at, to, end, isCurrent) => {
    open(
      at,
      <NavLink to={to} end={end}>
        Tiket
      </NavLink>,
    );
    const current = screen.getByRole('link').getAttribute('aria-current');
    expect(current).toBe(isCurrent ? 'page' : null);
  });
});
