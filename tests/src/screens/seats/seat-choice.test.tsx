import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { SeatCategory, Seatmap } from '../../../../contract/seatmap.ts';
import { offeredQuantities } from '../../../../src/effects/flows/seat-choices.ts';
import {
  SeatChoiceArea,
  type SeatChoiceProps,
} from '../../../../src/screens/seats/seat-choice.tsx';
import { placed, planned } from '../../seat-map/seat-maps.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { enter, lacks, press, reads } from '../page.ts';
import { draw, seat, seatmap, seatMap as smallMap } from '../purchase-data.tsx';
import { choiceProps, chosen, drawable } from './choice-props.ts';

withModalDialogs();

function opened(more: Partial<SeatChoiceProps> = {}) {
  const props = { ...choiceProps(smallMap), ...more };
  draw(<SeatChoiceArea {...props} />);
  return { ...props, pressed: () => vi.mocked(props.onToggle).mock.calls.flat() };
}
const best = (more: Partial<SeatChoiceProps['best']> = {}) => ({
  best: { ...choiceProps(smallMap).best, ...more },
});
const cell = (name: RegExp) => screen.getByRole('gridcell', { name });

describe('the best seats (§2.210)', () => {
  it('are asked for in a number from one to five, of the cheapest category or of one', () => {
    const { best } = opened();
    press('Carikan');
    press(...Array(5).fill('Tambah jumlah kursi'));
    enter('Kategori kursi', 'vip');
    press('Carikan');
    press(...Array(6).fill('Kurangi jumlah kursi'), 'Carikan');
    expect(vi.mocked(best.onFind).mock.calls).toEqual([
      [{ count: 1, categoryId: null }],
      [{ count: 5, categoryId: 'vip' }],
      [{ count: 1, categoryId: 'vip' }],
    ]);
  });

  it('[§2.241] are asked for in the quantities chosen before, with the number of free seats', () => {
    const wishes = [
      { categoryId: 'vip', count: 3 },
      { categoryId: 'festival', count: 900 },
      { categoryId: 'lain', count: 1 },
    ];
    const asked = opened(best({ wishes }));
    reads(/^Pilihan Anda: 3 × VIP, 900 × Festival \(tersisa \d+\)$/);
    press('Carikan');
    expect(asked.best.onFind).toHaveBeenCalledWith({ count: 3, categoryId: 'vip' });
  });

  it('are not offered while the flow would refuse the search, or of a sold-out category', () => {
    const [vip, festival] = smallMap.categories as [SeatCategory, SeatCategory];
    const categories = [{ ...vip, available_seats: 0 }, festival];
    const seatMap = drawable({ ...smallMap, categories });
    const asked = opened({ ...best({ canFind: () => false }), seatMap });
    press('Carikan');
    expect(asked.best.onFind).not.toHaveBeenCalled();
    expect(screen.getByRole('option', { name: 'VIP, Rp750.000' })).toBeDisabled();
    reads('Sold Out');
  });
});

describe('places for wheelchairs, and seats left alone (§2.222, §2.211)', () => {
  /** One row 10 in section 'Balkon': five seats, then a place for a wheelchair and one for a companion. */
  const balcony = (seats: readonly string[] = []) =>
    opened({
      seatMap: planned(
        Array.from({ length: 7 }, (_, at) =>
          placed(
            ['Balkon', '10', String(at + 1)],
            [1, at + 1],
            [at * 10, 0],
            at < 5 ? {} : { access: at === 5 ? 'wheelchair' : 'companion' },
          ),
        ),
      ),
      seats: seats.map((seatNumber) => ({ ...chosen, seatNumber })),
    });
  const note = /^Tempat ini disediakan bagi pengguna kursi roda/;

  it('are found with a companion, without explaining the place again', () => {
    const { pressed } = balcony();
    press('Butuh tempat kursi roda?', 'Carikan tempat');
    expect(pressed()).toEqual(['Balkon-10-6', 'Balkon-10-7']);
    fireEvent.click(cell(/^Baris Balkon 10 kursi 6, VIP, Kursi roda, /));
    lacks(note);
  });

  it('explain a marked place at its first press, and do not block it', () => {
    const { pressed } = balcony();
    fireEvent.click(cell(/kursi 6,/));
    reads(note);
    fireEvent.click(cell(/kursi 7,/));
    lacks(note);
    expect(pressed()).toEqual(['Balkon-10-6', 'Balkon-10-7']);
  });

  it('warn of a seat left alone and shift the choice with one press', () => {
    const { pressed } = balcony(['Balkon-10-2']);
    reads(
      'Pilihan Anda menyisakan satu kursi sendirian: Baris Balkon 10 kursi 1.',
      'Baris Balkon 10 kursi 2',
    );
    press('Geser ke Baris Balkon 10 kursi 1');
    expect(pressed()).toEqual(['Balkon-10-2', 'Balkon-10-1']);
  });
});

describe('standing places', () => {
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
  const places = (count: number) => [
    { categoryId: 'lawn', categoryName: 'Festival', price: 150_000, count },
  ];
  const mapOf = (
    seats: Parameters<typeof seatmap>[0] = [],
    mine: Seatmap['mine_quantities'] = [],
  ) => {
    const map = seatmap(seats);
    const categories = seats.length === 0 ? [lawn] : [...map.categories, lawn];
    return drawable({ ...map, categories, mine: [], mine_quantities: mine });
  };

  it('alone have no map, but plus, minus and the few that are left', () => {
    const { onQuantity } = opened({ seatMap: mapOf() });
    lacks({ grid: /./ }, 'Kategori kursi');
    reads('Sisa 4 tempat');
    press('Kurangi Festival');
    expect(onQuantity).not.toHaveBeenCalled();
    press('Tambah Festival');
    expect(onQuantity).toHaveBeenCalledExactlyOnceWith('lawn', 1);
  });

  it('count with the seats, are named without a number, and can be taken out', () => {
    const { onQuantity } = opened({
      seatMap: mapOf([seat('A-1', 1, 1), seat('A-2', 1, 2)]),
      quantities: places(4),
      seats: [chosen],
    });
    reads({ grid: /./ });
    const panel = within(screen.getByRole('region', { name: 'Kursi Anda' }));
    for (const words of ['4 × Festival', 'Berdiri', /5\D+5/]) panel.getByText(words);
    press('Tambah Festival');
    expect(onQuantity).not.toHaveBeenCalled();
    fireEvent.click(panel.getByRole('button', { name: 'Hapus Festival' }));
    press('Kurangi Festival');
    expect(vi.mocked(onQuantity).mock.calls).toEqual([
      ['lawn', 0],
      ['lawn', 3],
    ]);
  });

  it('say how many are left of what somebody else took', () => {
    opened({
      seatMap: mapOf(),
      quantities: places(1),
      lostPlaces: [
        { categoryId: 'lawn', categoryName: 'Festival', left: 1 },
        { categoryId: 'balcony', categoryName: 'Balkon', left: 0 },
      ],
      error: { sentence: 'Tempat berdiri yang tersisa tidak cukup.', code: 'placesTaken' },
    });
    for (const alert of [
      'Tempat berdiri yang tersisa tidak cukup.',
      'Festival: tersisa 1 tempat.',
      'Balkon: sudah habis.',
    ]) {
      reads({ alert });
    }
  });

  it('are restored as far as they are left beside the seats, own ones included', () => {
    const wish = [{ categoryId: 'lawn', count: 5 }];
    const held = mapOf([], [{ category: 'lawn', count: 1 }]);
    expect(offeredQuantities(mapOf(), wish, 0)).toEqual(places(4));
    expect(offeredQuantities(held, wish, 0)).toEqual(places(5));
    expect(offeredQuantities(mapOf(), wish, 3)).toEqual(places(2));
    expect(offeredQuantities(mapOf(), [{ categoryId: 'vip', count: 1 }], 0)).toEqual([]);
  });
});
