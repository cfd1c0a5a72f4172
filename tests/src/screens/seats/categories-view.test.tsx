// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { CategoriesView } from '../../../../src/screens/categories/categories.view.tsx';
import { draw, seatMap } from '../purchase-data.tsx';

const soldOut = {
  id: 'vvip',
  name: 'VVIP',
  color: '#000000',
  price: 900_000,
  max_capacity: 10,
  sold_tickets_count: 10,
  available_seats: 0,
};

function view(more: Partial<Parameters<typeof CategoriesView>[0]> = {}) {
  const props = {
    slug: 'konser-senja-jakarta',
    event: {
      name: 'Konser Senja Jakarta',
      venue: 'Gedung A',
      datetime: '2027-03-06T19:30:00+07:00',
    },
    categories: [...seatMap.categories, soldOut],
    hasFailed: false,
    initial: {},
    onChoose: vi.fn(),
    onRetry: vi.fn(),
    ...more,
  };
  draw(<CategoriesView {...props} />);
  return props;
}

const add = (name: string) => screen.getByRole('button', { name: `Tambah ${name}` });

describe('the older category page', () => {
  it('has its heading and one card per category', () => {
    view();
    expect(screen.getByRole('heading', { level: 1, name: 'Pilih Tiket' })).toBeInTheDocument();
    expect(screen.getByText('Tersedia')).toBeInTheDocument();
    expect(screen.getByText('Hampir habis')).toBeInTheDocument();
    expect(screen.getByText('Sold Out')).toBeInTheDocument();
    expect(add('VVIP')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('Konser Senja Jakarta')).toBeVisible();
    expect(screen.getByText('Sabtu, 6 Maret 2027')).toBeVisible();
  });

  it('sums up the choice and leads to the seats with it', async () => {
    const { onChoose } = view();
    expect(screen.getByRole('button', { name: 'Beli Sekarang' })).toBeDisabled();
    await userEvent.click(add('VIP'));
    await userEvent.click(add('VIP'));
    expect(screen.getByText('2 × VIP')).toBeInTheDocument();
    expect(screen.getByText('Rp1.650.000')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Beli Sekarang' })).toHaveAttribute(
      'href',
      '/event/konser-senja-jakarta/seats',
    );
    expect(onChoose).toHaveBeenLastCalledWith({ vip: 2 });
    await userEvent.click(screen.getByRole('button', { name: 'Kurangi VIP' }));
    await userEvent.click(screen.getByRole('button', { name: 'Kurangi VIP' }));
    expect(screen.queryByText(/× VIP/)).not.toBeInTheDocument();
  });

  it('[R8] shows what was chosen before, as far as it is left', () => {
    view({ initial: { vip: 2, vvip: 3, lain: 1 } });
    expect(screen.getByText('2 × VIP')).toBeInTheDocument();
    expect(screen.queryByText(/× VVIP/)).not.toBeInTheDocument();
  });

  it('stops at five in all', async () => {
    view();
    for (let n = 0; n < 3; n += 1) await userEvent.click(add('VIP'));
    for (let n = 0; n < 2; n += 1) await userEvent.click(add('Festival'));
    expect(add('VIP')).toHaveAttribute('aria-disabled', 'true');
    expect(add('Festival')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getAllByText('Limit Reached')).toHaveLength(2);
  });

  it('says when there is nothing to choose, and reads again', async () => {
    const { onRetry } = view({ categories: [] });
    expect(screen.getByRole('heading', { name: 'No Content Available' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('waits, and says when it failed', async () => {
    view({ categories: null });
    expect(screen.getByRole('status')).toHaveTextContent('Memuat kategori tiket');
    const props = view({ categories: null, hasFailed: true });
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load category data');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(props.onRetry).toHaveBeenCalledTimes(1);
  });
});
