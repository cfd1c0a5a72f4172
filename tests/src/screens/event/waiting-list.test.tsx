// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { WaitingEntry } from '../../../../contract/waiting-list.ts';
import {
  WaitingListView,
  type WaitingListViewProps,
} from '../../../../src/screens/event/waiting-list/waiting-list.view.tsx';
import { draw } from '../purchase-data.tsx';

const place: WaitingEntry = {
  state: 'waiting',
  wanted: 2,
  ahead: 3,
  offered: null,
  ends_at: null,
  in_seconds: null,
};
const list = (entry: WaitingEntry | null | undefined, change: Partial<WaitingListViewProps> = {}) =>
  draw(
    <WaitingListView
      entry={entry}
      isSignedIn
      deadline={null}
      busy={false}
      problem=""
      onJoin={() => {}}
      onLeave={() => {}}
      onBuy={() => {}}
      {...change}
    />,
  );

it('joins with one to four tickets', async () => {
  const onJoin = vi.fn();
  list(null, { onJoin });
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Kurangi tiket');
  await press('Masuk daftar tunggu');
  for (let presses = 0; presses < 5; presses += 1) await press('Tambah tiket');
  await press('Masuk daftar tunggu');
  expect(onJoin.mock.calls).toEqual([[1], [4]]);
  expect(screen.queryByText(/Login dulu/)).toBeNull();
});

it('asks to sign in, and says that an offer has lapsed and why a call failed', () => {
  const { unmount } = list(null, { isSignedIn: false });
  expect(screen.getByText(/Login dulu/)).toBeVisible();
  unmount();
  list({ ...place, state: 'lapsed', ahead: null }, { problem: 'Belum berhasil.' });
  expect(screen.getByText(/Batas waktu penawaran/)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Belum berhasil.');
  expect(screen.getByRole('button', { name: 'Masuk daftar tunggu' })).toBeEnabled();
});

it('tells the position, and leaves', async () => {
  const onLeave = vi.fn();
  const { unmount } = list(place, { onLeave });
  expect(screen.getByRole('status')).toHaveTextContent(
    '3 orang di depan Anda. Anda menunggu 2 tiket.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Keluar dari daftar' }));
  expect(onLeave).toHaveBeenCalledTimes(1);
  unmount();
  list({ ...place, ahead: 0 });
  expect(screen.getByRole('status')).toHaveTextContent('Anda yang berikutnya');
});

it('shows an offer with its end in the time of the venue, and buys', async () => {
  const onBuy = vi.fn();
  const ends_at = '2026-03-07T10:30:00+08:00';
  list({ ...place, state: 'offered', ahead: null, offered: 2, ends_at, in_seconds: 60 }, { onBuy });
  expect(screen.getByRole('heading', { name: 'Giliran Anda: 2 tiket' })).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent(
    'Pilih tiket sebelum Sabtu, 7 Maret 2026, 10:30 WITA.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Beli sekarang' }));
  expect(onBuy).toHaveBeenCalledTimes(1);
});

it('offers nothing until the place is read', () => {
  list(undefined);
  expect(screen.queryByRole('button')).toBeNull();
});
