import type { ZoneLayout } from '../../contract/seatmap.ts';
import { buildLayout, stadiumHole } from './layout.ts';
import type { SeedEvent, SeedStand } from './types.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Zones of a stadium, drawn in units of one seat from the corner of the grid: its stands and the pitch. Null for other layouts. */
export function zonesOf(
  event: SeedEvent,
  categoryIds: ReadonlyMap<string, string>,
): ZoneLayout | null {
  const { layout } = event;
  if (layout.kind !== 'stadium') return null;
  const { totalCols: length, totalRows: width } = buildLayout(event);
  const { sectionColumns, sectionRows } = layout;
  const boxOf = (top: number, left: number, bottom: number = top, right: number = left): Box => ({
    x: left * (sectionColumns + 1),
    y: top * (sectionRows + 1),
    width: (right - left + 1) * (sectionColumns + 1) - 1,
    height: (bottom - top + 1) * (sectionRows + 1) - 1,
  });
  const hole = stadiumHole(layout);
  const pitch = boxOf(hole.top, hole.left, hole.bottom, hole.right);
  const stands = layout.stands.map((stand) =>
    zone(
      stand.prefix,
      stand.category,
      stand.cells.map(({ row, column }) => boxOf(row, column)),
      labelCell(stand, boxOf),
      categoryIds.get(stand.category) ?? null,
    ),
  );
  return { length, width, items: [...stands, zone('stage', layout.stage, [pitch], pitch, null)] };
}

/** The section of a stand that its name is written on: the one nearest to the middle of the stand. */
function labelCell({ cells }: SeedStand, boxOf: (row: number, column: number) => Box): Box {
  const row = cells.reduce((sum, cell) => sum + cell.row, 0) / cells.length;
  const column = cells.reduce((sum, cell) => sum + cell.column, 0) / cells.length;
  const distance = (cell: { row: number; column: number }) =>
    Math.hypot(cell.row - row, cell.column - column);
  const [nearest] = cells.toSorted((a, b) => distance(a) - distance(b));
  return boxOf(nearest?.row ?? 0, nearest?.column ?? 0);
}

/** One zone: its boxes and its name, a word a line, in the middle of `label`. Names of the seed carry no markup. */
function zone(
  id: string,
  name: string,
  boxes: readonly Box[],
  label: Box,
  category: string | null,
): ZoneLayout['items'][number] {
  const originX = Math.min(...boxes.map(({ x }) => x));
  const originY = Math.min(...boxes.map(({ y }) => y));
  const path = boxes
    .map(
      ({ x, y, width, height }) => `M${x - originX} ${y - originY}h${width}v${height}h-${width}z`,
    )
    .join('');
  const words = name.split(' ');
  const x = label.x - originX + label.width / 2;
  const top = label.y - originY + label.height / 2 + 5 - (words.length - 1) * 8;
  const lines = words.map((word, at) => `<tspan x="${x}" y="${top + at * 16}">${word}</tspan>`);
  return {
    id,
    svg: `<path d="${path}"/><text fill="#fff" stroke="#0009" stroke-width="3" paint-order="stroke" font-family="sans-serif" font-weight="700" font-size="16" text-anchor="middle">${lines.join('')}</text>`,
    originX,
    originY,
    category,
  };
}
