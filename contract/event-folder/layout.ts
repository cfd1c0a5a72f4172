import type { FolderCategory, FolderLayout, StadiumLayout } from './folder-event.ts';

/** A seat of a grid. */
export interface GridSeat {
  /** Unique within the event, as 'A-12' or 'T03-A-12'. */
  seatNumber: string;
  /** 'T03' if the seats belong to named sections, else empty. */
  section: string;
  /** Row of the grid, from 1. */
  row: number;
  rowLabel: string;
  /** Column of the grid, from 1. */
  column: number;
  /** Name of the category. */
  category: string;
}

/** A cell of the grid that nobody can select. */
export interface GridBlock {
  row: number;
  column: number;
  kind: 'stage' | 'aisle';
}

/** The seats of an event on their grid. */
export interface SeatGrid {
  totalRows: number;
  totalCols: number;
  seats: readonly GridSeat[];
  /** Other cells without a seat are empty floor. */
  blocks: readonly GridBlock[];
}

/** A section of a stadium by its row and column on the map of sections, from 0. */
export interface SectionCell {
  readonly row: number;
  readonly column: number;
}

const stageRows = 2;
const noSection = '.';

/** 'A' to 'Z', then 'AA': the label of a row counted from 0. */
function rowLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${rowLetter(Math.floor(index / 26) - 1)}${letter}`;
}

interface LabelledRow {
  category: string;
  label: string;
  width: number;
}

function labelRows(categories: readonly FolderCategory[]): LabelledRow[] {
  return categories
    .flatMap((category) => category.rows.map((width) => ({ category: category.name, width })))
    .map((row, index) => ({ ...row, label: rowLetter(index) }));
}

/** Positions of the aisles, as the number of columns of the widest row before each. With three banks every row has a side bank. */
function aislesAfter(rows: readonly LabelledRow[], banks: number): number[] {
  const widths = rows.map((row) => row.width);
  const widest = Math.max(...widths);
  if (banks === 3) {
    const narrowest = Math.min(...widths);
    const side = Math.floor((widest - narrowest) / 2) + Math.round(narrowest * 0.28);
    return [side, widest - side];
  }
  return Array.from({ length: banks - 1 }, (_, index) =>
    Math.round((widest * (index + 1)) / banks),
  );
}

function placeRow(
  row: LabelledRow,
  gridRow: number,
  widest: number,
  aisles: readonly number[],
  out: { seats: GridSeat[]; blocks: GridBlock[] },
) {
  const inset = Math.floor((widest - row.width) / 2);
  for (let seat = 0; seat < row.width; seat++) {
    const slot = inset + seat;
    const passed = aisles.filter((after) => slot >= after).length;
    out.seats.push({
      seatNumber: `${row.label}-${seat + 1}`,
      section: '',
      row: gridRow,
      rowLabel: row.label,
      column: slot + passed + 1,
      category: row.category,
    });
  }
  aisles.forEach((after, index) => {
    out.blocks.push({ row: gridRow, column: after + index + 1, kind: 'aisle' });
  });
}

function pushStage(
  blocks: GridBlock[],
  rows: readonly [from: number, to: number],
  columns: readonly [from: number, to: number],
) {
  for (let row = rows[0]; row <= rows[1]; row++) {
    for (let column = columns[0]; column <= columns[1]; column++) {
      blocks.push({ row, column, kind: 'stage' });
    }
  }
}

function buildRows(
  categories: readonly FolderCategory[],
  layout: Extract<FolderLayout, { kind: 'rows' | 'runway' }>,
): SeatGrid {
  const rows = labelRows(categories);
  const widest = Math.max(...rows.map((row) => row.width));
  // A catwalk is one aisle in the middle, two cells wide.
  const middle = Math.floor(widest / 2);
  const aisles = layout.kind === 'runway' ? [middle, middle] : aislesAfter(rows, layout.banks);
  const totalCols = widest + aisles.length;
  const out = { seats: [] as GridSeat[], blocks: [] as GridBlock[] };
  const side = Math.floor(totalCols * 0.25);
  pushStage(out.blocks, [1, stageRows], [side + 1, totalCols - side]);
  let gridRow = stageRows + 1;
  let before = rows[0]?.category;
  rows.forEach((row, index) => {
    gridRow += row.category === before ? 1 : 2;
    before = row.category;
    placeRow(row, gridRow, widest, aisles, out);
    if (layout.kind === 'runway' && index < layout.depth) {
      for (const block of out.blocks.slice(-aisles.length)) block.kind = 'stage';
    }
  });
  return { totalRows: gridRow, totalCols, ...out };
}

function buildArena(
  categories: readonly FolderCategory[],
  layout: Extract<FolderLayout, { kind: 'arena' }>,
): SeatGrid {
  const rows = labelRows(categories);
  const widest = Math.max(...rows.map((row) => row.width));
  const aisles = aislesAfter(rows, 3);
  const totalCols = widest + aisles.length;
  const northRows = Math.ceil(rows.length / 2);
  const courtTop = northRows + 2;
  const courtBottom = courtTop + layout.courtRows - 1;
  const out = { seats: [] as GridSeat[], blocks: [] as GridBlock[] };
  const side = Math.floor(totalCols * 0.2);
  pushStage(out.blocks, [courtTop, courtBottom], [side + 1, totalCols - side]);
  rows.forEach((row, index) => {
    const depth = Math.floor(index / 2);
    const gridRow = index % 2 === 0 ? northRows - depth : courtBottom + 2 + depth;
    placeRow(row, gridRow, widest, aisles, out);
  });
  const totalRows = Math.max(...out.seats.map((seat) => seat.row));
  return { totalRows, totalCols, ...out };
}

function buildStadium(layout: StadiumLayout): SeatGrid {
  const seats: GridSeat[] = [];
  const pitchRows = layout.sectionRows + 1;
  const pitchColumns = layout.sectionColumns + 1;
  for (const stand of layout.stands) {
    sectionCells(layout, stand.prefix).forEach((cell, index) => {
      const section = `${stand.prefix}${String(index + 1).padStart(2, '0')}`;
      for (let line = 0; line < layout.sectionRows; line++) {
        const step = stand.firstRowAtBottom ? layout.sectionRows - line : line + 1;
        const rowLabel = rowLetter(line);
        for (let seat = 1; seat <= layout.sectionColumns; seat++) {
          seats.push({
            seatNumber: `${section}-${rowLabel}-${seat}`,
            section,
            row: cell.row * pitchRows + step,
            rowLabel,
            column: cell.column * pitchColumns + seat,
            category: stand.category,
          });
        }
      }
    });
  }
  return {
    totalRows: layout.sections.length * pitchRows - 1,
    totalCols: (layout.sections[0] ?? '').length * pitchColumns - 1,
    seats,
    blocks: pitchLines(layout, pitchRows, pitchColumns),
  };
}

/** Only the lines of the pitch: its whole surface would be 25,000 cells that nobody can select. */
function pitchLines(layout: StadiumLayout, pitchRows: number, pitchColumns: number): GridBlock[] {
  const hole = stadiumHole(layout);
  const margin = 6;
  const top = hole.top * pitchRows + 1 + margin;
  const bottom = (hole.bottom + 1) * pitchRows - 1 - margin;
  const left = hole.left * pitchColumns + 1 + margin;
  const right = (hole.right + 1) * pitchColumns - 1 - margin;
  const middle = Math.round((left + right) / 2);
  const blocks: GridBlock[] = [];
  for (let column = left; column <= right; column++) {
    blocks.push({ row: top, column, kind: 'stage' }, { row: bottom, column, kind: 'stage' });
  }
  for (let row = top + 1; row < bottom; row++) {
    for (const column of [left, middle, right]) blocks.push({ row, column, kind: 'stage' });
  }
  return blocks;
}

/** The sections of one stand, row by row. */
export function sectionCells(layout: StadiumLayout, prefix: string): SectionCell[] {
  return layout.sections.flatMap((letters, row) =>
    [...letters].flatMap((letter, column) => (letter === prefix ? [{ row, column }] : [])),
  );
}

/** The rectangle of the section grid around its middle that no stand uses. */
export function stadiumHole(layout: StadiumLayout): {
  top: number;
  bottom: number;
  left: number;
  right: number;
} {
  const { sections } = layout;
  const middleRow = Math.floor(sections.length / 2);
  const middleColumn = Math.floor((sections[0] ?? '').length / 2);
  const reach = (row: number, column: number, down: number, along: number): number => {
    let steps = 0;
    while (sections[row]?.[column] === noSection) {
      row += down;
      column += along;
      steps++;
    }
    return steps - 1;
  };
  return {
    top: middleRow - reach(middleRow, middleColumn, -1, 0),
    bottom: middleRow + reach(middleRow, middleColumn, 1, 0),
    left: middleColumn - reach(middleRow, middleColumn, 0, -1),
    right: middleColumn + reach(middleRow, middleColumn, 0, 1),
  };
}

/** The seats of a layout on their grid (§3.30): pure, the same for the same input, rows and columns from 1. */
export function buildLayout(layout: FolderLayout, categories: readonly FolderCategory[]): SeatGrid {
  switch (layout.kind) {
    case 'rows':
    case 'runway':
      return buildRows(categories, layout);
    case 'arena':
      return buildArena(categories, layout);
    case 'stadium':
      return buildStadium(layout);
  }
}
