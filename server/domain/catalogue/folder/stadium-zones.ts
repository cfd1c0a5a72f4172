import type {
  FolderCategory,
  FolderLayout,
} from '../../../../contract/event-folder/folder-event.ts';
import {
  buildLayout,
  type SectionCell,
  sectionCells,
  stadiumHole,
} from '../../../../contract/event-folder/layout.ts';
import type { ZoneLayout } from '../../../../contract/seatmap.ts';
import { escapeHtml } from '../../../../contract/texts/html.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The box of a block of sections, by the rows and columns of its corners. */
type BoxOf = (top: number, left: number, bottom?: number, right?: number) => Box;

/** Zones of a stadium, drawn in units of one seat from the corner of the grid: its stands and the pitch. Null for other layouts. */
export function zonesOf(
  layout: FolderLayout | null,
  categories: readonly FolderCategory[],
  categoryIds: ReadonlyMap<string, string>,
): ZoneLayout | null {
  if (layout?.kind !== 'stadium') return null;
  const { totalCols: length, totalRows: width } = buildLayout(layout, categories);
  const { sectionColumns, sectionRows } = layout;
  const boxOf: BoxOf = (top, left, bottom = top, right = left) => ({
    x: left * (sectionColumns + 1),
    y: top * (sectionRows + 1),
    width: (right - left + 1) * (sectionColumns + 1) - 1,
    height: (bottom - top + 1) * (sectionRows + 1) - 1,
  });
  const hole = stadiumHole(layout);
  const pitch = boxOf(hole.top, hole.left, hole.bottom, hole.right);
  const stands = layout.stands.map(({ prefix, category }) => {
    const cells = sectionCells(layout, prefix);
    return zone(
      prefix,
      category,
      cells.map(({ row, column }) => boxOf(row, column)),
      labelBox(cells, boxOf),
      categoryIds.get(category) ?? null,
    );
  });
  return { length, width, items: [zone('stage', layout.stage, [pitch], pitch, null), ...stands] };
}

/** The box for the name of a stand: across the sections in line with the one nearest to its middle. */
function labelBox(cells: readonly SectionCell[], boxOf: BoxOf): Box {
  const isOwn = (row: number, column: number) =>
    cells.some((cell) => cell.row === row && cell.column === column);
  const middleRow = cells.reduce((sum, cell) => sum + cell.row, 0) / cells.length;
  const middleColumn = cells.reduce((sum, cell) => sum + cell.column, 0) / cells.length;
  const distance = (cell: SectionCell) =>
    Math.hypot(cell.row - middleRow, cell.column - middleColumn);
  const [{ row, column } = { row: 0, column: 0 }] = cells.toSorted(
    (a, b) => distance(a) - distance(b),
  );
  let [top, left, bottom, right] = [row, column, row, column];
  while (isOwn(top - 1, column)) top -= 1;
  while (isOwn(bottom + 1, column)) bottom += 1;
  while (isOwn(row, left - 1)) left -= 1;
  while (isOwn(row, right + 1)) right += 1;
  return boxOf(top, left, bottom, right);
}

/** One zone: its boxes and its name, one word per line, in the middle of `label`. */
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
  const top = label.y - originY + label.height / 2 + 5 - (words.length - 1) * 7;
  const lines = words.map(
    (word, at) => `<tspan x="${x}" y="${top + at * 14}">${escapeHtml(word)}</tspan>`,
  );
  return {
    id,
    svg: `<path d="${path}"/><text fill="#fff" stroke="#0009" stroke-width="3" paint-order="stroke" font-family="sans-serif" font-weight="700" font-size="14" text-anchor="middle">${lines.join('')}</text>`,
    originX,
    originY,
    category,
  };
}
