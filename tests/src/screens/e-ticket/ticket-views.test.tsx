import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { MyTicketsView } from '../../../../src/screens/my-tickets/my-tickets.view.tsx';
import { ticketsOf } from '../../../../src/screens/my-tickets/order-tickets.ts';
import { TicketDialog } from '../../../../src/screens/my-tickets/ticket-dialog.tsx';
import { amountOf, isActive } from '../../../../src/screens/my-tickets/wib-day.ts';
import { HistoryView } from '../../../../src/screens/transaction-history/transaction-history.view.tsx';
import { withModalDialogs } from '../modal-dialogs.ts';
import { itPasses, itReads, reads } from '../page.ts';
import { issued, order, purchase } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

withModalDialogs();

describe('the day of an event (§2.340)', () => {
  it.each([
    ['2026-03-07T19:00:00+07:00', '2026-03-07T19:05:00+07:00', true],
    ['2026-03-07T19:00:00+07:00', '2026-03-07T23:59:59+07:00', true],
    ['2026-03-07T19:00:00+07:00', '2026-03-08T00:00:00+07:00', false],
    ['2026-03-07T19:00:00+07:00', '2026-03-06T12:00:00+07:00', true],
    ['TBA', '2030-01-01T00:00:00Z', true],
  ])('%s at %s counts as active: %s', (datetime, now, active) => {
    expect(isActive({ datetime }, Date.parse(now))).toBe(active);
  });

  it.each([
    ['1,500,000', 1_500_000],
    ['1,500,000.00', 1_500_000],
    ['0', 0],
    ['-', 0],
    [550_000, 550_000],
  ])('has the amount %s read as %s', (text, amount) => {
    expect(amountOf(text)).toBe(amount);
  });
});

it('the tickets of an order are its own, or all of the event without order ids', () => {
  const own = { ...issued, id: 't1', order_id: 'RTX-1' };
  const others = { ...issued, id: 't2', order_id: 'RTX-2' };
  expect(ticketsOf({ order_id: 'RTX-1' }, [own, others])).toEqual([own]);
  expect(ticketsOf({ order_id: 'RTX-3' }, [own, others])).toEqual([]);
  expect(ticketsOf({}, [own, others])).toEqual([own, others]);
  expect(ticketsOf({ order_id: 'RTX-1' }, [issued])).toEqual([issued]);
});

describe("'Pesanan Saya' (§2.341)", () => {
  const past = order({ name: 'Yang Lalu', datetime: '2025-01-01T19:00:00+07:00' });
  const tickets = (change: Partial<Parameters<typeof MyTicketsView>[0]> = {}) => {
    const props: Parameters<typeof MyTicketsView>[0] = {
      status: 'ready',
      orders: [order(), past],
      tab: 'active',
      page: 1,
      now: Date.parse('2026-03-01T00:00:00Z'),
      onTab: vi.fn(),
      onPage: vi.fn(),
      onOpen: vi.fn(),
      onRetry: vi.fn(),
      ...change,
    };
    draw(<MyTicketsView {...props} />);
    return props;
  };
  const dialog = (change: Partial<Parameters<typeof TicketDialog>[0]> = {}) =>
    draw(
      <TicketDialog
        order={order()}
        status="ready"
        tickets={[issued]}
        colours={null}
        onClose={() => {}}
        onRetry={() => {}}
        {...change}
      />,
    );
  const later = order({ order_id: 'RTX-1', later_forms: 'waiting' });

  itReads(dialog, [
    [{ no: 'Belum ada tiket yang terbit untuk pesanan ini.' }, {}],
    ['Belum ada tiket yang terbit untuk pesanan ini.', { tickets: [] }],
    [{ status: 'Memuat tiket' }, { status: 'loading', tickets: [] }],
  ]);
  itReads(tickets, [
    [[{ heading: 'Konser Senja Jakarta' }, 'Berbayar', 'Rp550.000', { no: 'Yang Lalu' }], {}],
    [[{ heading: 'Yang Lalu' }, { no: 'Konser Senja Jakarta' }], { tab: 'inactive' }],
    [{ link: 'Lengkapi data pemegang tiket' }, { orders: [later] }],
    [
      [{ heading: 'No tickets found' }, "You don't have any inactive tickets yet."],
      { orders: [], tab: 'inactive' },
    ],
  ]);
  itPasses(tickets, [
    [/^Ticket Details/, 'onOpen', {}, order()],
    ['Coba lagi', 'onRetry', { status: 'failed' }],
  ]);

  it('leads to the forms that wait by the order, and to the e-ticket of each code (§2.345)', async () => {
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    tickets({ orders: [later] });
    expect(hrefOf('Lengkapi data pemegang tiket')).toBe('/my-tickets/RTX-1/forms');
    cleanup();
    dialog();
    reads({ dialog: 'Konser Senja Jakarta' }, 'Kursi A-1');
    expect(await screen.findByRole('img', { name: 'Kode QR tiket 2PAS-QVP8' })).toBeVisible();
    expect(hrefOf('Buka e-ticket')).toBe('/e-ticket/t1');
  });
});

describe("'Riwayat Transaksi' (§2.381, §2.382)", () => {
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
  const refunded = purchase({ order_status: 'refunded', refund_reference: 'RF-77' });

  itReads(history, [
    ['diproses_ulang', { orders: [purchase({ order_status: 'diproses_ulang' })] }],
    [[{ heading: 'No Purchase History' }, { link: 'Find Events' }], { orders: [] }],
    [
      [{ heading: 'No transactions found' }, "You don't have any pending transactions yet."],
      { orders: [], filter: 'pending' },
    ],
    [['Dana dikembalikan', 'Referensi pengembalian: RF-77'], { orders: [refunded] }],
    ['Dana akan dikembalikan', { orders: [purchase({ order_status: 'refund_due' })] }],
  ]);

  it('offers the invoice of what is paid, fetches the one asked for, and says when it cannot', () => {
    const fetch = vi.fn();
    history({ orders: orders.slice(0, 3), invoice: { fetching: null, failed: 'RTX-0', fetch } });
    const [first, ...others] = screen.getAllByRole('button', { name: /^Invoice/ });
    expect(others).toEqual([]);
    fireEvent.click(first as HTMLElement);
    expect(fetch).toHaveBeenCalledWith('RTX-0');
    reads({ alert: 'Invoice belum dapat diunduh. Coba lagi.' });
  });
});
