import type { Seen } from '../map-view.ts';
import { contentSize, type Extent, offsetOf } from '../view.ts';
import { detailScale, type Tile, tileSize } from './paint-tile.ts';

/** Maximum number of tiles in memory. */
export const maxTiles = 30;
/** CSS pixels around the viewport for which tiles are drawn. */
const overscan = 160;

/** Key of a tile within its scale. */
export const keyOf = ({ column, line }: Pick<Tile, 'column' | 'line'>) => `${column},${line}`;

/** Returns the tiles of the visible part, the middle first; none while seats are dots. */
export function tilesSeen(seen: Seen, extent: Extent, ratio: number): readonly Tile[] {
  const { settledCell: cell, left, top, box } = seen;
  const scale = cell * ratio;
  if (scale < detailScale || box.width === 0) return [];
  const offset = offsetOf(extent, cell, box);
  const size = contentSize(extent, cell);
  const span = (from: number, length: number, whole: number) => ({
    first: Math.max(0, Math.floor(((from - overscan) * ratio) / tileSize)),
    last: Math.min(
      Math.ceil((whole * ratio) / tileSize) - 1,
      Math.floor(((from + length + overscan) * ratio) / tileSize),
    ),
  });
  const columns = span(left - offset.x, box.width, size.width);
  const lines = span(top - offset.y, box.height, size.height);
  const middle = {
    column: ((left - offset.x + box.width / 2) * ratio) / tileSize - 0.5,
    line: ((top - offset.y + box.height / 2) * ratio) / tileSize - 0.5,
  };
  const tiles: Tile[] = [];
  for (let line = lines.first; line <= lines.last; line += 1) {
    for (let column = columns.first; column <= columns.last; column += 1) {
      tiles.push({ column, line, scale, ratio });
    }
  }
  const distance = (tile: Tile) => Math.hypot(tile.column - middle.column, tile.line - middle.line);
  return tiles.sort((a, b) => distance(a) - distance(b)).slice(0, maxTiles);
}
