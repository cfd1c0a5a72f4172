// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { indexOf, numberOf, type SeatMapData } from '../../../src/seat-map/data/seat-map-data.ts';
import { seatAfterKey, seatLinesOf } from '../../../src/seat-map/seat-lines.ts';
import { rectangle, smallSeatMap } from './seat-maps.ts';

/** The number of the seat that a key leads to; null if it moves nowhere. */
function leadsTo(seatMap: SeatMapData, from: string, key: string, ctrlKey = false): string | null {
  const pressed = { key, ctrlKey, metaKey: false };
  const next = seatAfterKey(seatMap, seatLinesOf(seatMap), indexOf(seatMap, from), pressed);
  return next === null ? null : numberOf(seatMap, next);
}

describe('a key (§2.220)', () => {
  it.each([
    ['A-2', 'ArrowRight', false, 'A-3'],
    ['A-2', 'ArrowLeft', false, 'A-1'],
    ['A-1', 'ArrowLeft', false, 'A-1'],
    ['A-4', 'ArrowRight', false, 'A-4'],
    ['A-2', 'ArrowDown', false, 'B-1'],
    ['B-2', 'ArrowUp', false, 'A-3'],
    ['B-3', 'ArrowDown', false, 'B-3'],
    ['A-1', 'ArrowUp', false, 'A-1'],
    ['B-2', 'Home', false, 'B-1'],
    ['B-2', 'End', false, 'B-3'],
    ['B-2', 'Home', true, 'A-1'],
    ['A-1', 'End', true, 'B-3'],
    ['A-1', 'PageDown', false, 'B-1'],
    ['B-3', 'PageUp', false, 'A-4'],
    // Only A-1 and B-1 of the seven are available.
    ['A-1', 'n', false, 'B-1'],
    ['B-1', 'n', false, 'A-1'],
    ['B-3', 'N', false, 'B-1'],
  ])('from %s, %s (with Ctrl: %s) leads to %s', (from, key, ctrlKey, to) => {
    expect(leadsTo(smallSeatMap(), from, key, ctrlKey)).toBe(to);
  });

  // n with Ctrl is the browser's.
  it.each(['a', 'Tab', 'Escape', 'F5', 'Ctrl n'])('%s moves nowhere', (pressed) => {
    const [key = '', ctrl] = pressed.split(' ').reverse();
    expect(leadsTo(smallSeatMap(), 'A-1', key, ctrl !== undefined)).toBeNull();
  });

  it('Page Down and Page Up skip ten lines', () => {
    const seatMap = rectangle(26, 4);
    expect(leadsTo(seatMap, 'C-3', 'PageDown')).toBe('M-3');
    expect(leadsTo(seatMap, 'M-3', 'PageUp')).toBe('C-3');
    expect(leadsTo(seatMap, 'X-3', 'PageDown')).toBe('Z-3');
  });
});
