import { emptyCell, shownStatuses, stageCell } from '../data/codes.ts';
import { categoryColours, isDimmed, type Scene } from '../scene.ts';
import { margin } from '../view.ts';
import { cssOf } from './colour.ts';
import { type Brush, faceOf, paintBody, paintSeat, paintSign } from './paint-seat.ts';
import { paintShapes } from './paint-shapes.ts';

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
/** Workers do not have the page's typeface, and both threads must draw the same. */
export const family = 'system-ui, sans-serif';

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
  /** The whole seat, or its body and its symbol apart: a rotated seat has an upright symbol. */
  const parts = [paintSeat, paintBody, paintSign] as const;
  const stampOf = (scene: Scene, index: number, part: 0 | 1 | 2) => {
    const code = scene.shown[index] ?? 0;
    const access = scene.access?.[index] ?? 0;
    const { place, colours } = categoryColours(scene, index);
    const key = ((access * 3 + part) * shownStatuses.length + code) * 256 + place;
    let stamp = kept.get(key);
    if (stamp === undefined) {
      stamp = blank(size);
      const own = stamp.getContext('2d') as Brush | null;
      const face = faceOf(code, scene.look.palette, colours, access);
      if (own !== null) parts[part](own, face, 0, 0, size);
      kept.set(key, stamp);
    }
    return stamp;
  };
  return {
    paint(brush, scene, index, x, y) {
      const isDim = isDimmed(scene, index);
      if (isDim) brush.globalAlpha = dimShare;
      const turn = scene.rotation?.[index] ?? 0;
      if (turn === 0) brush.drawImage(stampOf(scene, index, 0), x, y);
      else {
        const [half, angle] = [size / 2, (turn * Math.PI) / 180];
        brush.translate(x + half, y + half);
        brush.rotate(angle);
        brush.drawImage(stampOf(scene, index, 1), -half, -half);
        // Rotated back rather than restored: a saved state costs as much as the seat.
        brush.rotate(-angle);
        brush.translate(-x - half, -y - half);
        if (hasSign(scene, index)) brush.drawImage(stampOf(scene, index, 2), x, y);
      }
      if (isDim) brush.globalAlpha = 1;
    },
  };
}

/** True unless a seat is a free one without a mark. */
function hasSign({ shown, access }: Scene, index: number): boolean {
  return shown[index] !== available || (access?.[index] ?? 0) !== 0;
}

/** A range of lines or columns; the ends are inclusive. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** First and last cell of a line or column that a tile covers; one more on each side for seats that reach into it from beside. */
function span(tile: number, scale: number, count: number, { next }: Scene): Span {
  const more = next === null ? 0 : 1;
  return {
    first: Math.max(0, Math.floor((tile * tileSize) / scale) - margin - more),
    last: Math.min(count - 1, Math.ceil(((tile + 1) * tileSize) / scale) - margin + more),
  };
}

const edge = (cell: number, scale: number, tile: number) =>
  Math.round((cell + margin) * scale) - tile * tileSize;

function paintNumber(brush: Brush, scene: Scene, index: number, x: number, y: number, tile: Tile) {
  const { scale, ratio } = tile;
  if (scale / ratio < minNumberedCell || hasSign(scene, index)) return;
  const { numberText, numberEnds, ownFrom, look } = scene;
  const from = (numberEnds[index - 1] ?? 0) + (ownFrom[index] ?? 0);
  const text = numberText.slice(from, numberEnds[index]);
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
export function paintTile(
  brush: Brush,
  scene: Scene,
  tile: Tile,
  stamps: Stamps,
): Generator<void, void> {
  const lines = span(tile.line, tile.scale, scene.lines, scene);
  const columns = span(tile.column, tile.scale, scene.columns, scene);
  return paintPart(brush, scene, tile, stamps, lines, columns);
}

function* paintPart(
  brush: Brush,
  scene: Scene,
  tile: Tile,
  stamps: Stamps,
  lines: Span,
  columns: Span,
): Generator<void, void> {
  const { scale } = tile;
  const { palette } = scene.look;
  brush.globalAlpha = 1;
  brush.fillStyle = cssOf(palette.surface);
  brush.fillRect(0, 0, tileSize, tileSize);
  paintShapes(brush, scene.shapes, palette, placingOf(tile));
  for (let line = lines.first; line <= lines.last; line += 1) {
    const y = edge(line, scale, tile.line);
    for (let column = columns.first; column <= columns.last; column += 1) {
      const cell = scene.cells[line * scene.columns + column] ?? emptyCell;
      if (cell === stageCell) {
        const x = edge(column, scale, tile.column);
        brush.fillStyle = cssOf(palette.night);
        const right = edge(column + 1, scale, tile.column);
        brush.fillRect(x, y, right - x, edge(line + 1, scale, tile.line) - y);
      }
      for (let index = cell; index >= 0; index = scene.next?.[index] ?? emptyCell) {
        paintOne(brush, scene, tile, stamps, index);
      }
    }
    yield;
  }
  paintNames(brush, scene, tile, lines, columns);
}

function placingOf({ column, line, scale }: Tile) {
  return {
    scale,
    left: margin * scale - column * tileSize,
    top: margin * scale - line * tileSize,
    width: tileSize,
    height: tileSize,
    family,
  };
}

function paintOne(brush: Brush, scene: Scene, tile: Tile, stamps: Stamps, index: number): void {
  const x = edge(scene.x[index] ?? 0, tile.scale, tile.column);
  const y = edge(scene.y[index] ?? 0, tile.scale, tile.line);
  stamps.paint(brush, scene, index, x, y);
  paintNumber(brush, scene, index, x, y, tile);
}

function paintNames(brush: Brush, scene: Scene, tile: Tile, lines: Span, columns: Span): void {
  const { scale, ratio } = tile;
  if (scale / ratio < namedCell) return;
  brush.textBaseline = 'middle';
  brush.fillStyle = cssOf(scene.look.palette.inkSoft);
  for (const { line, column, span: cells, text } of scene.names) {
    const isHere =
      line >= lines.first - 1 &&
      line <= lines.last + 1 &&
      column >= columns.first - cells &&
      column <= columns.last + 1;
    if (!isHere) continue;
    const isRow = cells === 1;
    // Rows of a plan are far apart on a small screen, so their names need larger letters.
    const share = isRow ? (scene.next === null ? 0.36 : 0.5) : 0.8;
    brush.font = `700 ${Math.min(scale * share, maxLetterHeight * ratio)}px ${family}`;
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
  if (scene.next !== null) {
    repaintPlan(brush, scene, tile, stamps, indexes);
    return;
  }
  const { scale } = tile;
  const lines = span(tile.line, scale, scene.lines, scene);
  const columns = span(tile.column, scale, scene.columns, scene);
  const surface = cssOf(scene.look.palette.surface);
  for (const index of indexes) {
    const line = scene.y[index] ?? 0;
    const column = scene.x[index] ?? 0;
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
    paintOne(brush, scene, tile, stamps, index);
  }
}

/** Redraws the surroundings of seats of a plan, where shapes lie below and rotated neighbours overlap. */
function repaintPlan(
  brush: Brush,
  scene: Scene,
  tile: Tile,
  stamps: Stamps,
  indexes: Iterable<number>,
): void {
  const { scale } = tile;
  const lines = span(tile.line, scale, scene.lines, scene);
  const columns = span(tile.column, scale, scene.columns, scene);
  let [top, bottom, left, right] = [lines.last + 1, -1, columns.last + 1, -1];
  // A rotated square reaches 0.21 of its side beyond its own.
  const reach = 0.21;
  for (const index of indexes) {
    const line = scene.y[index] ?? 0;
    const column = scene.x[index] ?? 0;
    if (line < lines.first - 1 || line > lines.last + 1) continue;
    if (column < columns.first - 1 || column > columns.last + 1) continue;
    if (bottom < 0) {
      brush.save();
      brush.beginPath();
    }
    const x = edge(column - reach, scale, tile.column);
    const y = edge(line - reach, scale, tile.line);
    brush.rect(
      x,
      y,
      edge(column + 1 + reach, scale, tile.column) - x,
      edge(line + 1 + reach, scale, tile.line) - y,
    );
    top = Math.min(top, Math.floor(line) - 1);
    bottom = Math.max(bottom, Math.ceil(line) + 2);
    left = Math.min(left, Math.floor(column) - 1);
    right = Math.max(right, Math.ceil(column) + 2);
  }
  if (bottom < 0) return;
  brush.clip();
  const part = [
    { first: Math.max(lines.first, top), last: Math.min(lines.last, bottom) },
    { first: Math.max(columns.first, left), last: Math.min(columns.last, right) },
  ] as const;
  for (const _ of paintPart(brush, scene, tile, stamps, ...part));
  brush.restore();
}
