import { shownStatuses, stageCell } from '../hall/hall-codes.ts';
import { categoryColours, isDimmed, type Scene } from '../scene.ts';
import { seatName } from '../seat-name.ts';
import { margin } from '../view.ts';
import { cssOf } from './colour.ts';
import { type Brush, faceOf, paintSeat } from './paint-seat.ts';

/** Device pixels of a tile's side. */
export const tileSize = 512;
/** Device pixels a cell needs for a seat to be more than a dot. */
export const detailScale = 8;
/** CSS pixels from which a seat carries its number, and a row its name. */
const numberedCell = 24;
const namedCell = 10;
/** Tallest letter of a name, in CSS pixels. */
const tallestLetter = 18;
/** How much is left of a seat that does not stand out. */
const dimShare = 0.22;

const available = shownStatuses.indexOf('available');
// The typeface of the page is not known to other threads, and both must draw the same.
const family = 'system-ui, sans-serif';

/** A square of the map: where it begins, in tiles, and how large the map is drawn. */
export interface Tile {
  readonly column: number;
  readonly line: number;
  /** Device pixels a cell. */
  readonly scale: number;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
}

type Stamp = OffscreenCanvas | HTMLCanvasElement;

/** A canvas of this thread or another. */
function blank(size: number): Stamp {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(size, size);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  return canvas;
}

/** Seats that look alike are drawn once and stamped. */
export interface Stamps {
  paint(brush: Brush, scene: Scene, index: number, x: number, y: number): void;
}

/** Stamps of one scale; made anew when the colours change. */
export function createStamps(scale: number): Stamps {
  const size = Math.max(1, Math.floor(scale));
  const kept = new Map<number, Stamp>();
  return {
    paint(brush, scene, index, x, y) {
      const code = scene.shown[index] ?? 0;
      const { place, colours } = categoryColours(scene, index);
      const key = code * 256 + place;
      let stamp = kept.get(key);
      if (stamp === undefined) {
        stamp = blank(size);
        const own = stamp.getContext('2d') as Brush | null;
        if (own !== null) paintSeat(own, faceOf(code, scene.look.palette, colours), 0, 0, size);
        kept.set(key, stamp);
      }
      const isDim = isDimmed(scene, index);
      if (isDim) brush.globalAlpha = dimShare;
      brush.drawImage(stamp, x, y);
      if (isDim) brush.globalAlpha = 1;
    },
  };
}

/** First and last cell of a line or column that a tile reaches. */
function span(tile: number, scale: number, count: number) {
  return {
    first: Math.max(0, Math.floor((tile * tileSize) / scale) - margin),
    last: Math.min(count - 1, Math.ceil(((tile + 1) * tileSize) / scale) - margin),
  };
}

const edge = (cell: number, scale: number, tile: number) =>
  Math.round((cell + margin) * scale) - tile * tileSize;

function paintNumber(brush: Brush, scene: Scene, index: number, x: number, y: number, tile: Tile) {
  const { scale, ratio } = tile;
  if (scale / ratio < numberedCell || scene.shown[index] !== available) return;
  const { numberText, numberEnds, look } = scene;
  const text = seatName(numberText.slice(numberEnds[index - 1] ?? 0, numberEnds[index])).number;
  // A name of another form may be long: as much of it as there is room for.
  const letter = scale * Math.min(0.34, 0.9 / text.length);
  brush.font = `700 ${letter}px ${family}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillStyle = cssOf(look.palette.ink);
  if (isDimmed(scene, index)) brush.globalAlpha = dimShare;
  brush.fillText(text, x + scale / 2, y + scale / 2);
  brush.globalAlpha = 1;
}

/** Draws a tile, a line at a step, so that a thread with other work can stop between. */
export function* paintTile(
  brush: Brush,
  scene: Scene,
  tile: Tile,
  stamps: Stamps,
): Generator<void, void> {
  const { scale, ratio } = tile;
  const { palette } = scene.look;
  brush.globalAlpha = 1;
  brush.fillStyle = cssOf(palette.surface);
  brush.fillRect(0, 0, tileSize, tileSize);
  const lines = span(tile.line, scale, scene.lines);
  const columns = span(tile.column, scale, scene.columns);
  for (let line = lines.first; line <= lines.last; line += 1) {
    const y = edge(line, scale, tile.line);
    for (let column = columns.first; column <= columns.last; column += 1) {
      const cell = scene.cells[line * scene.columns + column] ?? -1;
      const x = edge(column, scale, tile.column);
      if (cell >= 0) {
        stamps.paint(brush, scene, cell, x, y);
        paintNumber(brush, scene, cell, x, y, tile);
      } else if (cell === stageCell) {
        brush.fillStyle = cssOf(palette.night);
        const right = edge(column + 1, scale, tile.column);
        brush.fillRect(x, y, right - x, edge(line + 1, scale, tile.line) - y);
      }
    }
    yield;
  }
  if (scale / ratio < namedCell) return;
  brush.textBaseline = 'middle';
  brush.fillStyle = cssOf(palette.inkSoft);
  for (const { line, column, span: cells, text } of scene.names) {
    const isHere =
      line >= lines.first - 1 &&
      line <= lines.last + 1 &&
      column >= columns.first - cells &&
      column <= columns.last + 1;
    if (!isHere) continue;
    const isRow = cells === 1;
    brush.font = `700 ${Math.min(scale * (isRow ? 0.36 : 0.8), tallestLetter * ratio)}px ${family}`;
    brush.textAlign = isRow ? 'center' : 'left';
    const x = edge(column, scale, tile.column) + (isRow ? scale / 2 : 0);
    brush.fillText(text, x, edge(line, scale, tile.line) + scale / 2, cells * scale);
  }
}

/** Draws single seats of a tile anew; those beside it are passed over. */
export function paintSeats(
  brush: Brush,
  scene: Scene,
  tile: Tile,
  stamps: Stamps,
  indexes: Iterable<number>,
): void {
  const { scale } = tile;
  const lines = span(tile.line, scale, scene.lines);
  const columns = span(tile.column, scale, scene.columns);
  const surface = cssOf(scene.look.palette.surface);
  for (const index of indexes) {
    const line = scene.lineOf[index] ?? 0;
    const column = scene.columnOf[index] ?? 0;
    if (line < lines.first || line > lines.last) continue;
    if (column < columns.first || column > columns.last) continue;
    const x = edge(column, scale, tile.column);
    const y = edge(line, scale, tile.line);
    brush.fillStyle = surface;
    brush.fillRect(
      x,
      y,
      edge(column + 1, scale, tile.column) - x,
      edge(line + 1, scale, tile.line) - y,
    );
    stamps.paint(brush, scene, index, x, y);
    paintNumber(brush, scene, index, x, y, tile);
  }
}
