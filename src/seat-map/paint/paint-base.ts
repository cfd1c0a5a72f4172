import { shownStatuses, stageCell } from '../hall/hall-codes.ts';
import { categoryColours, isDimmed, type Scene } from '../scene.ts';
import { type Extent, margin } from '../view.ts';
import { type Colour, cssOf, mixed, pixelOf } from './colour.ts';

/** Pixels of the picture of a whole hall, about; and of one cell in it, at most. */
const mostPixels = 2_000_000;
const mostScale = 4;
/** Pixels a cell from which seats stand apart. */
const gapScale = 3;

/** Pixels a cell in the picture of the whole hall. */
export function baseScale({ lines, columns }: Extent): number {
  const cells = (lines + 2 * margin) * (columns + 2 * margin);
  return Math.min(mostScale, Math.max(1, Math.floor(Math.sqrt(mostPixels / cells))));
}

/** A seat from afar: what can be chosen is dark, what cannot is pale, whatever the colours. */
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
        return mixed(palette.line, 0.3, palette.surface);
    }
  })();
  return isDimmed(scene, index) ? mixed(dot, 0.22, palette.surface) : dot;
}

/** Draws the whole hall into the pixels of a picture of `(columns + 2) * scale` by `(lines + 2) * scale`. */
export function paintBase(pixels: Uint32Array, scene: Scene, scale: number): void {
  const { lines, columns, cells, look } = scene;
  const width = (columns + 2 * margin) * scale;
  const night = pixelOf(look.palette.night);
  const filled = scale >= gapScale ? scale - 1 : scale;
  // A hall has few faces: each is worked out once.
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

/** Draws single seats of that picture anew. */
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
