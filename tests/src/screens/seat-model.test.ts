// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { seatStatuses } from '../../../contract/seatmap.ts';
import {
  isAlmostFull,
  maxDrawnSeats,
  neighbour,
  partsOf,
  rowLabel,
  safeColour,
  seatName,
  shownStatus,
} from '../../../src/screens/seats/seat-model.ts';
import { hall, seat, seatmap } from './purchase-data.tsx';

describe('a seat number', () => {
  it.each([
    ['B-12', { section: '', row: 'B', number: '12' }],
    ['B12', { section: '', row: 'B', number: '12' }],
    ['U01-AA-3', { section: 'U01', row: 'AA', number: '3' }],
    ['kursi', { section: '', row: '7', number: 'kursi' }],
  ])('%s is taken apart', (number, name) => {
    expect(seatName(number, 7)).toEqual(name);
  });

  it('is read with its section', () => {
    expect(rowLabel(seatName('U01-A-3'))).toBe('U01 A');
    expect(rowLabel(seatName('A-3'))).toBe('A');
  });
});

describe('a status', () => {
  it('has words of its own; only a chosen seat is shown as chosen', () => {
    expect(seatStatuses.map((status) => shownStatus(status, false))).toEqual([
      'available',
      'booked',
      'sold',
      'in_transaction',
      'reserved',
      'almost',
      'unknown',
    ]);
    expect(shownStatus('available', true)).toBe('selected');
  });
});

describe('almost full', () => {
  const category = { ...hall.categories[0], max_capacity: 100 } as (typeof hall.categories)[0];

  it('is 5 or fewer on a phone and a tenth on a desktop', () => {
    const withLeft = (left: number) => ({ ...category, available_seats: left });
    expect(isAlmostFull(withLeft(5), false)).toBe(true);
    expect(isAlmostFull(withLeft(6), false)).toBe(false);
    expect(isAlmostFull(withLeft(10), true)).toBe(true);
    expect(isAlmostFull(withLeft(11), true)).toBe(false);
    expect(isAlmostFull(withLeft(0), true)).toBe(false);
  });
});

describe('the parts of a map', () => {
  it('are one for a small hall, with its lines in order and the stage in them', () => {
    const [part, ...rest] = partsOf(hall);
    expect(rest).toEqual([]);
    expect(part?.rows.map((row) => [row.line, row.label, row.seats.length])).toEqual([
      [1, '', 0],
      [3, 'A', 4],
      [4, 'B', 3],
    ]);
    expect(part).toMatchObject({ seatCount: 7, available: 2, firstColumn: 1, columns: 5 });
  });

  it('are the sections of a stadium', () => {
    const seats = Array.from({ length: 4 }, (_, section) =>
      Array.from({ length: 500 }, (_, at) =>
        seat(`U0${section}-A-${at + 1}`, section * 2 + 1, at + 1),
      ),
    ).flat();
    const parts = partsOf(seatmap(seats));
    expect(parts.map((part) => [part.label, part.seatCount])).toEqual([
      ['U00', 500],
      ['U01', 500],
      ['U02', 500],
      ['U03', 500],
    ]);
  });

  it('are as many rows as may be drawn where a large hall has no sections', () => {
    const seats = Array.from({ length: 4 }, (_, row) =>
      Array.from({ length: 700 }, (_, at) =>
        seat(`${'ABCD'.charAt(row)}-${at + 1}`, row + 1, at + 1),
      ),
    ).flat();
    const parts = partsOf(seatmap(seats));
    expect(parts.map((part) => [part.label, part.seatCount])).toEqual([
      ['A–B', 1400],
      ['C–D', 1400],
    ]);
    expect(Math.max(...parts.map((part) => part.seatCount))).toBeLessThanOrEqual(maxDrawnSeats);
  });
});

describe('an arrow', () => {
  const part = partsOf(hall)[0];

  it.each([
    ['A-2', 'ArrowRight', false, 'A-3'],
    ['A-2', 'ArrowLeft', false, 'A-1'],
    ['A-1', 'ArrowLeft', false, undefined],
    ['A-2', 'ArrowDown', false, 'B-1'],
    ['B-2', 'ArrowUp', false, 'A-3'],
    ['B-3', 'ArrowDown', false, undefined],
    ['B-2', 'Home', false, 'B-1'],
    ['B-2', 'End', false, 'B-3'],
    ['B-2', 'Home', true, 'A-1'],
    ['A-1', 'End', true, 'B-3'],
  ])('from %s with %s (whole map: %s) leads to %s', (from, key, isWhole, to) => {
    if (part === undefined) throw new Error('The hall has no part.');
    expect(neighbour(part, from, key, isWhole)?.seat.seat_number).toBe(to);
  });
});

describe('a colour of the server', () => {
  it('is used only if it is one', () => {
    expect(safeColour('#c2410c')).toBe('#c2410c');
    expect(safeColour('url(https://evil.example)')).toBe('var(--color-line-strong)');
    expect(safeColour(undefined)).toBe('var(--color-line-strong)');
  });
});
