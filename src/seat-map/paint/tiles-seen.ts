import type { Seen } from '../map-view.ts';
import { contentSize, type Extent, offsetOf } from '../view.ts';
import { detailScale, type Tile, tileSize } from './paint-tile.ts';

/** Most tiles that are kept. */
export const mostTiles = 30;
/** CSS pixels beyond the window for which tiles are drawn too. */
const beyond = 160;

/** Name of a tile among those of its scale. */
export const keyOf = ({ column, line }: Pick<Tile, 'column' | 'line'>) => `${column},${line}`;

/** The tiles that cover what is seen at rest, the middle first; none where seats are dots. */
export function tilesSeen(seen: Seen, extent: Extent, ratio: number): readonly Tile[] {
  const { settledCell: cell, left, top, box } = seen;
  const scale = cell * ratio;
  if (scale < detailScale || box.width === 0) return [];
  const offset = offsetOf(extent, cell, box);
  const size = contentSize(extent, cell);
  const span = (from: number, length: number, whole: number) => ({
    first: Math.max(0, Math.floor(((from - beyond) * ratio) / tileSize)),
    last: Math.min(
      Math.ceil((whole * ratio) / tileSize) - 1,
      Math.floor(((from + length + beyond) * ratio) / tileSize),
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
  return tiles.sort((a, b) => distance(a) - distance(b)).slice(0, mostTiles);
}
