import { cleanup, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CategoriesView } from '../../../../src/screens/categories/categories.view.tsx';
import { button, lacks, press, reads } from '../page.ts';
import { draw, seatMap } from '../purchase-data.tsx';

const soldOut = { ...seatMap.categories[0]!, id: 'vvip', name: 'VVIP', available_seats: 0 };

function view(more: Partial<Parameters<typeof CategoriesView>[0]> = {}) {
  const props = {
    to: '/event/konser-senja-jakarta/seats',
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
const isLimited = (name: string) => button(`Tambah ${name}`).getAttribute('aria-disabled');

it('the category page has one card per category, with what is left of it (§2.240, §2.204)', () => {
  view();
  reads({ heading: 'Pilih Tiket' }, 'Tersedia', 'Hampir habis', 'Sold Out');
  reads('Konser Senja Jakarta', 'Sabtu, 6 Maret 2027');
  expect(isLimited('VVIP')).toBe('true');
});

it('the category page sums up the choice and leads to the seats with it', () => {
  const { onChoose } = view();
  expect(button('Beli Sekarang')).toBeDisabled();
  press('Tambah VIP', 'Tambah VIP');
  reads('2 × VIP', 'Rp1.650.000');
  expect(screen.getByRole('link', { name: 'Beli Sekarang' })).toHaveAttribute(
    'href',
    '/event/konser-senja-jakarta/seats',
  );
  expect(onChoose).toHaveBeenLastCalledWith({ vip: 2 });
  press('Kurangi VIP', 'Kurangi VIP');
  lacks(/× VIP/);
});

it('[§2.241] the category page shows what was chosen before, as far as it is left', () => {
  view({ initial: { vip: 2, vvip: 3, lain: 1 } });
  reads('2 × VIP');
  lacks(/× VVIP/);
});

it.each([
  ['five in all', undefined, 5],
  ["the event's own limit", 4, 4],
])('the category page says its limit from the start, and stops at %s (§2.242)', (_, max, most) => {
  view({ max });
  reads(`Select up to ${most} seats`);
  press(...Array(most - 2).fill('Tambah VIP'), ...Array(2).fill('Tambah Festival'));
  expect(['VIP', 'Festival'].map(isLimited)).toEqual(['true', 'true']);
  expect(screen.getAllByText(/^Limit Reached/)).toHaveLength(2);
});

it('the category page names how many are left where that is the limit', () => {
  view({ categories: [{ ...soldOut, available_seats: 1 }] });
  press('Tambah VVIP');
  reads('Limit Reached', /1 kursi tersisa/);
});

it('the category page waits, and offers another read of what is empty or failed', () => {
  view({ categories: null });
  reads({ status: 'Memuat kategori tiket' });
  cleanup();
  const empty = view({ categories: [] });
  reads({ heading: 'No Content Available' });
  press('Refresh');
  expect(empty.onRetry).toHaveBeenCalledOnce();
  cleanup();
  const failed = view({ categories: null, hasFailed: true });
  reads({ alert: 'Failed to load category data' });
  press('Try Again');
  expect(failed.onRetry).toHaveBeenCalledOnce();
});
