import { act, fireEvent, render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { MapView, Seen } from '../../../src/seat-map/map-view.ts';
import { MiniMap } from '../../../src/seat-map/mini-map.tsx';
import { contentSize } from '../../../src/seat-map/view.ts';
import { rectangle } from './seat-maps.ts';

// 40 by 20 cells with the margin: 2.1 px each in the picture of 84 by 44.
const seatMap = rectangle(18, 38);
const box = { width: 200, height: 100 };

function draw(start: Partial<Seen>) {
  let seen: Seen = { cell: 20, left: 0, top: 0, box, settledCell: 20, ...start };
  const listeners = new Set<() => void>();
  const centre = vi.fn();
  const view = {
    get seen() {
      return seen;
    },
    centre,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  } as Partial<MapView> as MapView;
  const copyTo = vi.fn();
  const layers = { current: { copyTo, show: vi.fn(), look: vi.fn(), stop: vi.fn() } };
  const { container, unmount } = render(
    <MiniMap {...{ seatMap, version: 0, selected: new Set<number>(), view, layers }} />,
  );
  const picture = container.firstElementChild as HTMLElement;
  const frame = picture.querySelector('span') as HTMLElement;
  const move = (change: Partial<Seen>) =>
    act(() => {
      seen = { ...seen, ...change };
      for (const listener of listeners) listener();
    });
  const framed = () => {
    const { left, top, width, height } = frame.style;
    return [left, top, width, height].map((size) => Math.round(Number.parseFloat(size)));
  };
  return { picture, framed, move, centre, copyTo, listeners, unmount };
}

describe('the mini-map', () => {
  it('is absent while the whole map is seen, and appears with a drawn picture for a part', () => {
    const cell = 5;
    const { picture, move, copyTo } = draw({ cell, box: contentSize(seatMap, cell) });
    expect(picture.hidden).toBe(true);
    expect(copyTo).not.toHaveBeenCalled();
    move({ cell: 20 });
    expect(picture.hidden).toBe(false);
    expect(copyTo).toHaveBeenCalledTimes(1);
  });

  it('frames the visible part', () => {
    const { framed, move } = draw({});
    expect(framed()).toEqual([0, 0, 21, 11]);
    move({ left: 400, top: 200 });
    expect(framed()).toEqual([42, 21, 21, 11]);
  });

  it('moves to a pressed place', () => {
    const { picture, centre } = draw({});
    fireEvent.click(picture, { clientX: 42, clientY: 21 });
    const [line, column] = centre.mock.calls[0] ?? [];
    expect(line).toBeCloseTo(9);
    expect(column).toBeCloseTo(19);
  });
});
