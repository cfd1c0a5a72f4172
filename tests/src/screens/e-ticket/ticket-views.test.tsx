// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { MyTicketsView } from '../../../../src/screens/my-tickets/my-tickets.view.tsx';
import { TicketDialog } from '../../../../src/screens/my-tickets/ticket-dialog.tsx';
import { amountOf, isActive } from '../../../../src/screens/my-tickets/wib-day.ts';
import {
  filtered,
  HistoryView,
} from '../../../../src/screens/transaction-history/transaction-history.view.tsx';
import { issued, order, purchase, withDialogs } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

withDialogs();

const on = (text: string) => Date.parse(text);

describe('the day of an event', () => {
  const evening = { datetime: '2026-03-07T19:00:00+07:00' };

  it.each([
    ['while it is on', '2026-03-07T19:05:00+07:00', true],
    ['at the end of its day in Jakarta', '2026-03-07T23:59:59+07:00', true],
    ['the next day in Jakarta', '2026-03-08T00:00:00+07:00', false],
    ['the day before', '2026-03-06T12:00:00+07:00', true],
  ])('%s counts as active: %s', (_, now, active) => {
    expect(isActive(evening, on(now))).toBe(active);
  });

  it('is upcoming while it is TBA', () => {
    expect(isActive({ datetime: 'TBA' }, on('2030-01-01T00:00:00Z'))).toBe(true);
  });

  it.each([
    ['1,500,000', 1_500_000],
    ['1,500,000.00', 1_500_000],
    ['0', 0],
    ['-', 0],
    [550_000, 550_000],
  ])('reads the amount %s as %s', (text, amount) => {
    expect(amountOf(text)).toBe(amount);
  });
});

describe("'Pesanan Saya'", () => {
  const past = order({
    event_slug: 'lalu',
    name: 'Yang Lalu',
    datetime: '2025-01-01T19:00:00+07:00',
  });
  const tickets = (change: Partial<Parameters<typeof MyTicketsView>[0]> = {}) =>
    draw(
      <MyTicketsView
        status="ready"
        orders={[order(), past]}
        tab="active"
        page={1}
        now={on('2026-03-01T00:00:00Z')}
        onTab={() => {}}
        onPage={() => {}}
        onOpen={() => {}}
        onRetry={() => {}}
        {...change}
      />,
    );

  it('shows upcoming events under Active and the others under Inactive', async () => {
    const onTab = vi.fn();
    const { unmount } = tickets({ onTab });
    expect(screen.getByRole('heading', { name: 'Konser Senja Jakarta' })).toBeVisible();
    expect(screen.queryByText('Yang Lalu')).toBeNull();
    expect(screen.getByText('Berbayar')).toBeVisible();
    expect(screen.getByText('Rp550.000')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Inactive' }));
    expect(onTab).toHaveBeenCalledExactlyOnceWith('inactive');
    unmount();
    tickets({ tab: 'inactive' });
    expect(screen.getByRole('heading', { name: 'Yang Lalu' })).toBeVisible();
  });

  it('leads to the forms that wait, by the order', () => {
    tickets({ orders: [order({ order_id: 'RTX-1', later_forms: 'waiting' })] });
    expect(screen.getByRole('link', { name: 'Lengkapi data pemegang tiket' })).toHaveAttribute(
      'href',
      '/my-tickets/RTX-1/forms',
    );
  });

  it('shows three a page', () => {
    const orders = [1, 2, 3, 4].map((n) => order({ event_slug: `e${n}`, name: `Event ${n}` }));
    tickets({ orders, page: 2 });
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Halaman 2' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  it('opens the tickets of an event', async () => {
    const onOpen = vi.fn();
    tickets({ onOpen });
    await userEvent.click(screen.getByRole('button', { name: /^Ticket Details/ }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(order());
  });

  it('says so when there are none, and when they could not be read', async () => {
    const onRetry = vi.fn();
    const { unmount } = tickets({ orders: [], tab: 'inactive' });
    expect(screen.getByRole('heading', { name: 'No tickets found' })).toBeVisible();
    expect(screen.getByText("You don't have any inactive tickets yet.")).toBeVisible();
    unmount();
    tickets({ status: 'failed', onRetry });
    await userEvent.click(screen.getByRole('button', { name: 'Coba lagi' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('holds the code of each ticket and the way to its e-ticket', async () => {
    draw(
      <TicketDialog
        order={order()}
        status="ready"
        tickets={[issued]}
        colours={null}
        onClose={() => {}}
        onRetry={() => {}}
      />,
    );
    expect(screen.getByRole('dialog', { name: 'Konser Senja Jakarta' })).toBeVisible();
    expect(await screen.findByRole('img', { name: 'Kode QR tiket 2PAS-QVP8' })).toBeVisible();
    expect(screen.getByText('Kursi A-1')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Buka e-ticket' })).toHaveAttribute(
      'href',
      '/e-ticket/t1',
    );
  });
});

describe("'Riwayat Transaksi'", () => {
  const orders = ['completed', 'pending', 'cancelled', 'failed'].map((order_status, index) =>
    purchase({ transaction_id: `RTX-${index}`, order_status }),
  );
  const history = (change: Partial<Parameters<typeof HistoryView>[0]> = {}) =>
    draw(
      <HistoryView
        status="ready"
        orders={orders}
        filter="all"
        page={1}
        marked={null}
        payment={null}
        onFilter={() => {}}
        onPage={() => {}}
        onRetry={() => {}}
        invoice={{ fetching: null, failed: null, fetch: () => {} }}
        {...change}
      />,
    );

  it('shows three a page with their badges', () => {
    history();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(screen.getAllByText('Rp550.000')).toHaveLength(3);
    expect(screen.getByRole('button', { name: 'Halaman 2' })).toBeVisible();
  });

  it('offers the invoice of what is paid, fetches the one asked for, and says when it cannot', async () => {
    const fetch = vi.fn();
    const paid = purchase({ order_status: 'completed' });
    const shown = [
      paid,
      ...(['pending', 'cancelled'] as const).map((order_status, at) =>
        purchase({ order_status, transaction_id: `UNPAID-${at}` }),
      ),
    ];
    history({
      orders: shown,
      invoice: { fetching: null, failed: paid.transaction_id, fetch },
    });
    const [button, ...others] = screen.getAllByRole('button', { name: /^Invoice/ });
    expect(others).toEqual([]);
    await userEvent.click(button as HTMLElement);
    expect(fetch).toHaveBeenCalledWith(paid.transaction_id);
    expect(screen.getByRole('alert')).toHaveTextContent('Invoice belum dapat diunduh. Coba lagi.');
  });

  it('shows a status it does not know as it is, and failed orders only under All', () => {
    history({ orders: [purchase({ order_status: 'diproses_ulang' })] });
    expect(screen.getByText('diproses_ulang')).toBeVisible();
    expect(filtered(orders, 'all')).toHaveLength(4);
    for (const filter of ['completed', 'pending', 'cancelled'] as const) {
      expect(filtered(orders, filter).map((entry) => entry.order_status)).toEqual([filter]);
    }
  });

  it('says when there is no purchase at all, and where to find one', () => {
    history({ orders: [], filter: 'all' });
    expect(screen.getByRole('heading', { name: 'No Purchase History' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Find Events' })).toHaveAttribute('href', '/search');
  });

  it('names a refund and what the gateway calls it (ruling R17)', () => {
    const refunded = { ...orders[0]!, order_status: 'refunded', refund_reference: 'RF-77' };
    history({ orders: [refunded, { ...orders[1]!, order_status: 'refund_due' }] });
    expect(screen.getByText('Dana dikembalikan')).toBeVisible();
    expect(screen.getByText('Referensi pengembalian: RF-77')).toBeVisible();
    expect(screen.getByText('Dana akan dikembalikan')).toBeVisible();
  });

  it('says so when there are none', () => {
    history({ orders: [], filter: 'pending' });
    expect(screen.getByRole('heading', { name: 'No transactions found' })).toBeVisible();
    expect(screen.getByText("You don't have any pending transactions yet.")).toBeVisible();
  });
});
