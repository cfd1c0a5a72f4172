import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { codeOf, type SeatMapData } from '../../../src/seat-map/data/seat-map-data.ts';
import { SeatMap, type SeatMapProps } from '../../../src/seat-map/seat-map.tsx';
import { arcs, planned, smallSeatMap, twoSections } from './seat-maps.ts';

const none: ReadonlySet<number> = new Set();

function opened(seatMap: SeatMapData, over: Partial<SeatMapProps> = {}) {
  const onPress = vi.fn();
  const element = (more: Partial<SeatMapProps> = {}) => (
    <SeatMap
      seatMap={seatMap}
      version={1}
      selected={none}
      isClosed={false}
      isFrozen={false}
      onPress={onPress}
      {...over}
      {...more}
    />
  );
  const { rerender } = render(element());
  return { onPress, again: (more: Partial<SeatMapProps>) => rerender(element(more)) };
}

const cells = () => screen.getAllByRole('gridcell');
const cell = (name: RegExp) => screen.getByRole('gridcell', { name });
const focused = () => document.activeElement?.getAttribute('data-seat');
const size = () => screen.getByLabelText('Ukuran denah').textContent;

describe('a small map', () => {
  it('renders all its seats in a grid, each in its row and column', () => {
    opened(smallSeatMap());
    const grid = screen.getByRole('grid', { name: 'Denah kursi' });
    expect(grid).toHaveAttribute('aria-rowcount', '2');
    expect(grid).toHaveAttribute('aria-colcount', '6');
    const rows = within(grid).getAllByRole('row');
    expect(rows.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '2']);
    const heads = within(grid).getAllByRole('rowheader');
    expect(heads.map((head) => head.textContent)).toEqual(['A', 'B']);
    expect(cells().map((each) => each.getAttribute('aria-colindex'))).toEqual([
      ...['2', '3', '5', '6'],
      ...['3', '5', '6'],
    ]);
  });

  it('renders changes only with a new version', () => {
    const seatMap = smallSeatMap();
    const { again } = opened(seatMap);
    seatMap.status[0] = codeOf('booked');
    again({ version: 2 });
    expect(cell(/^Baris A kursi 1,/)).toHaveAccessibleName(/sudah dipesan$/);
    again({ version: 2, selected: new Set([4]) });
    expect(cell(/^Baris B kursi 1,/)).toHaveAttribute('aria-selected', 'true');
  });

  it('reports presses of every seat, also taken and frozen ones', async () => {
    const { onPress, again } = opened(smallSeatMap());
    await userEvent.click(cell(/^Baris A kursi 2,/));
    again({ isFrozen: true });
    await userEvent.click(cell(/^Baris A kursi 1,/));
    expect(onPress.mock.calls).toEqual([[1], [0]]);
    expect(cells().every((each) => each.getAttribute('aria-disabled') === 'true')).toBe(true);
  });

  it('keeps zoom and focus when seats change and when the same map is read again', async () => {
    const seatMap = smallSeatMap();
    const { again } = opened(seatMap);
    fireEvent.click(screen.getByRole('button', { name: 'Perbesar' }));
    act(() => cell(/^Baris B kursi 2,/).focus());
    await userEvent.keyboard('{ArrowRight}');
    expect([size(), focused()]).toEqual(['120%', 'B-3']);
    seatMap.status[0] = codeOf('sold');
    again({ seatMap: { ...seatMap }, version: 2 });
    expect([size(), focused()]).toEqual(['120%', 'B-3']);
  });

  it('is zoomed by plus, minus and zero, and n goes to the next free seat', async () => {
    opened(smallSeatMap());
    act(() => cell(/^Baris A kursi 1,/).focus());
    await userEvent.keyboard('++-');
    expect(size()).toBe('120%');
    await userEvent.keyboard('0n');
    expect([size(), focused()]).toEqual(['100%', 'B-1']);
  });
});

describe('a large map', () => {
  it('renders only the seats around the focused one, and follows it to other rows and sections', async () => {
    opened(twoSections(20, 40));
    const grid = screen.getByRole('grid');
    expect(grid).toHaveAttribute('aria-rowcount', '20');
    expect(grid).toHaveAttribute('aria-colcount', '83');
    expect(cells()).toHaveLength(14);
    expect(cells().filter((each) => each.tabIndex === 0)).toHaveLength(1);
    act(() => cell(/^Baris U01 A kursi 1,/).focus());
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('U01-B-1');
    expect(screen.getByRole('row')).toHaveAttribute('aria-rowindex', '2');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('U02-B-40');
    expect(cells()).toHaveLength(14);
    act(() => cell(/^Baris U02 B kursi 28,/).focus());
    expect(cells()).toHaveLength(26);
    await userEvent.keyboard('{ArrowLeft}{PageDown}');
    expect(focused()).toBe('U02-L-27');
    expect(cells()).toHaveLength(27);
  });

  it('is shown whole at first, zooms in on a focused seat, and selects by keyboard', async () => {
    const { onPress } = opened(twoSections(20, 80));
    expect(size()).toBe('8%');
    act(() => cell(/^Baris U01 A kursi 1,/).focus());
    await userEvent.keyboard('{ArrowRight} ');
    expect(onPress.mock.calls).toEqual([[1]]);
    expect(size()).toBe('80%');
  });
});

describe('a plan', () => {
  it('moves the tab stop to a chosen section, and says none once moved to a requested seat', async () => {
    const { again } = opened(planned(arcs(2, 3)));
    await userEvent.selectOptions(screen.getByLabelText('Tampilkan blok'), 'Kanan');
    await userEvent.tab();
    while (document.activeElement?.getAttribute('role') !== 'gridcell') await userEvent.tab();
    expect(focused()).toBe('Kanan-1-1');
    expect(screen.getByLabelText('Tampilkan blok')).toHaveValue('Kanan');
    await userEvent.keyboard('s');
    expect(focused()).toBe('Kiri-1-1');
    again({ reveal: { index: 0, at: 1 } });
    expect(screen.getByLabelText('Tampilkan blok')).toHaveValue('');
  });
});
