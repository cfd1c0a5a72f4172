// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SeatCategory } from '../../../../contract/seatmap.ts';
import { offeredQuantities } from '../../../../src/effects/flows/seat-choices.ts';
import {
  SeatChoiceArea,
  type SeatChoiceProps,
} from '../../../../src/screens/seats/seat-choice.tsx';
import { mergeSeatMap, patchSeatMap } from '../../../../src/seat-map/data/read-seat-map.ts';
import { buildSeatMapData } from '../../../../src/seat-map/data/seat-map-data.ts';
import { draw, seat, seatmap } from '../purchase-data.tsx';

const lawn: SeatCategory = {
  id: 'lawn',
  name: 'Festival',
  color: '#0b7285',
  price: 150_000,
  max_capacity: 100,
  sold_tickets_count: 96,
  available_seats: 4,
  kind: 'standing',
};
const chosen = (count: number) => [
  { categoryId: 'lawn', categoryName: 'Festival', price: 150_000, count },
];

function mapOf(
  seats: Parameters<typeof seatmap>[0],
  mine: { category: string; count: number }[] = [],
) {
  const map = seatmap(seats);
  const categories = seats.length === 0 ? [lawn] : [...map.categories, lawn];
  const read = buildSeatMapData({ ...map, categories, mine: [], mine_quantities: mine });
  if (read === null) throw new Error('The map cannot be drawn.');
  return read;
}

function opened(more: Partial<SeatChoiceProps> = {}) {
  const onQuantity = vi.fn((_category: string, _count: number) => true);
  draw(
    <SeatChoiceArea
      seatMap={mapOf([])}
      version={1}
      event={null}
      seats={[]}
      quantities={[]}
      lostPlaces={[]}
      onQuantity={onQuantity}
      pricing={null}
      best={{ isFinding: false, nothing: null, canFind: () => true, onFind: vi.fn(), wishes: [] }}
      found={null}
      error={null}
      lostSeats={[]}
      offer={null}
      canTakeOffer={false}
      voucher={{
        isSignedIn: true,
        isChecking: false,
        applied: null,
        error: null,
        canChange: true,
        canApply: () => true,
        onApply: vi.fn(),
        onEdit: vi.fn(),
        onRemove: vi.fn(),
      }}
      isCreating={false}
      isFrozen={false}
      canContinue={false}
      onToggle={vi.fn(() => true)}
      onTakeOffer={vi.fn()}
      onClear={vi.fn()}
      onContinue={vi.fn()}
      {...more}
    />,
  );
  return onQuantity;
}

const more = () => screen.getByRole('button', { name: 'Tambah Festival' });
const fewer = () => screen.getByRole('button', { name: 'Kurangi Festival' });

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

it('offers standing places alone without a map, with plus, minus and the few that are left', async () => {
  const onQuantity = opened();
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  expect(screen.queryByText('Kategori kursi')).not.toBeInTheDocument();
  expect(screen.getByText('Sisa 4 tempat')).toBeVisible();
  await userEvent.click(fewer());
  expect(onQuantity).not.toHaveBeenCalled();
  await userEvent.click(more());
  expect(onQuantity).toHaveBeenCalledExactlyOnceWith('lawn', 1);
});

it('counts places with the seats, names them without a number, and takes them out', async () => {
  const onQuantity = opened({
    seatMap: mapOf([seat('A-1', 1, 1), seat('A-2', 1, 2)]),
    quantities: chosen(4),
    seats: [
      {
        seatNumber: 'A-1',
        row: '1',
        column: 1,
        status: 'available',
        categoryId: 'vip',
        categoryName: 'VIP',
        price: 750_000,
      },
    ],
  });
  expect(screen.getByRole('grid')).toBeInTheDocument();
  const panel = within(screen.getByRole('region', { name: 'Kursi dipilih' }));
  expect(panel.getByText('4 × Festival')).toBeVisible();
  expect(panel.getByText('Berdiri')).toBeVisible();
  expect(panel.getByText(/5\D+5/)).toBeVisible();
  await userEvent.click(more());
  expect(onQuantity).not.toHaveBeenCalled();
  await userEvent.click(panel.getByRole('button', { name: 'Hapus Festival' }));
  expect(onQuantity).toHaveBeenCalledExactlyOnceWith('lawn', 0);
  await userEvent.click(fewer());
  expect(onQuantity).toHaveBeenLastCalledWith('lawn', 3);
});

it('says how many are left of what somebody else took', () => {
  opened({
    quantities: chosen(1),
    lostPlaces: [
      { categoryId: 'lawn', categoryName: 'Festival', left: 1 },
      { categoryId: 'balcony', categoryName: 'Balkon', left: 0 },
    ],
    error: { sentence: 'Tempat berdiri yang tersisa tidak cukup.', code: 'placesTaken' },
  });
  const alert = screen.getByRole('alert');
  expect(alert).toHaveTextContent('Tempat berdiri yang tersisa tidak cukup.');
  expect(alert).toHaveTextContent('Festival: tersisa 1 tempat.');
  expect(alert).toHaveTextContent('Balkon: sudah habis.');
});

it('restores as many places as are left beside the seats, own ones included', () => {
  const wish = [{ categoryId: 'lawn', count: 5 }];
  expect(offeredQuantities(mapOf([]), wish, 0)).toEqual(chosen(4));
  expect(offeredQuantities(mapOf([], [{ category: 'lawn', count: 1 }]), wish, 0)).toEqual(
    chosen(5),
  );
  expect(offeredQuantities(mapOf([]), wish, 3)).toEqual(chosen(2));
  expect(offeredQuantities(mapOf([]), [{ categoryId: 'vip', count: 1 }], 0)).toEqual([]);
});

it('follows the places that are left by messages and by a new read', () => {
  const { seatMap, indexes } = patchSeatMap(mapOf([]), [], [{ category: 'lawn', left: 2 }]);
  expect(indexes).toEqual([]);
  expect(seatMap.categories[0]?.available_seats).toBe(2);
  const mine = [{ category: 'lawn', count: 2 }];
  const merged = mergeSeatMap(seatMap, mapOf([], mine)).seatMap;
  expect([merged.categories[0]?.available_seats, merged.minePlaces]).toEqual([4, mine]);
});
