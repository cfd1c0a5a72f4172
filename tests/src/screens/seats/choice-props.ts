import { vi } from 'vitest';
import type { Seatmap } from '../../../../contract/seatmap.ts';
import type { SeatChoice } from '../../../../machines/seat-draft/seat-draft.types.ts';
import type { SeatChoiceProps } from '../../../../src/screens/seats/seat-choice.tsx';
import { buildSeatMapData } from '../../../../src/seat-map/data/seat-map-data.ts';

export function drawable(map: Seatmap) {
  const seatMap = buildSeatMapData(map);
  if (seatMap === null) throw new Error('The map cannot be drawn.');
  return seatMap;
}

export const chosen: SeatChoice = {
  seatNumber: 'A-1',
  row: '3',
  column: 1,
  status: 'available',
  categoryId: 'vip',
  categoryName: 'VIP',
  price: 750_000,
};

/** The choice on a map before anything is chosen. */
export const choiceProps = (map: Seatmap) => ({
  seatMap: drawable(map),
  version: 1,
  event: null as SeatChoiceProps['event'],
  seats: [] as readonly SeatChoice[],
  quantities: [] as SeatChoiceProps['quantities'],
  lostSeats: [],
  lostPlaces: [],
  offer: null,
  canTakeOffer: false,
  found: null,
  best: {
    isFinding: false,
    nothing: null,
    canFind: vi.fn(() => true),
    onFind: vi.fn(),
    wishes: [],
  },
  error: null,
  pricing: null,
  voucher: {
    isSignedIn: true,
    isChecking: false,
    applied: null,
    error: null,
    canChange: true,
    canApply: () => true,
    onApply: vi.fn(),
    onEdit: vi.fn(),
    onRemove: vi.fn(),
  },
  isCreating: false,
  isFrozen: false,
  canContinue: false,
  onToggle: vi.fn((_number: string) => true),
  onQuantity: vi.fn((_category: string, _count: number) => true),
  onTakeOffer: vi.fn(),
  onClear: vi.fn(),
  onContinue: vi.fn(),
});
