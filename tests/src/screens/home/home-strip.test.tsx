import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { HistoryStrip } from '../../../../src/screens/home-strip/history-strip.tsx';
import { itPasses, itReads } from '../page.ts';
import { purchase } from '../public-data.tsx';
import { draw } from '../purchase-data.tsx';

const orders = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    purchase({ transaction_id: `RTX-${index + 1}`, title: `Konser ${index + 1}` }),
  );

/** Shows the current location and its history state. */
function Place() {
  return <code data-testid="place">{JSON.stringify(useLocation())}</code>;
}

describe("'History Purchases' (§2.77)", () => {
  const strip = (change: Partial<Parameters<typeof HistoryStrip>[0]> = {}) => {
    const props: Parameters<typeof HistoryStrip>[0] = {
      status: 'ready',
      orders: orders(5),
      page: 1,
      onPage: vi.fn(),
      onRetry: vi.fn(),
      ...change,
    };
    draw(
      <>
        <HistoryStrip {...props} />
        <Place />
      </>,
    );
    return props;
  };
  const nothingYet = { heading: 'No Purchase History Yet' };
  const failed = { status: 'failed', orders: [] } as const;

  itReads(strip, [
    [[{ heading: 'History Purchases' }, { heading: 'Konser 1' }, { heading: 'Konser 2' }], {}],
    [['Sabtu, 7 Maret 2026', '19:30 WIB', 'Taman Cakrawala', { no: 'Konser 3' }], {}],
    [[{ heading: 'Konser 3' }, { no: 'Konser 5' }], { page: 2 }],
    [{ heading: 'Konser 5' }, { page: 9 }],
    [[nothingYet, { link: 'Explore Events' }, { no: { navigation: /./ } }], { orders: [] }],
    [[{ alert: 'Unable to load purchase history at this time.' }, { no: nothingYet }], failed],
    [[{ status: 'Memuat transaksi' }, { no: nothingYet }], { status: 'loading', orders: [] }],
  ]);
  itPasses(strip, [
    ['Berikutnya', 'onPage', { page: 2 }, 3],
    ['Halaman 1', 'onPage', { page: 2 }, 1],
    ['Coba lagi', 'onRetry', failed],
  ]);

  it('passes the id of the order on, so that the history highlights it', () => {
    strip();
    expect(screen.getAllByRole('article')[0]?.querySelector('img')).not.toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Transaction History: Konser 2' }));
    expect(JSON.parse(screen.getByTestId('place').textContent ?? '')).toMatchObject({
      pathname: '/transaction-history',
      state: { transactionId: 'RTX-2' },
    });
  });
});
