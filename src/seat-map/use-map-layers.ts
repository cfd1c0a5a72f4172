import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { SeatMapData } from './data/seat-map-data.ts';
import { createMapLayers, type MapLayers } from './map-layers.ts';
import type { MapView } from './map-view.ts';
import { readPalette, watchPalette } from './paint/palette.ts';
import { shownCodesOf } from './seat-look.ts';

/** Inputs of the drawing. */
interface Drawn {
  readonly seatMap: SeatMapData;
  /** Number of changes of the map. */
  readonly version: number;
  readonly selected: ReadonlySet<number>;
  /** The highlighted category; null for all. */
  readonly highlight: string | null;
  /** The drawing includes the names of rows and sections. */
  readonly hasNames: boolean;
}

function lookOf(host: HTMLElement, { seatMap, highlight }: Drawn) {
  return {
    palette: readPalette(host, seatMap.categories),
    highlight: seatMap.categories.findIndex(({ id }) => id === highlight),
  };
}

/** Draws a map into an element once its viewport has a size, and redraws changes; returns the layers, null before. */
export function useMapLayers(
  host: RefObject<HTMLDivElement | null>,
  view: MapView,
  drawn: Drawn,
): RefObject<MapLayers | null> {
  const layers = useRef<MapLayers | null>(null);
  const latest = useRef(drawn);
  latest.current = drawn;

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const start = () => {
      if (layers.current !== null || view.seen.box.width === 0) return;
      const { seatMap, selected, hasNames } = latest.current;
      layers.current = createMapLayers(element, seatMap, view, {
        shown: shownCodesOf(seatMap, selected),
        look: lookOf(element, latest.current),
        hasNames,
      });
    };
    start();
    const unsubscribe = view.subscribe(start);
    const unwatch = watchPalette(() => layers.current?.look(lookOf(element, latest.current)));
    return () => {
      unsubscribe();
      unwatch();
      layers.current?.stop();
      layers.current = null;
    };
  }, [host, view]);

  const { seatMap, version, selected, highlight } = drawn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: statuses are updated in place, and `version` signals it.
  useLayoutEffect(() => {
    layers.current?.show(shownCodesOf(seatMap, selected));
  }, [seatMap, version, selected]);
  const shownHighlight = useRef(highlight);
  useEffect(() => {
    if (shownHighlight.current === highlight || host.current === null) return;
    shownHighlight.current = highlight;
    layers.current?.look(lookOf(host.current, latest.current));
  }, [highlight, host]);
  return layers;
}
