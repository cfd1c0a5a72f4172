// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createMapView, type MapElements } from '../../../src/seat-map/map-view.ts';
import { margin } from '../../../src/seat-map/view.ts';

let measured: (() => void) | undefined;
class Observer {
  constructor(measure: () => void) {
    measured = measure;
  }
  observe() {}
  disconnect() {}
}
beforeEach(() => void vi.stubGlobal('ResizeObserver', Observer));

/** A map of 40 lines in a viewport whose height a message can change. */
function open(height: number) {
  vi.useFakeTimers();
  let scrolled: () => void = () => undefined;
  const viewport = {
    clientWidth: 360,
    clientHeight: height,
    scrollLeft: 0,
    scrollTop: 0,
    addEventListener: (_: string, listener: () => void) => {
      scrolled = listener;
    },
    removeEventListener: () => undefined,
  };
  const part = () => ({ style: { setProperty: () => undefined }, dataset: {} });
  const view = createMapView({ lines: 40, columns: 20 });
  view.attach({ viewport, sheet: part(), world: part() } as unknown as MapElements);
  view.zoomTo(40);
  return {
    view,
    resize: (to: number) => {
      viewport.clientHeight = to;
      measured?.();
    },
    scrollTo: (top: number) => {
      viewport.scrollTop = top;
      scrolled();
    },
    isSeen: (line: number) => {
      const { top, cell, box } = view.seen;
      const from = (line + margin) * cell;
      return from >= top && from + cell <= top + box.height;
    },
  };
}

describe('a seat that was shown', () => {
  it('stays in view when a message makes the map lower', () => {
    const map = open(420);
    map.view.reveal(30, 10, true);
    expect(map.isSeen(30)).toBe(true);
    map.resize(200);
    expect(map.isSeen(30)).toBe(true);
  });

  it('lets go once the map is moved', () => {
    const map = open(420);
    map.view.reveal(30, 10, true);
    map.scrollTo(0);
    map.resize(200);
    expect(map.isSeen(30)).toBe(false);
  });
});
