import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { SeatMapData } from '../../../../src/seat-map/data/seat-map-data.ts';
import { SeatMap } from '../../../../src/seat-map/seat-map.tsx';
import '../../../../src/ui/base.css';
import '../../../../src/ui/tokens.css';
import type { StartDrawing } from './drawing.ts';

const none: ReadonlySet<number> = new Set();
const nothing = () => undefined;
/** Wheel pixels with Ctrl for a thirty-third of the smallest zoom. */
const wheelPixels = 6;

/** The product's seat map data, as far as the map reads it. */
function kept(seatMap: SeatMapData) {
  let reading = { seatMap, version: 0 };
  const listeners = new Set<() => void>();
  return {
    read: () => reading,
    subscribe: (tell: () => void) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    changed: () => {
      reading = { seatMap: { ...seatMap }, version: reading.version + 1 };
      for (const tell of listeners) tell();
    },
  };
}

function Page({ store }: { readonly store: ReturnType<typeof kept> }) {
  const reading = useSyncExternalStore(store.subscribe, store.read);
  return (
    <SeatMap {...reading} selected={none} isClosed={false} isFrozen={false} onPress={nothing} />
  );
}

/** The seat map of the seats page with its grid, its buttons and its legend. */
export const startOurs: StartDrawing = (host, seatMap) => {
  const store = kept(seatMap);
  flushSync(() => createRoot(host).render(<Page store={store} />));
  const viewport = [...host.querySelectorAll('div')].find(
    (element) => getComputedStyle(element).overflowY === 'auto',
  );
  if (viewport === undefined) throw new Error('The map has no window.');
  const box = viewport.getBoundingClientRect();
  return {
    change: () => store.changed(),
    pan: (x, y) => viewport.scrollBy(x, y),
    zoom: (direction) =>
      viewport.dispatchEvent(
        new WheelEvent('wheel', {
          deltaY: -wheelPixels * direction,
          ctrlKey: true,
          cancelable: true,
          bubbles: true,
          clientX: box.left + box.width / 2,
          clientY: box.top + box.height / 2,
        }),
      ),
  };
};
