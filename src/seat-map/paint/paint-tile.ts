import { shownStatuses, stageCell } from '../data/codes.ts';
import { categoryColours, isDimmed, type Scene } from '../scene.ts';
import { seatName } from '../seat-name.ts';
import { margin } from '../view.ts';
import { cssOf } from './colour.ts';
import { type Brush, faceOf, paintSeat } from './paint-seat.ts';

/** Side of a tile in device pixels. */
export const tileSize = 512;
/** Device pixels per cell from which seats are more than dots. */
export const detailScale = 8;
/** CSS pixels per cell from which seats show their numbers and rows their names. */
const minNumberedCell = 24;
const namedCell = 10;
/** Maximum height of a name's letters, in CSS pixels. */
const maxLetterHeight = 18;
/** Opacity of seats outside the highlighted category. */
const dimShare = 0.22;

const available = shownStatuses.indexOf('available');
// Workers do not have the page's typeface, and both threads must draw the same.
const family = 'system-ui, sans-serif';

/** A square of the map: its position in tiles and the scale of the map. */
export interface Tile {
  readonly column: number;
  readonly line: number;
  /** Device pixels per cell. */
  readonly scale: number;
  /** Device pixels per CSS pixel. */
  readonly ratio: number;
}

type Stamp = OffscreenCanvas | HTMLCanvasElement;

/** Returns an empty canvas of this thread or of a worker. */
function blank(size: number): Stamp {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(size, size);
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  return canvas;
}

/** Pictures of seats: equal seats are drawn once and copied. */
export interface Stamps {
  paint(brush: Brush, scene: Scene, index: number, x: number, y: number): void;
}

/** Creates the pictures for one scale; new ones are needed when the colours change. */
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

/** First and last cell of a line or column that a tile covers. */
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
  if (scale / ratio < minNumberedCell || scene.shown[index] !== available) return;
  const { numberText, numberEnds, look } = scene;
  const text = seatName(numberText.slice(numberEnds[index - 1] ?? 0, numberEnds[index])).number;
  // Other names may be long: the text is cut to the available space.
  const letter = scale * Math.min(0.34, 0.9 / text.length);
  brush.font = `700 ${letter}px ${family}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillStyle = cssOf(look.palette.ink);
  if (isDimmed(scene, index)) brush.globalAlpha = dimShare;
  brush.fillText(text, x + scale / 2, y + scale / 2);
  brush.globalAlpha = 1;
}

/** Draws a tile one line per step, so that a busy thread can pause in between. */
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
    brush.font = `700 ${Math.min(scale * (isRow ? 0.36 : 0.8), maxLetterHeight * ratio)}px ${family}`;
    brush.textAlign = isRow ? 'center' : 'left';
    const x = edge(column, scale, tile.column) + (isRow ? scale / 2 : 0);
    brush.fillText(text, x, edge(line, scale, tile.line) + scale / 2, cells * scale);
  }
}

/** Redraws single seats of a tile; ignores seats outside of it. */
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
