// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Link, MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { BlockedView } from '../../../../src/app/flows/blocked-page.tsx';
import {
  bubbleStep,
  freshPosition,
  SessionBubbleView,
} from '../../../../src/app/flows/session-bubble.tsx';
import { firstName, SiteHeader } from '../../../../src/app/header/site-header.tsx';
import { Boundary, ScreenFailure } from '../../../../src/app/routing/screen-boundary.tsx';
import { BottomBar } from '../../../../src/app/shell/bottom-bar.tsx';
import { PageMain } from '../../../../src/app/shell/page-main.tsx';
import { readingAs } from '../../../support/flows/readings.ts';
import { withModalDialogs } from '../../screens/modal-dialogs.ts';
import { buyer, draw } from '../../screens/purchase-data.tsx';
import { openShop } from '../../screens/shop-window.tsx';

withModalDialogs();

afterEach(() => {
  vi.restoreAllMocks();
});

function Faulty({ broken }: { readonly broken: boolean }) {
  if (broken) throw new Error('broken');
  return <p>Isi</p>;
}
function Page() {
  const [path, setPath] = useState('/a');
  return (
    <>
      <button type="button" onClick={() => setPath('/b')}>
        Pindah
      </button>
      <Boundary resetKey={path} fallback={<ScreenFailure />}>
        <Faulty broken={path === '/a'} />
      </Boundary>
    </>
  );
}

describe('the place in the bubble', () => {
  it.each([
    [null, 70],
    [90_000, 70],
    [600_000, null],
  ])('with the next reading in %s ms', (nextContactMs, shown) => {
    const reading = readingAs({ step: 'queued', position: 70, nextContactMs });
    expect(freshPosition(reading)).toBe(shown);
  });
});

describe('the header', () => {
  const header = (change: Partial<Parameters<typeof SiteHeader>[0]> = {}) =>
    openShop(
      <SiteHeader
        account={{ status: 'signedOut', user: null }}
        onSignOut={() => {}}
        onLogin={() => false}
        {...change}
      />,
      () => ({ items: [] }),
    );

  it('offers Sign Up and Login to visitors, and links My Order to its page', () => {
    header();
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register');
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    const hrefs = [...document.querySelectorAll('details nav a')].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ]);
    expect(hrefs).toEqual([
      ['Browse Events', '/search'],
      ['Transaction History', '/transaction-history'],
      ['My Tickets', '/my-tickets'],
      ['Profile', '/profile'],
      ['Contact Us', '/contact-us'],
      ['My Order', '/transaction-history'],
    ]);
  });

  it('opens the sign-in modal where it can', async () => {
    const onLogin = vi.fn(() => true);
    header({ onLogin });
    await userEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(onLogin).toHaveBeenCalledOnce();
  });

  it('shows a buyer the first word of the name, and signs out', async () => {
    const onSignOut = vi.fn();
    header({ account: { status: 'signedIn', user: buyer }, onSignOut });
    const menu = document.querySelector('[aria-label="Menu akun Ratna"]')?.closest('details');
    expect(menu).toHaveTextContent('Ratna Wijayanti');
    expect(menu).toHaveTextContent('ratna@contoh.id');
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
    await userEvent.click(screen.getByText('Log Out'));
    expect(onSignOut).toHaveBeenCalledOnce();
  });

  it.each([
    ['Ratna Wijayanti', 'Ratna'],
    ['  ', 'User'],
  ])('calls %j %s', (name, short) => {
    expect(firstName({ ...buyer, name }, 'User')).toBe(short);
  });
});

describe('the bottom bar', () => {
  const current = (path: string) => {
    const { unmount } = render(
      <MemoryRouter initialEntries={[path]}>
        <BottomBar />
      </MemoryRouter>,
    );
    const names = screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.textContent);
    unmount();
    return names;
  };

  it.each([
    ['/', ['Home']],
    ['/my-tickets', ['Ticket']],
    ['/transaction-history', ['Transaction']],
    ['/profile', ['Profile']],
    ['/search', []],
  ])('at %s marks %j', (path, names) => {
    expect(current(path)).toEqual(names);
  });
});

describe('the active session', () => {
  const bubble = (change: Partial<Parameters<typeof SessionBubbleView>[0]> = {}) =>
    draw(
      <SessionBubbleView
        eventName="Konser Senja Jakarta"
        held={{ step: 'online', hasDraft: true, entrant: null, number: null }}
        position={null}
        deadline={performance.now() + 294_000}
        problem={null}
        canResume
        canExit
        onResume={() => {}}
        onExit={() => {}}
        {...change}
      />,
    );

  it.each([
    ['queued', false, 'bubble.queue'],
    ['online', false, 'bubble.seats'],
    ['online', true, 'bubble.orderForm'],
    ['paymentSelection', true, 'bubble.paymentMethod'],
    ['paymentProcessing', true, 'bubble.payment'],
  ] as const)('at %s with a draft: %s says %s', (step, hasDraft, words) => {
    expect(bubbleStep({ step, hasDraft })).toBe(words);
  });

  it('names the event, the step and the remaining time, with buttons to continue and to leave', async () => {
    const onResume = vi.fn();
    const onExit = vi.fn();
    bubble({ onResume, onExit });
    const box = within(screen.getByRole('complementary', { name: 'Sesi Aktif' }));
    expect(box.getByText('Konser Senja Jakarta')).toBeVisible();
    expect(box.getByText('Anda sedang mengisi formulir pemesanan')).toBeVisible();
    expect(box.getByRole('timer', { name: 'Sisa waktu' })).toHaveTextContent('4:54');
    await userEvent.click(box.getByRole('button', { name: 'Lanjutkan' }));
    const exit = box.getByRole('button', { name: 'Cancel/Exit Session' });
    await userEvent.click(exit);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Giliran Anda selesai, dan kursi Anda kembali dijual.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Pertahankan tempat' }));
    expect([onResume.mock.calls.length, onExit.mock.calls.length]).toEqual([1, 0]);
    await userEvent.click(exit);
    await userEvent.click(screen.getByRole('button', { name: 'Lepaskan tempat' }));
    expect([onResume.mock.calls.length, onExit.mock.calls.length]).toEqual([1, 1]);
  });

  it('folds, and still shows the time', async () => {
    bubble();
    await userEvent.click(screen.getByRole('button', { name: 'Ciutkan Sesi Aktif' }));
    expect(screen.queryByText('Konser Senja Jakarta')).toBeNull();
    expect(screen.getByRole('timer')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Buka Sesi Aktif' }));
    expect(screen.getByText('Konser Senja Jakarta')).toBeVisible();
  });

  it('says when leaving failed, and shows no clock while waiting', () => {
    bubble({ problem: { key: 'bubble.exitRefused' }, deadline: null });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Failed to exit session. Please try again.',
    );
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

describe('a page that could not be entered', () => {
  it('is the queue card on the seats', async () => {
    const onRetry = vi.fn();
    draw(
      <BlockedView
        page="seats"
        problem={{ sentence: 'Gagal.', code: null }}
        eventPath="/event/x"
        onRetry={onRetry}
      />,
    );
    expect(screen.getByRole('heading', { name: 'Queue Access Issue' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retry Join Queue' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('is an error with two ways out elsewhere', () => {
    draw(
      <BlockedView
        page="queue"
        problem={{ sentence: 'Gagal.', code: null }}
        eventPath="/event/x"
        onRetry={() => {}}
      />,
    );
    expect(screen.getByRole('heading', { name: 'Error: Gagal.' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to Event Page' })).toHaveAttribute(
      'href',
      '/event/x',
    );
  });
});

describe('the main part', () => {
  it('takes the focus and starts at the top after a navigation, and not at first', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
    draw(
      <PageMain>
        <Link to="/search">Cari</Link>
      </PageMain>,
    );
    expect(document.body).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Cari' }));
    expect(screen.getByRole('main')).toHaveFocus();
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  });
});

describe('a screen that fails', () => {
  it('shows the failure with two ways out, and renders the next page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    draw(<Page />);
    expect(screen.getByRole('heading', { name: 'Ada yang tidak beres' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Kembali ke beranda' })).toHaveAttribute('href', '/');
    await userEvent.click(screen.getByRole('button', { name: 'Pindah' }));
    expect(screen.getByText('Isi')).toBeVisible();
  });
});
