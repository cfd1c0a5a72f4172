import { shownStatuses, stageCell } from '../data/codes.ts';
import { categoryColours, isDimmed, type Scene } from '../scene.ts';
import { type Extent, margin } from '../view.ts';
import { type Colour, cssOf, mix, pixelOf } from './colour.ts';

/** Approximate pixels of the overview picture, and maximum pixels per cell in it. */
const maxPixels = 2_000_000;
const mostScale = 4;
/** Pixels per cell from which seats have a gap. */
const gapScale = 3;

/** Returns the pixels per cell of the overview picture. */
export function baseScale({ lines, columns }: Extent): number {
  const cells = (lines + 2 * margin) * (columns + 2 * margin);
  return Math.min(mostScale, Math.max(1, Math.floor(Math.sqrt(maxPixels / cells))));
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

/** Draws the whole map into a picture of `(columns + 2) * scale` by `(lines + 2) * scale` pixels. */
export function paintBase(pixels: Uint32Array, scene: Scene, scale: number): void {
  const { lines, columns, cells, look } = scene;
  const width = (columns + 2 * margin) * scale;
  const night = pixelOf(look.palette.night);
  const filled = scale >= gapScale ? scale - 1 : scale;
  // Few colours exist, so each is computed once.
  const known = new Map<number, number>();
  for (let line = 0; line < lines; line += 1) {
    for (let column = 0; column < columns; column += 1) {
      const cell = cells[line * columns + column] ?? -1;
      if (cell < 0 && cell !== stageCell) continue;
      let pixel = night;
      if (cell >= 0) {
        const face = (scene.shown[cell] ?? 0) * 256 + (scene.category[cell] ?? 0);
        pixel = known.get(face) ?? pixelOf(dotOf(scene, cell));
        known.set(face, pixel);
      }
      const side = cell === stageCell ? scale : filled;
      let start = (line + margin) * scale * width + (column + margin) * scale;
      for (let row = 0; row < side; row += 1) {
        pixels.fill(pixel, start, start + side);
        start += width;
      }
    }
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
    const x = ((scene.columnOf[index] ?? 0) + margin) * scale;
    brush.fillRect(x, ((scene.lineOf[index] ?? 0) + margin) * scale, side, side);
  }
}
