// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Seat } from '../../../../contract/seatmap.ts';
import { SeatChoiceArea } from '../../../../src/screens/seats/seat-choice.tsx';
import { placed, planned } from '../../seat-map/seat-maps.ts';
import { withModalDialogs } from '../modal-dialogs.ts';
import { draw } from '../purchase-data.tsx';

withModalDialogs();

/** One row 10 in section 'Balkon': five seats, then a place for a wheelchair and one for a companion. */
const seatMap = planned(
  Array.from({ length: 7 }, (_, at) => {
    const access: Partial<Seat> =
      at === 5 ? { access: 'wheelchair' } : at === 6 ? { access: 'companion' } : {};
    return placed(['Balkon', '10', String(at + 1)], [1, at + 1], [at * 10, 0], access);
  }),
);

function opened(chosen: readonly string[] = []) {
  const onToggle = vi.fn((_number: string) => true);
  draw(
    <SeatChoiceArea
      seatMap={seatMap}
      version={1}
      event={null}
      seats={chosen.map((seatNumber) => ({
        seatNumber,
        row: '1',
        column: 1,
        status: 'available',
        categoryId: 'vip',
        categoryName: 'VIP',
        price: 750_000,
      }))}
      quantities={[]}
      lostPlaces={[]}
      onQuantity={vi.fn(() => true)}
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
      onToggle={onToggle}
      onTakeOffer={vi.fn()}
      onClear={vi.fn()}
      onContinue={vi.fn()}
    />,
  );
  return { pressed: () => onToggle.mock.calls.map(([number]) => number) };
}

const note = /^Tempat ini disediakan bagi pengguna kursi roda/;
const cell = (name: RegExp) => screen.getByRole('gridcell', { name });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

it('finds a place for a wheelchair with its companion, without explaining it again', () => {
  const { pressed } = opened();
  press('Butuh tempat kursi roda?');
  press('Carikan tempat');
  expect(pressed()).toEqual(['Balkon-10-6', 'Balkon-10-7']);
  fireEvent.click(cell(/^Baris Balkon 10 kursi 6, VIP, Kursi roda, /));
  expect(screen.queryByText(note)).not.toBeInTheDocument();
});

it('says when no place has so many companions', () => {
  const { pressed } = opened();
  press('Butuh tempat kursi roda?');
  fireEvent.change(screen.getByLabelText('Jumlah pendamping'), { target: { value: '2' } });
  press('Carikan tempat');
  expect(pressed()).toEqual([]);
  expect(
    screen.getByText('Tidak ada lagi tempat kursi roda dengan 2 tempat pendamping.'),
  ).toHaveAttribute('role', 'status');
});

it('explains a marked place at its first press, and does not block it', () => {
  const { pressed } = opened();
  fireEvent.click(cell(/kursi 6,/));
  expect(screen.getByText(note)).toBeVisible();
  fireEvent.click(cell(/kursi 7,/));
  expect(screen.queryByText(note)).not.toBeInTheDocument();
  expect(pressed()).toEqual(['Balkon-10-6', 'Balkon-10-7']);
});

it('warns of a seat left alone and shifts the choice with one press', () => {
  const { pressed } = opened(['Balkon-10-2']);
  expect(
    screen.getByText('Pilihan Anda menyisakan satu kursi sendirian: Baris Balkon 10 kursi 1.'),
  ).toBeVisible();
  expect(screen.getByText('Baris Balkon 10 kursi 2')).toBeVisible();
  press('Geser ke Baris Balkon 10 kursi 1');
  expect(pressed()).toEqual(['Balkon-10-2', 'Balkon-10-1']);
});
