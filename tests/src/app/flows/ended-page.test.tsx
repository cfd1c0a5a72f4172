// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Ending } from '../../../../machines/shared/ending.ts';
import { EndedView } from '../../../../src/app/flows/ended-page.tsx';
import { FarewellView } from '../../../../src/app/shell/farewell-notice.tsx';
import { draw } from '../../screens/purchase-data.tsx';

const endingAs = (change: Partial<Ending>): Ending => ({
  id: 's-1',
  reason: 'over',
  slug: 'konser',
  eventName: 'Konser Senja',
  note: null,
  held: 'seats',
  ...change,
});

/** Every end with its words, and what leads on: joining again, the tickets, or the event alone. */
it.each([
  [{ reason: 'leftElsewhere' }, 'Anda sudah keluar lewat tab atau perangkat lain', 'rejoin'],
  [
    { reason: 'kicked', note: 'Melanggar aturan' },
    'Kamu telah dikeluarkan dari antrean: Melanggar aturan',
    'rejoin',
  ],
  [{ reason: 'timeUp' }, /Waktu Anda habis|Time is up! Your session has expired/, 'rejoin'],
  [{ reason: 'closed' }, 'Penjualan tiket acara ini sudah ditutup', 'event'],
  [{ reason: 'cancelled' }, 'Acara ini dibatalkan penyelenggara', 'event'],
  [{ reason: 'absent', held: 'turn' }, 'Giliran Anda tiba saat Anda sedang tidak ada', 'rejoin'],
  [
    { reason: 'inactive', held: 'place' },
    'Tempat Anda di antrean dilepas karena perangkat Anda lama tidak terhubung',
    'rejoin',
  ],
  [{ reason: 'paidElsewhere' }, 'Pesanan Anda sudah dibayar di tab atau perangkat lain', 'tickets'],
  [{ reason: 'left', held: 'place' }, 'Kamu telah keluar dari antrean', 'rejoin'],
] as const)(
  'a session that ended, %o, is said on its page and on the next: %s (§2.196)',
  async (change, words, next) => {
    const onRejoin = vi.fn();
    const { unmount } = draw(<EndedView ending={endingAs(change)} onRejoin={onRejoin} />);
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    const rejoin = screen.queryByRole('button', { name: 'Masuk antrean lagi' });
    expect(rejoin !== null).toBe(next !== 'event');
    expect(screen.queryByRole('link', { name: 'Lihat tiket' }) !== null).toBe(next === 'tickets');
    if (rejoin !== null) await userEvent.click(rejoin);
    expect(onRejoin).toHaveBeenCalledTimes(next === 'event' ? 0 : 1);
    unmount();

    const onRead = vi.fn();
    draw(<FarewellView ending={endingAs(change)} onRead={onRead} />);
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(screen.getByRole('status')).toHaveTextContent('Konser Senja');
    await userEvent.click(screen.getByRole('button', { name: 'Mengerti' }));
    expect(onRead).toHaveBeenCalledTimes(1);
  },
);

it.each(['seats', null] as const)('says that what was held is free again: %s', (held) => {
  draw(<FarewellView ending={endingAs({ reason: 'timeUp', held })} onRead={() => undefined} />);
  expect(screen.getByRole('status')).toHaveTextContent(/sudah dilepas/);
});
