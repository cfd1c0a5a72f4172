// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { drawShows, show, withDialogs } from '../public-data.tsx';

withDialogs();

const soldOut = { availability: 'sold_out', seats_left: 0 } as const;
const at = (day: number, hour: number) => ({
  starts_at: `2026-03-0${day}T${hour}:00:00+07:00`,
  ends_at: `2026-03-0${day}T${hour + 2}:00:00+07:00`,
});
const first = show({ id: 'a', slug: 'a', name: 'Malam Pertama', ...at(6, 19), ...soldOut });
const afternoon = show({ id: 'b', slug: 'b', name: 'Siang Kedua', ...at(7, 14) });
const evening = show({ id: 'c', slug: 'c', name: 'Malam Kedua', ...at(7, 19), price: 300000 });
const last = show({ id: 'd', slug: 'd', name: 'Malam Ketiga', ...at(8, 19) });

const dialog = (change: Parameters<typeof drawShows>[1] = {}) =>
  drawShows([first, afternoon, evening, last], change);

const date = (name: string) => screen.getByRole('radio', { name });
const listed = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter((radio) => radio.name === 'show')
    .map((radio) => radio.value);
const next = () => screen.getByRole('button', { name: 'Continue' });

describe('the dates of a series', () => {
  it('open at the first that sells, with its shows by time, none of several chosen', async () => {
    const onConfirm = vi.fn();
    dialog({ onConfirm });
    expect(screen.getByRole('group', { name: 'Pilih tanggal' })).toBeVisible();
    expect(date('Sabtu, 7 Maret 2026')).toBeChecked();
    expect(listed()).toEqual(['b', 'c']);
    expect(next()).toBeDisabled();
    await userEvent.click(screen.getByRole('radio', { name: /19:00–21:00 WIB.*Malam Kedua/ }));
    await userEvent.click(next());
    expect(onConfirm.mock.calls).toEqual([['', evening]]);
  });

  it('choose the only show that sells on a pressed date, and forget that of another', async () => {
    const onConfirm = vi.fn();
    dialog({ onConfirm });
    await userEvent.click(date('Minggu, 8 Maret 2026'));
    expect(listed()).toEqual(['d']);
    await userEvent.click(next());
    expect(onConfirm.mock.calls).toEqual([['', last]]);
    await userEvent.click(date('Sabtu, 7 Maret 2026'));
    expect(next()).toBeDisabled();
  });

  it('say of a date without a show to sell why, and choose nothing', async () => {
    dialog();
    await userEvent.click(date('Jumat, 6 Maret 2026'));
    expect(screen.getByText('Sold Out')).toBeVisible();
    expect(screen.getByRole('radio', { name: /Malam Pertama/ })).toBeDisabled();
    expect(next()).toBeDisabled();
  });

  it('open at the show of the page, which stands chosen', () => {
    dialog({ asked: 'd' });
    expect(date('Minggu, 8 Maret 2026')).toBeChecked();
    expect(screen.getByRole('radio', { name: /Malam Ketiga/ })).toBeChecked();
    expect(next()).toBeEnabled();
  });

  it('are told apart by the clock of the venue, and name a date that is not fixed', async () => {
    dialog({
      shows: [
        // On one day in Jakarta, but on two at the venue.
        show({ id: 'e', name: 'Malam', starts_at: '2026-03-07T20:00:00+09:00' }),
        show({ id: 'f', name: 'Tengah malam', starts_at: '2026-03-08T00:30:00+09:00' }),
        show({ id: 'g', name: 'Nanti', starts_at: 'TBA', ends_at: 'TBA' }),
      ],
    });
    expect(listed()).toEqual(['e']);
    await userEvent.click(date('Minggu, 8 Maret 2026'));
    expect(listed()).toEqual(['f']);
    await userEvent.click(date('TBA'));
    expect(screen.getByRole('radio', { name: /Nanti/ })).toBeChecked();
  });

  it('are no strip where all shows are of one date, and cannot change while joining', () => {
    const { unmount } = dialog({ shows: [afternoon, evening] });
    expect(screen.queryByRole('group', { name: 'Pilih tanggal' })).toBeNull();
    expect(screen.getAllByText('Sabtu, 7 Maret 2026')).toHaveLength(2);
    unmount();
    dialog({ busy: true });
    expect(date('Minggu, 8 Maret 2026')).toBeDisabled();
  });
});
