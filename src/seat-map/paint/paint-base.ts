import { shownStatuses, stageCell } from '../data/codes.ts';
import { categoryColours, isDimmed, type Scene } from '../scene.ts';
import { type Extent, margin } from '../view.ts';
import { type Colour, cssOf, mix, pixelOf } from './colour.ts';

/** Approximate pixels of the overview picture, and maximum pixels per cell in it: those of a plan are not whole cells apart. */
const maxPixels = 2_000_000;
const mostScale = { grid: 4, plan: 8 } as const;
/** Pixels per cell from which seats have a gap. */
const gapScale = 3;

/** Returns the pixels per cell of the overview picture. */
export function baseScale({ lines, columns }: Extent, kind: 'grid' | 'plan' = 'grid'): number {
  const cells = (lines + 2 * margin) * (columns + 2 * margin);
  return Math.min(mostScale[kind], Math.max(1, Math.floor(Math.sqrt(maxPixels / cells))));
}

/** Colour of a seat in the overview: free seats are dark, others pale, in any category's colour. */
export function dotOf(scene: Scene, index: number): Colour {
  const { palette } = scene.look;
  const { colours } = categoryColours(scene, index);
  const dot = (() => {
    switch (shownStatuses[scene.shown[index] ?? 0]) {
      case 'available':
        return colours.edge;
      case 'selected':
        return palette.chosen;
      default:
        return mix(palette.line, 0.3, palette.surface);
    }
  })();
  return isDimmed(scene, index) ? mix(dot, 0.22, palette.surface) : dot;
}

/** Pixel of a cell's edge in the overview picture. */
const edge = (cell: number, scale: number) => Math.round((cell + margin) * scale);

/** Draws the whole map into a picture of `(columns + 2) * scale` by `(lines + 2) * scale` pixels. */
export function paintBase(pixels: Uint32Array, scene: Scene, scale: number): void {
  const { columns, cells, x, y, shown, category, look } = scene;
  const width = (columns + 2 * margin) * scale;
  const filled = scale >= gapScale ? scale - 1 : scale;
  const fill = (pixel: number, across: number, down: number, side: number) => {
    let start = edge(down, scale) * width + edge(across, scale);
    for (let row = 0; row < side; row += 1) {
      pixels.fill(pixel, start, start + side);
      start += width;
    }
  };
  const night = pixelOf(look.palette.night);
  for (let cell = cells.indexOf(stageCell); cell >= 0; ) {
    fill(night, cell % columns, Math.floor(cell / columns), scale);
    cell = cells.indexOf(stageCell, cell + 1);
  }
  // Few colours exist, so each is computed once.
  const known = new Map<number, number>();
  for (let index = 0; index < shown.length; index += 1) {
    const face = (shown[index] ?? 0) * 256 + (category[index] ?? 0);
    const pixel = known.get(face) ?? pixelOf(dotOf(scene, index));
    known.set(face, pixel);
    fill(pixel, x[index] ?? 0, y[index] ?? 0, filled);
  }
}

/** Redraws single seats of that picture. */
export function paintDots(
  brush: CanvasRenderingContext2D,
  scene: Scene,
  scale: number,
  indexes: Iterable<number>,
): void {
  const side = scale >= gapScale ? scale - 1 : scale;
  for (const index of indexes) {
    brush.fillStyle = cssOf(dotOf(scene, index));
    brush.fillRect(edge(scene.x[index] ?? 0, scale), edge(scene.y[index] ?? 0, scale), side, side);
  }
}
