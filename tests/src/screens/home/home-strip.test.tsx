// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type RootActor, RootProvider } from '../../../../src/app/actor-context.tsx';
import { ApiContext } from '../../../../src/app/reads/api-context.ts';
import { createQueryClient } from '../../../../src/app/reads/queries.ts';
import type { Api } from '../../../../src/effects/http/api.ts';
import { HistoryStrip } from '../../../../src/screens/home-strip/history-strip.tsx';
import { HomeStrip } from '../../../../src/screens/home-strip/home-strip.tsx';
import { PartnerBanner } from '../../../../src/screens/home-strip/partner-banner.tsx';
import { purchase } from '../public-data.tsx';
import { buyer, draw } from '../purchase-data.tsx';

const orders = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    purchase({ transaction_id: `RTX-${index + 1}`, title: `Konser ${index + 1}` }),
  );

/** Shows the current location and its history state. */
function Place() {
  return <output>{JSON.stringify(useLocation())}</output>;
}

const strip = (change: Partial<Parameters<typeof HistoryStrip>[0]> = {}) =>
  draw(
    <HistoryStrip
      status="ready"
      orders={orders(5)}
      page={1}
      onPage={() => {}}
      onRetry={() => {}}
      {...change}
    />,
  );

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("'History Purchases'", () => {
  it('shows title, date, time and venue of two orders, and leads to each in the history', () => {
    strip();
    expect(screen.getByRole('heading', { level: 2, name: 'History Purchases' })).toBeVisible();
    const cards = screen.getAllByRole('article');
    expect(cards).toHaveLength(2);
    const first = within(cards[0] as HTMLElement);
    expect(first.getByRole('heading', { name: 'Konser 1' })).toBeVisible();
    expect(first.getByText('Sabtu, 7 Maret 2026')).toBeVisible();
    expect(first.getByText('19:30 WIB')).toBeVisible();
    expect(first.getByText('Taman Cakrawala')).toBeVisible();
    expect(cards[0]?.querySelector('img')).not.toBeNull();
    expect(first.getByRole('link', { name: 'Transaction History: Konser 1' })).toHaveAttribute(
      'href',
      '/transaction-history',
    );
  });

  it('passes the id of the order on, so that the history highlights it', async () => {
    draw(
      <>
        <HistoryStrip
          status="ready"
          orders={orders(2)}
          page={1}
          onPage={() => {}}
          onRetry={() => {}}
        />
        <Place />
      </>,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Transaction History: Konser 2' }));
    const place = JSON.parse(screen.getByRole('status').textContent ?? '');
    expect(place).toMatchObject({
      pathname: '/transaction-history',
      state: { transactionId: 'RTX-2' },
    });
  });

  it('pages within its bounds, and shows the last page when there are fewer than before', async () => {
    const onPage = vi.fn();
    const { unmount } = strip({ page: 2, onPage });
    expect(screen.getByRole('heading', { name: 'Konser 3' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Berikutnya' }));
    await userEvent.click(screen.getByRole('button', { name: 'Halaman 1' }));
    expect(onPage.mock.calls).toEqual([[3], [1]]);
    unmount();
    strip({ page: 9 });
    expect(screen.getByRole('heading', { name: 'Konser 5' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Berikutnya' })).toBeDisabled();
  });

  it.each([
    [false, ['1', '2', '3']],
    [true, ['1', '2', '3', '4', '5']],
  ])('from 640 px on: %s, its pager shows %j', (matches, numbers) => {
    vi.stubGlobal('matchMedia', () => ({
      matches,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    strip({ orders: orders(12) });
    const pager = within(screen.getByRole('navigation', { name: 'History Purchases' }));
    const shown = pager.getAllByRole('button').map((button) => button.textContent);
    expect(shown.filter((text) => text !== '')).toEqual(numbers);
  });

  it('says so when nothing was bought yet, and leads to the events', () => {
    strip({ orders: [] });
    expect(screen.getByRole('heading', { name: 'No Purchase History Yet' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Explore Events' })).toHaveAttribute('href', '/search');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('says when it could not be read, and can be tried again', async () => {
    const onRetry = vi.fn();
    strip({ status: 'failed', orders: [], onRetry });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Unable to load purchase history at this time.',
    );
    expect(screen.queryByText('No Purchase History Yet')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('reserves its height while it loads', () => {
    strip({ status: 'loading', orders: [] });
    expect(screen.getByRole('status')).toHaveTextContent('Memuat transaksi');
    expect(screen.queryByText('No Purchase History Yet')).toBeNull();
  });
});

describe("'Be Our Partner'", () => {
  it('links organisers to the page for a new event', () => {
    draw(<PartnerBanner />);
    expect(screen.getByRole('heading', { name: 'Be Our Partner' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute(
      'href',
      '/create-event',
    );
  });
});

describe('the last part of the home page', () => {
  const call = vi.fn(async () => ({ ok: true, value: orders(3) }));
  const home = (auth: string) => {
    const context = { auth, user: auth === 'checking' || auth === 'anonymous' ? null : buyer };
    const root = {
      getSnapshot: () => ({ context }),
      subscribe: () => ({ unsubscribe: () => {} }),
    } as unknown as RootActor;
    return render(
      <RootProvider root={root}>
        <ApiContext value={{ call } as unknown as Api}>
          <QueryClientProvider client={createQueryClient()}>
            <MemoryRouter>
              <HomeStrip />
            </MemoryRouter>
          </QueryClientProvider>
        </ApiContext>
      </RootProvider>,
    );
  };

  it.each(['anonymous', 'unverified'])('is the banner for %s', async (auth) => {
    home(auth);
    expect(await screen.findByRole('link', { name: 'Get Started' })).toBeVisible();
    expect(screen.queryByText('History Purchases')).toBeNull();
    expect(call).not.toHaveBeenCalled();
  });

  it('is the purchase list for a verified account, two at a time', async () => {
    home('verified');
    expect(await screen.findByRole('heading', { name: 'Konser 2' })).toBeVisible();
    expect(screen.queryByText('Be Our Partner')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Halaman 2' }));
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Konser 3' })).toBeVisible();
  });

  it('is empty while the account is unknown', async () => {
    const { container } = home('checking');
    await vi.dynamicImportSettled();
    expect(container.textContent).toBe('');
    expect(screen.queryByRole('region')).toBeNull();
  });
});
