import type { SeatMapData } from '../../../../src/seat-map/data/seat-map-data.ts';

/** One way of rendering a seat map, controlled by the bench. */
export interface Drawing {
  /** Updates the seat map after some seats changed. */
  change(indexes: readonly number[]): void;
  /** Pans by pixels. */
  pan(x: number, y: number): void;
  /** Zooms by a thirty-third, in or out, around the centre. */
  zoom(direction: 1 | -1): void;
}

/** Renders a seat map for the first time. */
export type StartDrawing = (host: HTMLElement, seatMap: SeatMapData) => Drawing;

/** Pixels of a cell, and of the seat in it, in the renderings for comparison. */
export const cellSize = 24;
export const seatSize = 20;
/** Size of the window. */
export const windowSize = { width: 900, height: 600 } as const;

/** Pan and zoom of a map: the corner in pixels, and the scale. It starts with the whole seat map in the window. */
export function movable(seatMap: SeatMapData, show: (x: number, y: number, scale: number) => void) {
  const { width, height } = windowSize;
  let scale = Math.min(
    1,
    width / (seatMap.columns * cellSize),
    height / (seatMap.lines * cellSize),
  );
  let x = 0;
  let y = 0;
  show(x, y, scale);
  return {
    pan(right: number, down: number) {
      x -= right;
      y -= down;
      show(x, y, scale);
    },
    zoom(direction: 1 | -1) {
      const next = scale * (direction === 1 ? 1.03 : 1 / 1.03);
      x = width / 2 - ((width / 2 - x) * next) / scale;
      y = height / 2 - ((height / 2 - y) * next) / scale;
      scale = next;
      show(x, y, scale);
    },
  };
}
