// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
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
const ends: readonly (readonly [Partial<Ending>, string, 'rejoin' | 'tickets' | 'event'])[] = [
  [{ reason: 'leftElsewhere' }, 'Anda sudah keluar lewat tab atau perangkat lain', 'rejoin'],
  [
    { reason: 'kicked', note: 'Melanggar aturan' },
    'Kamu telah dikeluarkan dari antrean: Melanggar aturan',
    'rejoin',
  ],
  [{ reason: 'timeUp' }, 'Waktu Anda habis', 'rejoin'],
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
];

describe('a session that ended, as its page and the notice of the next page say it', () => {
  it.each(ends)('%o: %s, and what leads on', async (change, words, next) => {
    const onRejoin = vi.fn();
    draw(<EndedView ending={endingAs(change)} onRejoin={onRejoin} />);
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    const rejoin = screen.queryByRole('button', { name: 'Masuk antrean lagi' });
    expect(rejoin !== null).toBe(next !== 'event');
    expect(screen.queryByRole('link', { name: 'Lihat tiket' }) !== null).toBe(next === 'tickets');
    if (rejoin === null) return;
    await userEvent.click(rejoin);
    expect(onRejoin).toHaveBeenCalledTimes(1);
  });

  it.each(ends)('%o: %s, until it is read', async (change, words) => {
    const onRead = vi.fn();
    draw(<FarewellView ending={endingAs(change)} onRead={onRead} />);
    expect(screen.getByRole('status')).toHaveTextContent(words);
    expect(screen.getByRole('status')).toHaveTextContent('Konser Senja');
    await userEvent.click(screen.getByRole('button', { name: 'Mengerti' }));
    expect(onRead).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['seats', /sudah dilepas/],
    [null, /sudah dilepas/],
  ] as const)('says what became of what was held: %s', (held, words) => {
    draw(<FarewellView ending={endingAs({ reason: 'timeUp', held })} onRead={() => undefined} />);
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });
});
